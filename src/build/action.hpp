// The table of actions: one specialisation a rule, in one header a section.
#pragma once

#include "build/verbs.hpp"

namespace ballast::build {

template <typename Rule>
struct action : tao::pegtl::nothing<Rule> {};

} // namespace ballast::build
