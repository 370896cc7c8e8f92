//@ expect: division-by-zero
//@ native: no
int main(void) {
    unsigned char x = 200, y = 255;
    y += 1;
    x /= y; //~ division-by-zero
    return x > 200;
}
