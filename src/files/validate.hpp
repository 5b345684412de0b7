// Parts of `validate` that other commands use.
#pragma once

#include "ballast/files.hpp"

namespace ballast::inline v0::files {

// As `validate`, for callers that use the documents afterwards: those of files that are not large keep their trees.
std::vector<validated_file> validate_and_keep(const module_files& module, const options& given,
                                              const validate_options& how, std::size_t threads);

// Turns warnings, and notes about unknown spellings, into errors if `strict`.
severity severity_of(const finding& what, bool strict);

// A finding about one file, with its places.
reported_finding reported(const finding& what, const input_file& file, line_table& lines);

} // namespace ballast::inline v0::files
