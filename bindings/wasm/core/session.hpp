// Files in memory, their modules, and reading them for an answer.
#pragma once

#include "answers/modules.hpp"
#include "answers/show.hpp"
#include "ballast/files.hpp"
#include "ballast/render.hpp"
#include "files/memory_files.hpp"
#include "files/module_files.hpp"
#include "files/module_memory.hpp"
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
using answers::loaded_module;
using answers::report_unused;
using answers::success;
using answers::trouble;
inline constexpr int cancelled = 3; // in addition to the exit codes of the command

struct answer : answers::receiver {
    int code = success;
    std::string output;
    std::vector<std::string> messages;

    bool write(std::string_view piece) override
    {
        output.append(piece);
        return true;
    }
    bool flush() override { return true; }
    void report(std::string_view lines) override;
    [[nodiscard]] const render::line_style& style() const override { return style_; }

    // The question cannot be answered.
    void fail(std::string message)
    {
        code = trouble;
        messages.push_back(std::move(message));
    }
    [[nodiscard]] render::piece_taker taker()
    {
        return [this](std::string_view piece) { return write(piece); };
    }

private:
    render::line_style style_;
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
    // The files of a question: those of one module, or all. Empty if there are none, which the answer reports.
    std::vector<files::input_file> inputs(const question& asked, answer& to);
    // The files that can be logs, from folders or not.
    [[nodiscard]] std::vector<answers::log_input> logs(bool in_folder) const;

private:
    std::vector<files::memory_file> files_;
    std::unordered_map<std::string, std::size_t> numbers_; // of the files, by name
    std::optional<files::found_files> found_;
    progress progress_;
};

files::options options_of(const question& asked);

// A message as the command prints it: `ballast show: …`.
std::string from(std::string_view command, std::string_view message);

// Functions of answers/modules.hpp. If they find a problem, it also becomes the code of the answer.
answers::module_read read_module(std::string_view command, const std::vector<files::input_file>& inputs,
                                 const question& asked, answer& to);
loaded_module load_module(std::string_view command, std::vector<files::input_file> inputs, const question& asked,
                          const memory_options& wished, answer& to);
bool have_same_part(std::string_view command, const std::vector<files::module_file>& read, answer& to);
bool has_space(std::string_view command, const std::set<std::int64_t>& spaces, std::optional<std::int64_t> space,
               answer& to);
bool has_step(std::string_view command, const memory_analysis& memory, std::optional<std::int64_t> step, answer& to);

// The modules of a folder, by their totals.
files::folder_summary summarise(session& of, const std::vector<files::input_file>& inputs, const question& asked,
                                answer& to);

} // namespace ballast::wasm
