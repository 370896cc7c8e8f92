// What was never made holds anything.
#include <pthread.h>
int main(void) {
    pthread_attr_t a;
    pthread_attr_destroy(&a); //~ uninitialized-read
}
