/* The C interface, for WebAssembly and other languages: answers questions about files in memory as the command does.

   Functions throw nothing and never end the program: problems with an input or a question, and a lack of memory, are
   answers, too. A session and its answers are used by one thread at a time. Strings are UTF-8. */
#ifndef BALLAST_H
#define BALLAST_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library: `0.1.0`. */
const char* ballast_version(void);

/* Memory for the bytes of a file. Null if there is none. */
char* ballast_allocate(size_t bytes);
void ballast_release(char* bytes);

/* Files that questions are about. */
typedef struct ballast_session ballast_session;

/* Null if there is no memory. */
ballast_session* ballast_open(void);
void ballast_close(ballast_session* session);

/* Adds a file: its name in output, and its bytes from ballast_allocate(), which belong to the session from now on. A file
   that was found in a folder is left out if it is not a dump. A named file is always used; if it is a log, the texts in it
   are. A file of the same name is replaced. Compressed files must be decompressed first; their names may keep the ending. Returns 0 if there is no memory; the bytes are freed then, too. */
int ballast_add(ballast_session* session, const char* name, char* bytes, size_t size, int in_folder);

/* Called after each module that was read, with the bytes that were read so far and those of all files of the question. If it returns
   0, the question is cancelled. */
typedef int (*ballast_progress)(void* context, double read, double bytes);
void ballast_watch(ballast_session* session, ballast_progress progress, void* context);

/* An answer: what the command would print. */
typedef struct ballast_answer ballast_answer;

/* Asks a question: a JSON object with the member `ask` and the options of that command, as docs/wasm.md lists them.
   `other` is the second session of questions about two, otherwise null. Returns null if there is no memory even for an
   answer. */
ballast_answer* ballast_ask(ballast_session* session, ballast_session* other, const char* question);
void ballast_forget(ballast_answer* answer);

/* The exit code of the command: 0, 1 if something failed, 2 if there is no answer; 3 if it was cancelled. */
int ballast_code(const ballast_answer* answer);
/* What the command prints to standard output. It does not end with a NUL byte. */
const char* ballast_output(const ballast_answer* answer);
size_t ballast_output_size(const ballast_answer* answer);
/* What it prints to standard error, as a JSON array of lines that ends with a NUL byte. */
const char* ballast_messages(const ballast_answer* answer);

#ifdef __cplusplus
}
#endif

#endif
