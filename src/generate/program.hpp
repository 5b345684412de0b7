// Consistent dumps: a random program, its buffers, its schedule, and what XLA of a given time prints about them.
#pragma once

#include "ballast/sink.hpp"
#include "generate/nodes.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ballast::generate {

// A random program in the order of its flattened schedule: the entry computation, the computations that it calls, and
// those that its reductions apply. Positions of values, shared memory, sums, ids, offsets, uses, live ranges, the peak
// and its stack trace follow from it by XLA's rules. An instruction takes about 150 bytes; its attributes are drawn
// when it is printed.
class program {
public:
    // `bytes` is the approximate size of all files of that time together.
    program(random_source& from, commit_time when, std::uint64_t bytes);

    // Prints a file. `kind` is one of kinds_at(when).
    void print(sink& out, ast::dump_kind kind) const;
    // The same file as a tree in `memory`.
    ast::dump make(ast::arena& memory, ast::dump_kind kind) const;
    // The module text beside these files.
    ast::module_text make_text(ast::arena& memory) const;

    // The program in other texts, as trees in `memory`. The form of out-of-memory reports until 2021 has all
    // allocations, at least one.
    [[nodiscard]] ast::allocation_statistics statistics() const;
    [[nodiscard]] ast::oom_report make_oom_report(ast::arena& memory) const;   // where oom_reports_at(when)
    [[nodiscard]] ast::buffer_info make_buffer_info(ast::arena& memory) const; // where buffer_info_at(when)

private:
    using number = std::uint32_t;
    static constexpr number none = UINT32_MAX;

    struct sized_shape {
        ast::array_shape shape;
        std::int64_t bytes = 0;
        std::int64_t room = 0; // bytes in memory, rounded up to tiles
        std::int64_t color = 0;
    };
    // Shapes are numbered, arrays first, then tuples. The parts of a shape are numbered in the order of their indexes;
    // 0 is the whole.
    struct tuple_shape {
        number first_element = 0; // in elements_
        number elements = 0;
        number first_part = 0; // in parts_
        number parts = 0;
    };
    struct tuple_part {
        number shape = 0;
        number whole = 0; // the part that contains it
        number place = 0; // its index in that part
    };
    enum class purpose : std::uint8_t { entry, applied, condition, body, branch, callee, wrapped };
    struct computation {
        purpose is = purpose::entry;
        number caller = none; // operation
        number first = 0;     // operations, including those of called computations
        number end = 0;
        number root = none;
        number end_of_caller = none; // of a wrapped computation: the operation that waits for it
        number rank = 0;             // the order in which they are finished: called computations first
    };
    struct operation {
        ast::opcode_kind opcode = ast::opcode_kind::unknown;
        ast::async_suffix suffix = ast::async_suffix::none;
        bool applied = false; // in a computation that a reduction applies: thread-local
        std::uint8_t operand_count = 0;
        std::uint16_t salt = 0; // seed of what is drawn when it is printed
        number computation = 0;
        number shape = 0;
        number first_operand = 0; // in operands_
        number first_part = 0;    // in held_
        number index = 0;         // the number of a parameter or element; for a call, the first computation
    };
    // A value is a part of the operation that defines it.
    struct value {
        number operation = 0;
        number part = 0;
        number id = 0;
        number set = 0;  // the lowest number among the values that share its memory
        number next = 0; // the next of those values, circular
        bool phi = false;
        bool lives_out = false;
        bool temporary = true;
    };
    struct spot {
        number operation = 0;
        number part = 0;
    };
    struct usage {
        number operation = 0;
        number operand = 0;
    };
    struct row {
        const value* of;
        std::int64_t bytes = 0;
    };
    // A started transfer, and how it will end.
    struct transfer {
        number start = 0;
        number part = 0; // the part that is passed on
        ast::opcode_kind end = ast::opcode_kind::unknown;
        ast::async_suffix suffix = ast::async_suffix::none;
    };
    // A computation that is being drawn.
    struct scope {
        number computation = 0;
        std::uint64_t end = 0;         // the number of operations at which it is full
        std::vector<number> arrays{};  // possible operands, in order
        std::vector<number> results{}; // possible results of the root: values of its own, in the common memory space
        std::vector<number> owed{};    // values that the root must return
        std::vector<transfer> pending{};
    };

    // A part of the initial state of a loop; whether the body writes it, and whether it writes over a donated
    // parameter.
    struct state {
        number begin = 0;
        bool written = false;
        bool given = false;
    };

    // --- shapes ---
    static constexpr number first_tuple = 1 << 24; // arrays have smaller numbers
    void draw_shapes();
    sized_shape array_of(ast::element_kind kind, const std::vector<ast::dimension>& dimensions,
                         const std::vector<std::int64_t>& order, bool tiled);
    sized_shape in_space(sized_shape array, std::int64_t color);
    [[nodiscard]] number moved(number shape) const;
    number tuple_of(std::span<const number> elements);
    [[nodiscard]] std::int64_t elements_of(number shape) const; // of an array
    static bool is_tuple(number shape) { return shape >= first_tuple; }
    [[nodiscard]] const tuple_shape& tuple(number shape) const { return tuples_[shape - first_tuple]; }
    [[nodiscard]] number parts_of(number shape) const { return is_tuple(shape) ? tuple(shape).parts : 1; }
    [[nodiscard]] number part_of(number shape, number part) const;     // its shape
    [[nodiscard]] number element_of(number shape, number place) const; // its part
    [[nodiscard]] std::int64_t bytes_of(number shape) const;
    [[nodiscard]] number any_shape(bool plain);
    [[nodiscard]] number fixed_shape();
    ast::shape node_of(number shape, nodes& draw, bool layouts = true) const;
    std::optional<ast::shape_index> index_of(number shape, number part, nodes& draw) const;

    // --- making it ---
    number announce(purpose is, number count);
    scope open(number computation, std::uint64_t count);
    scope begin(purpose is, std::uint64_t count) { return open(announce(is, 1), count); }
    void finish(const scope& of, number root);
    void draw_regions(std::uint64_t count);
    void draw_entry(std::uint64_t count);
    void draw_parameters(scope& in);
    void draw_steps(scope& in);
    void draw_elementwise(scope& in);
    // The start of a slice of the first operand, in each dimension.
    void add_starts(const scope& in, std::vector<number>& to);
    void draw_operation(scope& in);
    // The shape that follows from the operands, which may be changed; empty if none follows.
    std::optional<number> result_of(ast::opcode_kind kind, std::vector<number>& operands);
    number shape_with(ast::element_kind kind, const std::vector<ast::dimension>& dimensions);
    void draw_several(scope& in);
    void draw_nest(scope& in);
    number draw_root(const scope& in);
    number any_array(const scope& in);
    number add(const scope& in, ast::opcode_kind opcode, number shape, std::span<const number> operands);
    // Defines the parts that are not passed on as values of their own.
    void define_rest(number of);
    number define_part(number of, number part, bool phi);
    number define(const scope& in, ast::opcode_kind opcode, number shape, std::initializer_list<number> operands);
    number define_parameter(const scope& in, number index, number shape);
    number tuple(const scope& in, std::span<const number> operands);
    number element(const scope& in, number of, number place);
    void pass(number to, number to_part, number from, number from_part);
    void add_result(scope& in, number array);
    void take_elements(scope& in, number of, bool results);

    // --- control ---
    void hand_on(number to, number to_part, number from, number from_part);
    void merge(number to, number to_part, number from, number from_part);
    void calls(number caller, number first, number count);
    number called_parameter(const scope& in, number index, number shape);
    bool draw_control(scope& in);
    void draw_call(scope& in, std::uint64_t room);
    void draw_conditional(scope& in, std::uint64_t room);
    void draw_loop(scope& in, std::uint64_t room);
    std::vector<state> draw_state(scope& in);
    number loop_parameter(scope& in, const std::vector<state>& all, number begin);

    void draw_transfer(scope& in);
    void draw_wrapped(scope& in);
    void end_transfer(scope& in);

    // --- sharing memory ---
    [[nodiscard]] number set_of(number value) const;
    void share_memory(number a, number b);
    void link_sets(std::vector<value>& in_order, const std::vector<number>& of) const;
    void draw_update(scope& in);
    void draw_donations(scope& in);
    void trim_ranges();

    // --- derived from it ---------------------------------------------------------------------------------------------
    void collect_users();
    void number_values();
    void collect_places();
    void sort_values();
    void compute_ranges();
    void place_values();
    void find_peak();

    // --- queries -----------------------------------------------------------------------------------------------------
    [[nodiscard]] number number_of(const value& v) const { return static_cast<number>(&v - values_.data()); }
    [[nodiscard]] number number_of(const operation& o) const { return static_cast<number>(&o - operations_.data()); }
    [[nodiscard]] const operation& definition(const value& v) const { return operations_[v.operation]; }
    [[nodiscard]] number shape_of(const value& v) const { return part_of(definition(v).shape, v.part); }
    [[nodiscard]] number held(number of, number part) const { return held_[operations_[of].first_part + part]; }
    [[nodiscard]] bool is_entry_parameter(const value& v) const;
    [[nodiscard]] std::int64_t room_of(const value& v) const;
    [[nodiscard]] std::int64_t color_of(const value& v) const;
    [[nodiscard]] std::size_t home_of(const value& v) const; // the color of its temporary allocation
    [[nodiscard]] std::span<const spot> places_of(const value& v) const;
    [[nodiscard]] bool is_at(const value& v, number of) const;
    [[nodiscard]] bool is_use(const value& v, const spot& where, const usage& by) const;
    [[nodiscard]] std::vector<number> stored() const;
    [[nodiscard]] number last_time_of(const value& v, const usage& u) const;
    [[nodiscard]] number time_of(number of) const { return of - first_entry_; }
    [[nodiscard]] std::string name_of(const operation& o) const;
    [[nodiscard]] std::string name_of(const computation& c) const;
    [[nodiscard]] std::vector<row> peak_rows() const;

    // In the order of their ids.
    template <typename Visit>
    void for_values(Visit visit) const
    {
        for (const auto& v : values_) visit(v);
    }
    // The values of the schedule.
    template <typename Visit>
    void for_scheduled(Visit visit) const
    {
        for (const auto& v : values_)
            if (!definition(v).applied) visit(v);
    }
    // The values that share the memory of one.
    template <typename Visit>
    void for_sharing(const value& first, Visit visit) const
    {
        const auto* v = &first;
        do {
            visit(*v);
            v = &values_[v->next];
        } while (v != &first);
    }
    // The uses of a value, by its positions and their users.
    template <typename Visit>
    void for_uses(const value& v, Visit visit) const
    {
        for (const auto& p : places_of(v))
            for (auto u = first_user_[p.operation]; u < first_user_[p.operation + 1]; ++u)
                if (is_use(v, p, users_[u])) visit(p, users_[u]);
    }
    // Visits each allocation without its values, and its first value; null for temporary allocations.
    using visit_allocation = std::function<void(const ast::allocation&, const value*)>;
    void for_allocations(const visit_allocation& visit) const;

    // --- its nodes ---
    ast::value_name name_of(const value& v, nodes& draw) const;
    ast::value_detail detail_of(const value& v, nodes& draw) const;
    ast::value_line line_of(const value& v, nodes& draw) const;
    ast::list<ast::allocation> allocations_of(nodes& draw) const;
    ast::allocation with_shapes(ast::allocation head, const value& first, nodes& draw) const;
    ast::used_value used_value_of(const value& v, nodes& draw) const;
    ast::instruction instruction_of(const operation& o, nodes& draw) const;
    [[nodiscard]] bool calls_computations(const operation& o) const;
    std::vector<ast::attribute> computations_of(const operation& o, nodes& draw) const;
    ast::metadata metadata_of(const operation& o, nodes& draw) const;
    ast::live_range_row row_of(const value& v, nodes& draw) const;
    ast::peak peak_of(nodes& draw) const;
    ast::live_range live_range_of(nodes& draw, bool every_moment) const;
    ast::every_moment every_moment_of(nodes& draw) const;
    std::vector<std::string> label_of(const operation& o, nodes& draw) const;
    std::vector<std::string> path_to(const computation& c, nodes& draw) const;
    ast::stack_trace stack_trace_of(const std::vector<row>& rows, nodes& draw) const;
    ast::total total_of() const;
    [[nodiscard]] std::pair<number, std::int64_t> peak_of_temporaries() const;
    ast::peak_buffer peak_buffer_of(const value& v, nodes& draw) const;

    // --- the text of the module ---
    ast::signature signature_of(const computation& c, const std::vector<number>& operations, nodes& draw) const;
    [[nodiscard]] bool folds(number o, const nodes& draw) const;
    ast::instruction with_folded_operands(const operation& of, nodes& draw) const;
    void add_named(const operation& of, nodes& draw, std::vector<ast::computation_text>& to) const;
    ast::list<ast::computation_text> computation_texts(nodes& draw) const;
    ast::list<ast::output_alias> aliases(nodes& draw) const;
    ast::box<ast::stack_frame_tables> frames(nodes& draw) const;

    ast::arena memory_; // of shapes that all files share
    commit_time when_;
    ast::forms forms_;
    std::uint64_t seed_ = 0;
    bool padded_ = false; // the backend has memory spaces and rounds arrays up to tiles
    random_source* from_ = nullptr;
    std::vector<sized_shape> shapes_; // common arrays, the same in the fast memory space, then all others
    std::size_t common_shapes_ = 0;
    number first_shape_ = 0;  // of the first parameter; has tiles on a padded backend
    number flag_ = 0;         // `pred[]`
    number counter_ = 0;      // `s32[]`
    number near_counter_ = 0; // the same in the fast memory space
    number context_ = 0;      // `u32[]`
    std::vector<tuple_shape> tuples_;
    std::vector<number> elements_;
    std::vector<tuple_part> parts_;
    std::vector<computation> computations_;
    std::vector<operation> operations_;
    std::vector<number> operands_;
    std::vector<number> held_; // the value, by operation and part
    std::vector<value> values_;
    std::vector<number> first_user_; // by operation, with one more entry at the end
    std::vector<usage> users_;
    std::vector<number> first_place_; // by value, with one more entry at the end
    std::vector<spot> places_;
    std::vector<number> donated_; // parameters, and elements of parameters, that results are written over
    std::vector<number> given_;   // donated values that loops write over and nothing else reads
    number entry_ = 0;            // computation
    number first_entry_ = 0;      // earlier operations belong to regions
    number finished_ = 0;         // computations
    std::vector<number> starts_;
    std::vector<number> ends_;
    std::vector<std::int64_t> offsets_; // in the temporary allocation of the color
    static constexpr std::size_t colors = 7;
    std::array<std::int64_t, colors> temporary_size_{};
    std::array<bool, colors> has_temporary_{};
    number peak_ = 0;
    number steps_ = 0; // rows of the sequence
};

} // namespace ballast::generate
