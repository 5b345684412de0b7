// The files that a run reads, so that no output replaces one of them. Only the command keeps the record.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace ballast::inline v0 {

// The identity of a file, following links.
struct file_identity {
    dev_t device;
    ino_t inode;

    friend auto operator<=>(const file_identity&, const file_identity&) = default;
};
// The identity of a regular file or disk. Empty for pipes, terminals and other devices, which can be read and written
// at the same time.
std::optional<file_identity> identity_in(const struct stat& status);

// May be used on several threads. Reading a file adds it.
class input_record {
public:
    // Begins the record; until then, nothing is added.
    void begin() { kept_ = true; }
    void add(const std::string& path, const struct stat& status);
    // The path under which a file is an input; empty if it is not one.
    [[nodiscard]] std::optional<std::string> input_that_is(const file_identity& file) const;

private:
    std::atomic<bool> kept_ = false;
    mutable std::mutex lock_;
    std::map<file_identity, std::string> paths_;
};
// The record of this process.
input_record& inputs_of_run();

} // namespace ballast::inline v0
