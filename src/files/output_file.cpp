#include "files/output_file.hpp"

#include "files/names.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace ballast::inline v0::files {

namespace fs = std::filesystem;

namespace {

// A unique name that is short enough for every file system.
int open_unused(const std::string& folder, std::string& name)
{
    static unsigned number = 0;
    while (true) {
        name = (fs::path(folder) / fmt::format(".ballast-{}-{}.tmp", ::getpid(), number++)).string();
        const int opened = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (opened >= 0 || errno != EEXIST) return opened;
    }
}

// The target of links, so that the links are kept.
std::string behind_links(const std::string& path)
{
    const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
    return real ? real.get() : path;
}

// False if it does not exist.
bool look_at(const std::string& path, struct stat& status)
{
    return (path == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status)) == 0;
}

} // namespace

std::optional<file_identity> identity_of(const std::string& path)
{
    struct stat status{};
    return look_at(path, status) ? identity_in(status) : std::nullopt;
}

std::optional<file_identity> identity_of_standard_output()
{
    struct stat status{};
    return ::fstat(STDOUT_FILENO, &status) == 0 ? identity_in(status) : std::nullopt;
}

void add_input(const std::string& path)
{
    struct stat status{};
    if (look_at(path, status)) inputs_of_run().add(path, status);
}

std::optional<std::string> input_that_is(const std::string& path)
{
    const auto identity = identity_of(path);
    return identity ? inputs_of_run().input_that_is(*identity) : std::nullopt;
}

output_file::output_file(const std::string& path, existing file) { open(path, file); }

void output_file::open(const std::string& path, existing file)
{
    struct stat status{};
    const bool link_or_file = ::lstat(path.c_str(), &status) == 0;
    if (file == existing::kept && link_or_file) return fail(EEXIST);
    const bool there = ::stat(path.c_str(), &status) == 0;
    if (there && S_ISDIR(status.st_mode)) return fail(EISDIR);
    if (there && keeps_input(status)) return;
    const bool is_standard_output =
        there && identity_in(status) && identity_in(status) == identity_of_standard_output();
    if (is_standard_output || (link_or_file && !there) || (there && !S_ISREG(status.st_mode))) {
        const int direct = is_standard_output ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                                              : ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (direct < 0) return fail(errno);
        file_ = ::fdopen(direct, "wb");
        if (!file_) fail(errno);
        return;
    }
    if (there && ::access(path.c_str(), W_OK) != 0) return fail(errno);
    target_ = there ? behind_links(path) : path;
    if (file == existing::kept) {
        const int made = ::open(target_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (made < 0) return fail(errno);
        ::close(made);
        reserved_ = true;
    }
    open_beside();
    if (there && file_) {
        // If that is permitted.
        static_cast<void>(!::fchown(::fileno(file_), status.st_uid, status.st_gid));
        static_cast<void>(!::fchmod(::fileno(file_), status.st_mode & 07777));
    }
}

void output_file::open_beside()
{
    const auto folder = fs::path(target_).parent_path().string();
    const int opened = open_unused(folder.empty() ? "." : folder, temporary_);
    if (opened < 0) {
        temporary_.clear();
        return fail(errno);
    }
    file_ = ::fdopen(opened, "wb");
    if (!file_) fail(errno);
}

output_file::~output_file()
{
    if (file_) std::fclose(file_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    if (reserved_) ::unlink(target_.c_str());
}

bool output_file::keeps_input(const struct stat& status)
{
    const auto identity = identity_in(status);
    const auto input = identity ? inputs_of_run().input_that_is(*identity) : std::nullopt;
    if (!input) return false;
    problem_ = fmt::format("the output is also an input, {}", quoted_name(*input));
    fail(EBUSY);
    return true;
}

void output_file::replace()
{
    struct stat status{};
    // Inputs can have been read since the file was opened.
    if (!reserved_ && ::stat(target_.c_str(), &status) == 0 && keeps_input(status)) return;
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
}

void output_file::fail(int error)
{
    if (error_ == 0) error_ = error;
}

bool output_file::write(std::string_view bytes)
{
    if (error_ == 0 && std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail(errno);
    return error_ == 0;
}

std::string output_file::finish()
{
    if (file_ && std::fclose(std::exchange(file_, nullptr)) != 0) fail(errno);
    if (error_ == 0 && !temporary_.empty()) replace();
    if (error_ != 0) return problem_.empty() ? std::strerror(error_) : problem_;
    temporary_.clear();
    reserved_ = false;
    return {};
}

std::string write_file(const std::string& path, std::string_view text, existing file)
{
    output_file to(path, file);
    to.write(text);
    return to.finish();
}

} // namespace ballast::inline v0::files
