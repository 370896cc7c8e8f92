/* stdio_ext.h: what can be asked of the buffer of a stream. How much lies in it is not known. */
#include "cairn_model.h"

size_t __fpending(FILE *file) { __cairn_contract("stream"); return cairn_look_at(file), (size_t)__cairn_random(0); }
size_t __fbufsize(FILE *file) { __cairn_contract("stream"); return cairn_look_at(file), (size_t)__cairn_random(0); }
int __freading(FILE *file) { __cairn_contract("stream"); return cairn_look_at(file), __cairn_random(0) != 0; }
int __fwriting(FILE *file) { __cairn_contract("stream"); return cairn_look_at(file), __cairn_random(0) != 0; }
int __flbf(FILE *file) { __cairn_contract("stream"); return cairn_look_at(file), __cairn_random(0) != 0; }
/* Input that was read ahead is gone, what was pushed back as well. */
void __fpurge(FILE *file) { __cairn_contract("stream"); file->pushed_count = 0; }
