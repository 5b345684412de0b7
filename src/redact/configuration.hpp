// Configurations: `{"window_config":{"kernel":["8"]}}`.
#pragma once

#include "redact/dictionary.hpp"

#include <string>
#include <string_view>

namespace ballast::inline v0::redact {

// A configuration with other words. Of JSON, the keys, the texts and the numbers are replaced one by one, so that equal
// values stay equal whatever the order of their keys, and the order comes back. Other text is replaced as a whole; if
// it begins with `{`, its replacement is a dict, too.
std::string configuration(std::string_view old, dictionary& words);

} // namespace ballast::inline v0::redact
