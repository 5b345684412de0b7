// Reads files of a POSIX system.
#include "ballast/source.hpp"

#include "base/input_record.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace ballast::inline v0 {

namespace {

struct descriptor {
    int number;
    bool owned;
    explicit descriptor(int n, bool o) : number(n), owned(o) {}
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    ~descriptor()
    {
        if (owned && number >= 0) ::close(number);
    }
};

struct buffer {
    char* bytes = nullptr;
    std::size_t size = 0;
    std::size_t capacity = 0;
    ~buffer() { std::free(bytes); }

    bool grow(std::size_t wanted)
    {
        void* const larger = std::realloc(bytes, wanted);
        if (!larger) return false;
        bytes = static_cast<char*>(larger);
        capacity = wanted;
        return true;
    }
};

read_result failed(int error) { return {{}, std::strerror(error)}; }
read_result too_large(std::size_t limit) { return {{}, fmt::format("larger than {} bytes", limit)}; }

descriptor opened(const std::string& path)
{
    const bool standard_input = path == "-";
    return descriptor(standard_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC), !standard_input);
}

read_result read_all(int file, const struct stat& status, std::size_t limit)
{
    const auto known_size = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
    buffer read;
    // One byte more than the size of the file, to detect its end without a second allocation; one byte more than the
    // limit, to detect that it is exceeded.
    const auto at_most = [&](std::size_t wanted) { return limit < wanted ? limit + 1 : wanted; };
    if (!read.grow(known_size != 0 ? known_size + 1 : at_most(64 * 1024))) return failed(ENOMEM);
    while (true) {
        if (read.size == read.capacity && !read.grow(at_most(read.capacity * 2))) return failed(ENOMEM);
        const auto got = ::read(file, read.bytes + read.size, read.capacity - read.size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failed(errno);
        if (got == 0) break;
        read.size += static_cast<std::size_t>(got);
        if (read.size > limit) return too_large(limit);
        if (read.size == known_size && read.size < read.capacity) break; // fewer bytes than requested: the end
    }
    read_result result{source_text::adopt(read.bytes, read.size), {}};
    read.bytes = nullptr;
    return result;
}

} // namespace

std::optional<file_identity> identity_in(const struct stat& status)
{
    if (!S_ISREG(status.st_mode) && !S_ISBLK(status.st_mode)) return std::nullopt;
    return file_identity{status.st_dev, status.st_ino};
}

void input_record::add(const std::string& path, const struct stat& status)
{
    const auto identity = kept_ ? identity_in(status) : std::nullopt;
    if (!identity) return;
    const std::scoped_lock held(lock_);
    paths_.emplace(*identity, path);
}

std::optional<std::string> input_record::input_that_is(const file_identity& file) const
{
    const std::scoped_lock held(lock_);
    const auto found = paths_.find(file);
    return found == paths_.end() ? std::nullopt : std::optional(found->second);
}

input_record& inputs_of_run()
{
    static input_record all;
    return all;
}

// Opened once: the writer of a named pipe may be gone the second time.
read_result read_source(const std::string& path, std::size_t limit)
{
    const auto file = opened(path);
    if (file.number < 0) return failed(errno);
    struct stat status{};
    if (::fstat(file.number, &status) != 0) return failed(errno);
    if (S_ISDIR(status.st_mode)) return failed(EISDIR);
    inputs_of_run().add(path, status);
    // Files can be larger than the range of `std::size_t`.
    if (S_ISREG(status.st_mode) && static_cast<std::uint64_t>(status.st_size) > limit) return too_large(limit);
    return read_all(file.number, status, limit);
}

} // namespace ballast::inline v0
