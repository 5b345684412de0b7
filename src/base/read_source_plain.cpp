// Reads files with the standard library only, for systems without POSIX.
#include "ballast/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace ballast::inline v0 {

namespace {

read_result failed(int error) { return {{}, std::strerror(error)}; }

struct release {
    void operator()(char* bytes) const { std::free(bytes); }
    void operator()(std::FILE* file) const
    {
        if (file != stdin) std::fclose(file);
    }
};

} // namespace

read_result read_source(const std::string& path, std::size_t limit)
{
    constexpr std::size_t first_size = 64 * 1024;
    const std::unique_ptr<std::FILE, release> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
    if (!file) return failed(errno);
    std::unique_ptr<char, release> bytes;
    std::size_t size = 0;
    std::size_t capacity = 0;
    while (std::feof(file.get()) == 0) {
        if (size == capacity) {
            capacity = std::max(first_size, 2 * capacity);
            auto* const larger = static_cast<char*>(std::realloc(bytes.get(), capacity));
            if (!larger) return failed(ENOMEM);
            static_cast<void>(bytes.release());
            bytes.reset(larger);
        }
        size += std::fread(bytes.get() + size, 1, capacity - size, file.get());
        if (std::ferror(file.get()) != 0) return failed(errno);
        if (size > limit) return {{}, fmt::format("larger than {} bytes", limit)};
    }
    return {source_text::adopt(bytes.release(), size), {}};
}

} // namespace ballast::inline v0
