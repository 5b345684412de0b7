// The command, from its arguments to its exit code.
#pragma once

#include "ballast/read.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ballast::cli {

// 0: all well; 1: something failed; 2: usage, an unreadable path, a failed write, no input at all.
enum exit_code : int { success = 0, failure = 1, trouble = 2 };

struct options {
    std::vector<std::string> paths;
    std::optional<entry> line_rule; // --rule: each line is a case
    bool quiet = false;
    std::size_t max_errors = 100; // of one file; 0: no limit
    bool strict = false;          // warnings and notes are errors
    // generate
    std::uint64_t seed = 0;
    std::uint64_t size = 4096; // bytes, about
    std::string era = "D24";
    std::string section;
    // grammar
    std::string format = "ebnf";
};

int run(int argc, const char* const* argv);

int roundtrip(const options& given);
int validate(const options& given);
int era(const options& given);
int print(const options& given);
int show(const options& given);
int generate(const options& given);
int grammar(const options& given);

// What --section takes.
std::vector<std::string> section_names();

} // namespace ballast::cli
