// Files in memory, their modules, and reading them for an answer.
#pragma once

#include "answers/discovery.hpp"
#include "answers/load.hpp"
#include "ballast/render.hpp"
#include "question.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ballast::wasm {

using answers::code_of;
using answers::failure;
using answers::success;
using answers::trouble;
inline constexpr int cancelled = 3; // in addition to the exit codes of the command

struct answer : answers::outcome {
    std::string output;

    void write(std::string_view piece) { output.append(piece); }
    [[nodiscard]] render::piece_taker taker()
    {
        return [this](std::string_view piece) {
            write(piece);
            return true;
        };
    }
};

// Thrown to cancel a question.
struct cancel {};

// How many bytes of a question were read.
class progress {
public:
    // Returns false to cancel.
    using listener = std::function<bool(double read, double bytes)>;

    void listen(listener to) { listener_ = std::move(to); }
    void start(std::size_t bytes);
    // So many more bytes were read. Throws `cancel`.
    void finish(std::size_t bytes);

private:
    listener listener_;
    double bytes_ = 0;
    double read_ = 0;
};

class session {
public:
    session() = default;
    session(const session&) = delete;
    session& operator=(const session&) = delete;

    void add(std::string name, source_text bytes, bool in_folder);
    progress& progressed() { return progress_; }

    // The files, with logs replaced by their texts, and notices about what was left out.
    const files::found_files& found();
    // All modules, as the command groups them.
    std::vector<files::module_files> modules(const question& asked);
    // The files of a question: those of one module, or all. If there is no such module, that is reported.
    files::found_files inputs(const question& asked, answers::outcome& to);
    // The same, with what was left out reported. Empty if there are none.
    std::vector<files::input_file> files(const question& asked, answers::outcome& to);
    // How they are read.
    answers::run run_of(const question& asked);

private:
    std::vector<files::input_file> files_;
    std::unordered_map<std::string, std::size_t> numbers_; // of the files, by name
    std::optional<files::found_files> found_;
    progress progress_;
};

} // namespace ballast::wasm
