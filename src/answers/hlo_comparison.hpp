// The texts of a module compared with the HloProto of the same compilation.
#pragma once

#include "ballast/document.hpp"
#include "ballast/files.hpp"
#include "ballast/finding.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ballast::inline v0::answers {

// The HloProto of a module, which is read once. What it does not have is not compared: addresses, pages other than 0,
// the order of the uses of a value, and a schedule in old releases; nor is the metadata of instructions.
class hlo_comparison {
public:
    // Without an HloProto among the files there is nothing to compare with.
    hlo_comparison(const files::module_files& module, const files::options& reading);

    // The first line of the text that the HloProto does not give.
    [[nodiscard]] std::optional<finding> difference(const document& read, const files::input_file& file) const;

private:
    std::string name_; // of the HloProto, without the folder; empty if there is none
    std::string bytes_;
};

} // namespace ballast::inline v0::answers
