// A character beyond bytes belongs to a set that leaves others out, and to no other.
#include <assert.h>
#include <wchar.h>
int main(void) {
    wchar_t text[4] = {0};
    assert(swscanf(L"\u0416", L"%l[^abc]", text) == 1);
    assert(swscanf(L"\u0416", L"%l[abc]", text) == 1); //~ assertion-failure
    return 0;
}
