// Known findings: `--baseline` reads the output of `validate --format json`.
#pragma once

#include "ballast/finding.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace ballast::inline v0::render {

// How often a finding is known in a file. Line numbers do not count, because they change.
class baseline {
public:
    // Reads the JSON text; empty if it is not the output of `validate --format json`.
    static std::optional<baseline> of(std::string_view json);

    void add(std::string_view path, std::string_view id, std::string_view message);

    // The known findings of one file. Each one matches only once.
    class of_file {
    public:
        [[nodiscard]] bool takes(const finding& what);

    private:
        friend baseline;
        std::map<std::pair<std::string, std::string>, std::size_t, std::less<>> left_;
    };
    [[nodiscard]] of_file in(std::string_view path) const;

private:
    std::map<std::string, of_file, std::less<>> files_;
};

} // namespace ballast::inline v0::render
