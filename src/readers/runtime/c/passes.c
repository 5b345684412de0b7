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
    for (end = word; end != r->end && sets[COLUMN_WORD][*end]; ++end) {
    }
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
    if ((size_t)(r->end - p) >= size && memcmp(p, bytes, size) == 0) \
        p += size; \
    else \
        p = FAIL(p, shown);

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
#define ENTER \
    const u8 *const begin = p; \
    const u8 *const farthest = r->farthest; \
    const int count = r->count; \
    const size_t size = r->size;
#define LEAVE(rule) \
    if (p) \
        add_event(r, rule, begin, p); \
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
