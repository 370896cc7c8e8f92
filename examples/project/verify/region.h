/* The model's own picture of a region; the real one may look different. */
struct piece {
    struct piece *next;
    void *block;
};

struct region {
    struct piece *pieces;
};
