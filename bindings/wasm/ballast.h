/* The C interface: questions about files in memory, with the answers of the command. For WebAssembly and other languages.

   Nothing is thrown and nothing ends the program: what is wrong with an input, a question or the memory is an answer.
   A session and its answers are used by one thread at a time. Texts are UTF-8. */
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

/* Files that are asked about together. */
typedef struct ballast_session ballast_session;

/* Null if there is no memory. */
ballast_session* ballast_open(void);
void ballast_close(ballast_session* session);

/* Adds a file: its name in output, and its bytes from ballast_allocate(), which belong to the session from now on. A file
   that was found in a folder is left out if it is not a dump; a named one is taken whatever it is, and if it is a log, the
   texts in it are taken. A file of the same name is replaced. Compressed files must be decompressed before; their names may
   keep the ending. Returns 0 if there is no memory; the bytes are freed then, too. */
int ballast_add(ballast_session* session, const char* name, char* bytes, size_t size, int in_folder);

/* Is called while files are read, with the bytes that were read of all bytes of the question. Returns 0 to cancel, which
   takes effect after the current file. */
typedef int (*ballast_progress)(void* context, double read, double bytes);
void ballast_watch(ballast_session* session, ballast_progress progress, void* context);

/* What the command would print, in memory. */
typedef struct ballast_answer ballast_answer;

/* Asks a question: a JSON object with the member `ask` and the options of that command, as docs/wasm.md lists them.
   `other` is a second session for questions about two, else null. Null if there is not even memory for an answer. */
ballast_answer* ballast_ask(ballast_session* session, ballast_session* other, const char* question);
void ballast_forget(ballast_answer* answer);

/* The exit code of the command: 0, 1 if something failed, 2 if there is no answer; 3 if it was cancelled. */
int ballast_code(const ballast_answer* answer);
/* What the command prints to standard output. Not ended by a NUL byte. */
const char* ballast_output(const ballast_answer* answer);
size_t ballast_output_size(const ballast_answer* answer);
/* What it prints to standard error: a JSON array of lines, ended by a NUL byte. */
const char* ballast_messages(const ballast_answer* answer);

#ifdef __cplusplus
}
#endif

#endif
