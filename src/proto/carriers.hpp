// The forms of binary files, and where their programs are.
#pragma once

#include "ballast/proto.hpp"
#include "proto/survey.hpp"

namespace ballast::inline v0::proto {

binary_form form_of(std::string_view bytes);

// When a file can have been written, by its fields.
era_set dates_of(const binary_program& x, const survey& seen);

} // namespace ballast::inline v0::proto
