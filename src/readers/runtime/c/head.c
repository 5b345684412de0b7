//
// ballast_check checks whether a whole text matches; ballast_visit also calls back for each production in it. A text of
// `size` bytes needs no terminating zero. With BALLAST_READER_MAIN it is a program: `reader [--cases | FILE]`.

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
