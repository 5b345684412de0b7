// Files that commands write.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace ballast::cli {

// Ends the command as one ends whose reader has gone: by SIGPIPE, without a message.
[[noreturn]] void end_of_pipe();

// Opens what is closed of standard input, output and error, so that no file gets their numbers. Reading and writing
// there still fails.
void keep_standard_streams();

// What a path leads to, through links.
struct file_identity {
    dev_t device;
    ino_t inode;

    friend bool operator==(const file_identity&, const file_identity&) = default;
};
// Of regular files and disks. Nothing for what does not exist, and for pipes, terminals and other devices: these can be
// read and written at once.
std::optional<file_identity> identity_of(const std::string& path);
std::optional<file_identity> identity_of_standard_output();

enum class existing : bool { kept, replaced };

// A file that is being written. A regular one has another name in its folder until `finish` renames it, so that nobody
// sees half of it and what was there stays if writing fails. Pipes and devices are written directly.
class output_file {
public:
    output_file(const std::string& path, existing file);
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;
    ~output_file();

    // False once a write has failed.
    bool write(std::string_view bytes);
    // Why the file could not be written, or nothing. Called once.
    std::string finish();

private:
    void open(const std::string& path, existing file);
    void open_beside();
    void fail(int error);

    std::FILE* file_ = nullptr;
    std::string target_;    // where a file with another name is renamed to
    std::string temporary_; // the other name; empty where the file is written directly
    bool reserved_ = false; // the target is an empty file of ours
    int error_ = 0;
};

// Writes a whole file; why that failed, or nothing.
std::string write_file(const std::string& path, std::string_view text, existing file);

// Makes a folder for output where there is none, and says so on standard error. False where that failed, which is said,
// too.
bool make_folder(std::string_view command, const std::string& folder);

} // namespace ballast::cli
