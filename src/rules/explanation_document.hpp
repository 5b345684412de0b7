// The text of spec/explanations.md.
#pragma once

#include <string_view>

namespace ballast::inline v0 {

std::string_view explanation_document();

} // namespace ballast::inline v0
