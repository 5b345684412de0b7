// The standard streams of the process.
#pragma once

namespace ballast::cli {

// Ends the command like any command whose reader has closed the pipe: by SIGPIPE, without a message.
[[noreturn]] void end_of_pipe();

// Opens standard input, output and error if they are closed, so that no file gets their numbers. Reading and writing
// them still fails.
void keep_standard_streams();

} // namespace ballast::cli
