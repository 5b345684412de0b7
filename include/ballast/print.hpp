// Prints a tree as the XLA of its era would have printed it, byte for byte.
#pragma once

#include "ballast/ast.hpp"
#include "ballast/document.hpp"
#include "ballast/export.hpp"
#include "ballast/sink.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

// One overload per node. `forms` has the spellings that a file chooses once; `unseen` prints the current spelling.
BALLAST_API void print(sink& out, const ast::shape& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::layout& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::metadata& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::literal& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::shaped_literal& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::sharding& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::replica_groups& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::attribute& x, const ast::forms& forms); // `key=value`
BALLAST_API void print_value(sink& out, const ast::attribute& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::instruction& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::value_name& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::value_line& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::allocation& x, const ast::forms& forms);
// The header of an allocation, without its line end.
BALLAST_API void print_head(sink& out, const ast::allocation& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::peak& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::used_value& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::live_range& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::stack_trace& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::dump& x);
BALLAST_API void print(sink& out, const ast::usage_report& x);
BALLAST_API void print(sink& out, const ast::allocation_statistics& x);
BALLAST_API void print(sink& out, const ast::oom_report& x);
BALLAST_API void print(sink& out, const ast::buffer_info& x);
BALLAST_API void print(sink& out, const ast::module_text& x);
BALLAST_API void print(sink& out, const ast::tpu_report& x);
BALLAST_API void print(sink& out, const ast::tpu_usage& x);
BALLAST_API void print(sink& out, const ast::memory_message& x);
BALLAST_API void print(sink& out, const ast::tree& x);

// Prints a stream of records (ballast/ast/records.hpp). The rows of a stack trace are printed at its end, since the
// lines drawn before a row depend on the rows below it.
class BALLAST_API record_printer {
public:
    record_printer(sink& out, const ast::forms& forms) : out_(out), forms_(forms) {}

    void frame_first(std::string_view name);
    void frame_last(std::string_view name);
    void assignment_head();
    void allocation(const ast::allocation& head);
    void value(const ast::value_line& x);
    void reused_head();
    void reused(const ast::reused_value& x);
    void total(const ast::total& x);
    void used_values_head();
    void used_value(const ast::used_value& x);
    void live_range_gap();
    void live_range_head(const ast::live_range& head);
    void sequence_head();
    void row(const ast::sequence_row& x);
    void ranges_head();
    void row(const ast::live_range_row& x);
    void peak_head(const ast::peak& head);
    void row(const ast::peak_row& x);
    void trace_head(const ast::stack_trace& head);
    void row(const ast::stack_row& x);
    void trace_end();
    void unbounded_peak();
    void moments_head();
    void row(const ast::moment_row& x);
    void no_live_range();
    void forget_nodes() { instruction_ = nullptr; }

private:
    sink& out_;
    const ast::forms& forms_;
    // Values that follow each other may have the same instruction: its text is copied from the output.
    const ast::instruction* instruction_ = nullptr; // the last one
    std::uint64_t instruction_at_ = 0;              // where its text is in the sink
    std::size_t instruction_size_ = 0;
    ast::stack_trace trace_;
    std::vector<ast::stack_row> trace_rows_;
};

BALLAST_API std::string print(const ast::dump& x);
BALLAST_API std::string print(const ast::usage_report& x);
BALLAST_API std::string print(const ast::allocation_statistics& x);
BALLAST_API std::string print(const ast::oom_report& x);
BALLAST_API std::string print(const ast::buffer_info& x);
BALLAST_API std::string print(const ast::module_text& x);
BALLAST_API std::string print(const ast::tpu_report& x);
BALLAST_API std::string print(const ast::tpu_usage& x);
BALLAST_API std::string print(const ast::memory_message& x);
// Prints the text of a document. A dump without a tree is read again, on up to `threads` threads, and printed record by
// record, in constant memory apart from the longest record and the rows of a stack trace. Returns false if memory runs
// out, or if the text has changed because someone wrote to the mapped file. Does not throw.
[[nodiscard]] BALLAST_API bool print(sink& out, const document& x, std::size_t threads = 1) noexcept;
BALLAST_API std::string print(const document& x); // empty if the text has changed
// A fragment on its own. The header of an allocation and the line of a value have no line end.
BALLAST_API std::string print(const fragment& x);

// The first difference between a printed tree and a text; empty if they are identical. Copies neither of them.
struct difference {
    std::int64_t offset = 0;
    int read = -1;    // the byte of the text, or -1 at its end
    int printed = -1; // the printed byte, or -1 at the end of the output
};
BALLAST_API std::optional<difference> compare_printed(const ast::tree& x, std::string_view text);

// Compares printed pieces with a text as they arrive.
class BALLAST_API printed_comparison {
public:
    explicit printed_comparison(std::string_view text) : left_(text), out_(compare, this) {}
    printed_comparison(const printed_comparison&) = delete;
    printed_comparison& operator=(const printed_comparison&) = delete;

    // The sink to print into.
    sink& out() { return out_; }
    // Call this after everything is printed. Returns the first difference, if there is one.
    std::optional<difference> finish();

private:
    static bool compare(void* to, std::string_view bytes);

    std::string_view left_;
    std::int64_t offset_ = 0;
    std::optional<difference> found_;
    sink out_;
};

} // namespace ballast::inline v0
