// Findings that are known: `--baseline` takes what `validate --format json` printed.
#pragma once

#include "ballast/finding.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace ballast::cli {

// How often a finding is known in a file. Lines do not matter: they move.
class baseline {
public:
    // What the JSON text says; nothing where it is not what `validate --format json` prints.
    static std::optional<baseline> of(std::string_view json);

    void add(std::string_view path, std::string_view id, std::string_view message);

    // The known findings of one file, each of which is used up when it is met.
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

} // namespace ballast::cli
