// Configurations in attributes, which are JSON.
#pragma once

#include <string_view>

namespace ballast::checking {

// True if both texts are JSON with the same values; members may be in any order.
bool same_configuration(std::string_view a, std::string_view b);

} // namespace ballast::checking
