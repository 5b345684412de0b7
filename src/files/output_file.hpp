// Files that are written.
#pragma once

#include "base/input_record.hpp"

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace ballast::inline v0::files {

// The identity of a file that can be both read and written; empty for others, and if it does not exist. `-` is standard
// input.
std::optional<file_identity> identity_of(const std::string& path);
std::optional<file_identity> identity_of_standard_output();

// Records a file as an input of the run before it is read.
void add_input(const std::string& path);
// The input that this file is, by its path; empty if it is not an input.
std::optional<std::string> input_that_is(const std::string& path);

enum class existing : bool { kept, replaced };

// A file that is being written. A regular file has a temporary name in its folder until `finish` renames it: nobody
// sees an incomplete file, and an existing file is kept if writing fails. Pipes and devices are written directly.
// An input of the run is never replaced, even if it is read only after the output was opened.
class output_file {
public:
    output_file(const std::string& path, existing file);
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;
    ~output_file();

    // False once a write has failed.
    bool write(std::string_view bytes);
    // The number of the first error; 0 without one.
    [[nodiscard]] int error() const { return error_; }
    // The temporary name, for libraries that write files by name. Empty if the file is written directly.
    [[nodiscard]] const std::string& temporary() const { return temporary_; }
    // Completes the file. Returns the error, or empty. Call it once.
    std::string finish();

private:
    void open(const std::string& path, existing file);
    void open_beside();
    void replace();
    // True if an existing file is an input. Then it is kept.
    bool keeps_input(const struct stat& status);
    void fail(int error);

    std::FILE* file_ = nullptr;
    std::string target_;    // the final name
    std::string temporary_; // the temporary name; empty if the file is written directly
    bool reserved_ = false; // the target is an empty file that we created
    int error_ = 0;
    std::string problem_; // the error in words, if it has no number
};

// Writes a whole file. Returns the error, or empty.
std::string write_file(const std::string& path, std::string_view text, existing file);

} // namespace ballast::inline v0::files
