// Judges the texts of a file with the recogniser that peg(1) made: a line for each, `ok` or `refused`.
//     peg_main TEXTS    (each text after its size in bytes and a line feed)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *source;
static size_t left;
#define YY_CTX_LOCAL
#define YY_INPUT(yy, buffer, result, room) \
    { \
        const size_t size = left < (size_t)(room) ? left : (size_t)(room); \
        memcpy(buffer, source, size); \
        source += size; \
        left -= size; \
        result = (int)size; \
    }
#include "recogniser.c"

int main(int argc, char **argv)
{
    FILE *const file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    size_t size;
    if (!file) return 2;
    while (fscanf(file, "%zu", &size) == 1 && fgetc(file) == '\n') {
        char *const text = malloc(size + 1);
        yycontext context;
        if (!text || fread(text, 1, size, file) != size) return 2;
        memset(&context, 0, sizeof context);
        source = text;
        left = size;
        puts(yyparse(&context) ? "ok" : "refused");
        yyrelease(&context);
        free(text);
    }
    return 0;
}
