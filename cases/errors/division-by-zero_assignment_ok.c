//@ expect: none
int main(void) {
    unsigned char x = 200, y = 255;
    y += 2;
    x /= y;
    return x > 200;
}
