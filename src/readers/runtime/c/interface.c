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
