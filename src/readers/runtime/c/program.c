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
    for (int i = 0; i < shown; ++i) printf("%s%s", i == 0 ? "" : i + 1 == shown ? " or " : ", ", fault->expected[i]);
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
        if (ballast_check(text, size, &fault))
            puts("ok");
        else
            say("", &fault);
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
