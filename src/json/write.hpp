// Writes nodes and records as JSON.
#pragma once

#include "ballast/json.hpp"
#include "json/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ballast::json {

// Writes values of any type.
class writer {
public:
    writer(sink& out, bool positions) : out_(out), positions_(positions) {}

    void value(const type& of, const void* x);
    // The members of a structure up to one of them, which is not written. Returns true if it wrote any.
    bool members(const type& of, const void* node, std::string_view up_to);
    // Nodes that were written so far may be invalid.
    void forget_nodes() { written_ = {}; }

private:
    // The text of a node to which several others can refer.
    struct written_node {
        const type* of = nullptr;
        const void* node = nullptr;
        std::uint64_t at = 0; // in the sink
        std::size_t size = 0;
    };
    // An object or array that is being written. Its members are not written by recursion, because a small thread has
    // little stack.
    struct level {
        const type* of;
        const void* node;
        std::size_t next = 0; // field or element
        bool empty = true;
        written_node* remembered = nullptr; // filled when the node is written
        std::uint64_t at = 0;               // where it begins in the sink
    };

    [[nodiscard]] bool absent(const type& of, const void* x) const;
    bool open(const type& of, const void* x);
    void scalar(const type& of, const void* x);
    void text(std::string_view bytes);
    void go_on(level& in);
    void fields(level& in);
    void elements(level& in);
    void close(char bracket);

    sink& out_;
    bool positions_;
    std::vector<level> levels_;
    std::array<written_node, 256> written_{}; // by a hash of their addresses
};

// Writes the records of a dump as the value of its tree (ballast/ast/records.hpp).
class dump_writer {
public:
    dump_writer(sink& out, writer& values, const ast::dump& head);
    // Call this after the last record.
    void finish();

    void frame_first(std::string_view) {}
    void frame_last(std::string_view) {}
    void assignment_head() {}
    void allocation(const ast::allocation& head);
    void value(const ast::value_line& x) { row(2, "values", x); }
    void reused_head() {}
    void reused(const ast::reused_value& x) { row(2, "reused", x); }
    void total(const ast::total& x);
    void used_values_head() {}
    void used_value(const ast::used_value& x) { row(0, "used_values", x); }
    void live_range_gap() { after_gap_ = true; }
    void live_range_head(const ast::live_range& head);
    void sequence_head() {}
    void row(const ast::sequence_row& x) { row(1, "sequence", x); }
    void ranges_head() {}
    void row(const ast::live_range_row& x) { row(1, "rows", x); }
    void peak_head(const ast::peak& head);
    void row(const ast::peak_row& x) { row(2, "rows", x); }
    void trace_head(const ast::stack_trace& head);
    void row(const ast::stack_row& x) { row(3, "rows", x); }
    void trace_end() {}
    void unbounded_peak();
    void moments_head();
    void row(const ast::moment_row& x) { row(2, "rows", x); }
    void no_live_range();
    void forget_nodes() { values_.forget_nodes(); }

private:
    // An object or array that is not closed yet.
    struct container {
        std::string_view name;
        std::string_view end;
        bool empty = true;
    };

    void comma();
    void open(std::string_view name, std::string_view begin, std::string_view end);
    void close_to(std::size_t depth);
    void open_list(std::size_t depth, std::string_view name);
    template <typename Node>
    void head(const Node& x, std::string_view up_to);
    template <typename Row>
    void row(std::size_t depth, std::string_view list, const Row& x);

    sink& out_;
    writer& values_;
    const ast::dump& dump_;
    std::vector<container> open_; // the dump, and what is open in it
    bool after_gap_ = false;
    bool summary_missing_ = false;
};

// Like ballast::write_json, with other limits. Throws std::bad_alloc.
bool write(sink& out, const document& x, const json_options& options, const stream_options& streaming);

} // namespace ballast::json
