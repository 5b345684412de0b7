// Parts of `validate` that other commands use.
#pragma once

#include "ballast/answers.hpp"

namespace ballast::inline v0::answers {

// Turns warnings, and notes about unknown spellings, into errors if `strict`.
severity severity_of(const finding& what, bool strict);

// A finding about one file, with its places.
reported_finding reported(const finding& what, const files::input_file& file, line_table& lines);

} // namespace ballast::inline v0::answers
