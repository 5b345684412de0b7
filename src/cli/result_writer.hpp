// Results in files: one to standard output or a file, several to files of a folder.
#pragma once

#include "cli/output.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

class result_writer {
public:
    // `to` is the value of -o.
    result_writer(std::string_view command, const std::string& to, bool many, output& out)
        : command_(command), to_(to), many_(many), out_(out)
    {
    }

    // Makes the folder. False, and reported, if there is none.
    [[nodiscard]] bool ready() const;
    // The files that are written for these places, which are relative to the folder.
    [[nodiscard]] std::vector<std::string> paths(const std::vector<std::string>& places) const;
    // `place` is relative to the folder. False, and reported, if that fails.
    bool write(const std::string& place, std::string_view text);

private:
    [[nodiscard]] bool failed(const std::string& path, std::string_view problem) const;

    std::string_view command_;
    const std::string& to_;
    bool many_;
    output& out_;
    std::set<std::string> written_;
};

} // namespace ballast::cli
