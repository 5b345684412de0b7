// A question and its options, read from JSON.
#pragma once

#include "ballast/files.hpp"
#include "ballast/fit.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::wasm {

struct question {
    std::string ask;
    std::string format;                 // empty: the one for programs, JSON for most questions
    std::optional<std::int64_t> module; // of several; empty: all files
    std::string title;                  // of a page about several modules

    // Options of the commands, with their names.
    std::string by = "alike";
    std::string sort = "bytes";
    std::string era;
    std::string part;
    std::string to;
    std::string id;
    std::optional<std::string> why;
    std::vector<std::string> only;
    std::vector<std::string> disable;
    std::vector<std::string> tables;
    std::optional<std::int64_t> space;
    std::optional<std::int64_t> step;
    std::string device;                // whose memory a module must fit
    std::optional<std::int64_t> limit; // or so many bytes
    std::optional<std::int64_t> top;
    std::int64_t width = 80;
    std::int64_t max_errors = 100;
    bool estimate = false; // a dump of another platform than the device decides, too
    bool strict = false;
    bool audit = false;
    bool verbose = false;
    bool full_paths = false;
    bool plain = false;
    bool raw = false;
    bool svg = false;
    bool positions = false;
    bool files_alone = false;

    std::optional<memory_limit> must_fit{}; // by `device` or `limit`
};

// The question, or what is wrong with it.
struct parsed_question {
    question asked;
    std::string problem;
};
parsed_question parse_question(std::string_view json);

} // namespace ballast::wasm
