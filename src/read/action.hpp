// The table of actions: one specialisation per rule, one header per section.
#pragma once

#include "read/verbs.hpp"

namespace ballast::read {

template <typename Rule>
struct action : tao::pegtl::nothing<Rule> {};

} // namespace ballast::read
