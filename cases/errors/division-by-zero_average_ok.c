//@ expect: none
int main(void) {
    int values[3] = {4, 5, 6}, sum = 0, count = 0;
    for (int i = 0; i < 3; i++)
        if (values[i] > 4) sum += values[i], count++;
    return sum / count > 100;
}
