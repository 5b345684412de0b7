// The modules of a folder by their totals.
#pragma once

#include "ballast/answers.hpp"

#include <cstddef>
#include <string>
#include <unordered_map>

namespace ballast::inline v0::answers {

// Modules with the same name and memory share a row.
class summary_builder {
public:
    explicit summary_builder(std::int64_t space) { all_.space = space; }

    // True if the module has a row of its own.
    bool add(const loaded_module& module);
    folder_summary finish();

private:
    folder_summary all_;
    std::unordered_map<std::string, std::size_t> known_;
};

} // namespace ballast::inline v0::answers
