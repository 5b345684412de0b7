// The parts of a C reader that are the same for all grammars.
#pragma once

#include <string_view>

namespace ballast::readers {

inline constexpr std::string_view c_beginning = R"c(//
// ballast_check checks whether a whole text matches; ballast_visit also calls back for each production in it. A text of
// `size` bytes needs no terminating zero. With BALLAST_READER_MAIN it is a program: `reader [--cases | FILE]`.

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

)c";

inline constexpr std::string_view c_interface = R"c(
typedef struct ballast_fault {
    size_t offset;
    size_t line;   // from 1
    size_t column; // from 1, in code points
    const char *expected[16];
    int count; // of what was expected
} ballast_fault;

// Called once the whole text has matched: for the parts of a production before the production itself.
typedef void (*ballast_callback)(void *user, enum ballast_rule rule, size_t begin, size_t end);

// 1 if the text matches, 0 if not (then `fault`, unless it is null, says why), -1 if memory ran out.
int ballast_check(const char *text, size_t size, ballast_fault *fault);
int ballast_visit(const char *text, size_t size, ballast_callback callback, void *user, ballast_fault *fault);
const char *ballast_rule_name(enum ballast_rule rule);

typedef unsigned char u8;
typedef struct event {
    size_t begin, end;
    enum ballast_rule rule;
} event;
typedef struct reader {
    const u8 *begin, *end;
    unsigned depth;
    int silent; // look-aheads that must not match
    const u8 *farthest;
    const char *expected[16];
    int count;
    event *events; // null: none are wanted
    size_t size, room;
    int wanted, out_of_memory;
} reader;

)c";

inline constexpr std::string_view c_passes = R"c(
static const u8 *fail(reader *r, const u8 *p, const char *what)
{
    if (r->silent || p < r->farthest) return 0;
    if (p > r->farthest) {
        r->farthest = p;
        r->count = 0;
    }
    for (int i = 0; i < r->count; ++i)
        if (strcmp(r->expected[i], what) == 0) return 0;
    if (r->count < 16) r->expected[r->count++] = what;
    return 0;
}

// The word after blanks, if it ends where the column does, or needs no blanks since it is longer.
static const u8 *column(const reader *r, const u8 *p, size_t width)
{
    const u8 *word = p, *end;
    while (word != r->end && *word == ' ') ++word;
    for (end = word; end != r->end && sets[COLUMN_WORD][*end]; ++end) {}
    if ((size_t)(end - p) == width ? end != word : word == p && (size_t)(end - p) > width) return word;
    return 0;
}

static void add_event(reader *r, enum ballast_rule rule, const u8 *begin, const u8 *end)
{
    if (!r->wanted || r->out_of_memory) return;
    if (r->size == r->room) {
        const size_t room = r->room ? 2 * r->room : 1024;
        event *const events = (event *)realloc(r->events, room * sizeof(event));
        if (!events) {
            r->out_of_memory = 1;
            return;
        }
        r->events = events;
        r->room = room;
    }
    r->events[r->size].begin = (size_t)(begin - r->begin);
    r->events[r->size].end = (size_t)(end - r->begin);
    r->events[r->size++].rule = rule;
}

#define TEXT(bytes, size, shown) \
    if ((size_t)(r->end - p) >= size && memcmp(p, bytes, size) == 0) p += size; else p = FAIL(p, shown);

#define RULE(name) check_##name
#define ENTER (void)r;
#define LEAVE(rule) return p;
#define MARK(name)
#define BACK(name)
#define SILENT
#define LOUD
#define FAIL(p, what) 0
FUNCTIONS_OF_A_PASS
#undef RULE
#undef ENTER
#undef LEAVE
#undef MARK
#undef BACK
#undef SILENT
#undef LOUD
#undef FAIL

#define RULE(name) visit_##name
#define ENTER const u8 *const begin = p; const u8 *const farthest = r->farthest; const int count = r->count; const size_t size = r->size;
#define LEAVE(rule) \
    if (p) add_event(r, rule, begin, p); \
    else { \
        r->size = size; \
        if (rules[rule].expected && !r->silent && r->farthest == begin && farthest <= begin) { \
            r->count = farthest == begin ? count : 0; \
            fail(r, begin, rules[rule].expected); \
        } \
    } \
    return p;
#define MARK(name) const size_t size_##name = r->size;
#define BACK(name) r->size = size_##name;
#define SILENT ++r->silent;
#define LOUD --r->silent;
#define FAIL(p, what) fail(r, p, what)
FUNCTIONS_OF_A_PASS

)c";

inline constexpr std::string_view c_end = R"c(
const char *ballast_rule_name(enum ballast_rule rule) { return rules[rule].name; }

static reader reader_of(const char *text, size_t size)
{
    reader r;
    memset(&r, 0, sizeof r);
    r.begin = r.farthest = (const u8 *)text;
    r.end = r.begin + size;
    return r;
}

int ballast_visit(const char *text, size_t size, ballast_callback callback, void *user, ballast_fault *fault)
{
    reader r = reader_of(text, size);
    r.wanted = callback != 0;
    const u8 *end = START(&r, r.begin);
    if (end && end != r.end) end = fail(&r, end, "end of text");
    if (end && !r.out_of_memory)
        for (size_t i = 0; i < r.size && callback; ++i)
            callback(user, r.events[i].rule, r.events[i].begin, r.events[i].end);
    if (!end && fault) {
        memset(fault, 0, sizeof *fault);
        fault->offset = (size_t)(r.farthest - r.begin);
        fault->line = fault->column = 1;
        for (const u8 *p = r.begin; p != r.farthest; ++p) {
            if (*p == '\n') {
                ++fault->line;
                fault->column = 1;
            } else if ((*p & 0xc0) != 0x80) {
                ++fault->column;
            }
        }
        memcpy(fault->expected, r.expected, sizeof r.expected);
        fault->count = r.count;
    }
    free(r.events);
    return r.out_of_memory ? -1 : end != 0;
}


#undef RULE
#define RULE(name) check_##name
int ballast_check(const char *text, size_t size, ballast_fault *fault)
{
    reader r = reader_of(text, size);
    if (START(&r, r.begin) == r.end) return 1;
    return fault ? ballast_visit(text, size, 0, 0, fault) : 0;
}

#ifdef BALLAST_READER_MAIN
static void say(const char *before, const ballast_fault *fault)
{
    printf("%s%zu:%zu: error: expected ", before, fault->line, fault->column);
    const int shown = fault->count < 8 ? fault->count : 8;
    for (int i = 0; i < shown; ++i)
        printf("%s%s", i == 0 ? "" : i + 1 == shown ? " or " : ", ", fault->expected[i]);
    printf("%s\n", shown ? "" : "something else");
}

static char *slurp(FILE *file, size_t *size)
{
    size_t room = 1 << 16;
    char *text = (char *)malloc(room);
    *size = 0;
    while (text) {
        const size_t got = fread(text + *size, 1, room - *size, file);
        *size += got;
        if (got == 0) break;
        if (*size == room) {
            char *const more = (char *)realloc(text, room *= 2);
            if (!more) free(text);
            text = more;
        }
    }
    return text;
}

/* The size of the next case: 1, 0 at the end, -1 if there is something else. */
static int next_size(size_t *size)
{
    int c = getchar();
    if (c == EOF) return 0;
    *size = 0;
    do {
        if (c < '0' || c > '9' || *size > (size_t)-1 / 16) return -1;
        *size = 10 * *size + (size_t)(c - '0');
        c = getchar();
    } while (c != '\n');
    return 1;
}

static int check_cases(void)
{
    size_t size;
    int is_there;
    while ((is_there = next_size(&size)) == 1) {
        ballast_fault fault;
        char *const text = (char *)malloc(size + 1);
        if (!text || fread(text, 1, size, stdin) != size) {
            free(text);
            is_there = -1;
            break;
        }
        if (ballast_check(text, size, &fault)) puts("ok");
        else say("", &fault);
        free(text);
    }
    if (is_there == 0) return 0;
    fprintf(stderr, "--cases: expected the size of a text and as many bytes\n");
    return 2;
}

int main(int argc, char **argv)
{
    ballast_fault fault;
    size_t size;
    if (argc == 2 && strcmp(argv[1], "--cases") == 0) return check_cases();
    if (argc > 2 || (argc == 2 && strncmp(argv[1], "--", 2) == 0)) {
        fprintf(stderr, "usage: %s [--cases | FILE]\n", argv[0]);
        return 2;
    }
    const int is_stdin = argc < 2 || strcmp(argv[1], "-") == 0;
    const char *const path = is_stdin ? "<stdin>" : argv[1];
    FILE *const file = is_stdin ? stdin : fopen(path, "rb");
    char *const text = file ? slurp(file, &size) : 0;
    if (!text || ferror(file)) {
        perror(path);
        return 2;
    }
    if (ballast_check(text, size, &fault)) return 0;
    printf("%s:", path);
    say("", &fault);
    return 1;
}
#endif

)c";

} // namespace ballast::readers
