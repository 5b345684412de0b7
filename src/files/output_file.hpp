// Files that are written.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace ballast::inline v0::files {

// The identity of a file, following links.
struct file_identity {
    dev_t device;
    ino_t inode;

    friend auto operator<=>(const file_identity&, const file_identity&) = default;
};
// The identity of a regular file or disk. Empty if the file does not exist, and for pipes, terminals and other devices,
// which can be read and written at the same time.
std::optional<file_identity> identity_of(const std::string& path);
std::optional<file_identity> identity_of_standard_output();

enum class existing : bool { kept, replaced };

// A file that is being written. A regular file has a temporary name in its folder until `finish` renames it: nobody
// sees an incomplete file, and an existing file is kept if writing fails. Pipes and devices are written directly.
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
    void fail(int error);

    std::FILE* file_ = nullptr;
    std::string target_;    // the final name
    std::string temporary_; // the temporary name; empty if the file is written directly
    bool reserved_ = false; // the target is an empty file that we created
    int error_ = 0;
};

// Writes a whole file. Returns the error, or empty.
std::string write_file(const std::string& path, std::string_view text, existing file);

} // namespace ballast::inline v0::files
