// The answer of `bundle`: what a bug report about memory needs, redacted: the files of a module, the sizes of failures
// in logs, versions, and the answer of `show`.
#pragma once

#include "answers/show.hpp"
#include "ballast/redact.hpp"

#include <string>
#include <vector>

namespace ballast::inline v0::answers {

struct bundled_file {
    std::string name; // in the archive, below its folder
    std::string text;
    std::string line; // about it, in the file of versions
    era_set era;
};

struct bundle_answer : outcome {
    std::vector<bundled_file> files;
    std::string failures; // the sizes of those in logs; empty without any
    std::string versions;
    show_answer about; // the redacted files
};

// The files of a bundle: a single file comes with all files of its module in its folder, also with its report and its
// module text.
files::found_files find_whole_module(const std::vector<std::string>& paths, const files::options& reading);

// `words` has the replacements afterwards.
bundle_answer bundle(const files::found_files& of, const run& by, redact::redactor& words);

} // namespace ballast::inline v0::answers
