// The chapters of the specification as they are in spec/.
#pragma once

#include <string_view>
#include <vector>

namespace ballast::readers {

std::vector<std::string_view> chapter_texts();

} // namespace ballast::readers
