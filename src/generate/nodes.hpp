// Random nodes of every kind, valid by construction, as an XLA of a given time could have printed them.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast.hpp"
#include "ballast/era.hpp"
#include "ballast/tpu_era.hpp"
#include "base/random_source.hpp"
#include "era/timeline.hpp"
#include "generate/dimensions.hpp"

#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::generate {

// True if XLA of that time wrote memory-usage reports.
bool reports_at(commit_time when);
// True if XLA of that time wrote out-of-memory reports, or buffer tables.
bool oom_reports_at(commit_time when);
bool buffer_info_at(commit_time when);

// What is drawn: only what XLA's parser reads and prints unchanged; everything that has a name in our tables; or also
// words that no table has (element types, opcodes, attributes, forms of shardings).
enum class vocabulary : std::uint8_t { readable, known, any };

// The number of operands of an opcode, if neither shapes nor attributes determine it.
struct operand_count {
    std::int64_t least;
    std::int64_t most;
};
operand_count operands_of(ast::opcode_kind kind);

// Draws nodes into an arena, in the forms of the given time. A single node may be inconsistent: for example, an offset
// can be beyond the end of its allocation. program.hpp makes consistent files.
class nodes {
public:
    // If names must be unique, they are numbered from `first_name`.
    nodes(random_source& from, ast::arena& memory, commit_time when, vocabulary words = vocabulary::any,
          std::int64_t first_name = 0)
        : from_(from), memory_(memory), when_(when), words_(words), names_(first_name), forms_(forms_at(when))
    {
    }

    ast::shape shape(int depth = 3, bool layouts = true);
    ast::array_shape array(int depth, bool layouts = true);
    ast::layout layout(std::size_t rank, int depth);
    ast::metadata metadata();
    ast::metadata known_metadata();       // without fields of a later XLA
    ast::metadata instruction_metadata(); // as the attribute, which is omitted if nothing names the source
    ast::literal literal(const ast::shape& shape);
    ast::literal whole_literal(const ast::shape& shape); // never elided
    ast::shaped_literal shaped_array();
    ast::shape literal_shape();
    ast::sharding sharding(bool leaf = false);
    ast::replica_groups replica_groups();
    ast::origin_node origin(int depth);
    ast::origin whole_origin(bool may_call);
    ast::opcode opcode();
    ast::instruction instruction();
    ast::instruction readable_instruction();
    // In printed order: some of the opcode's own keys, then some that any opcode can have.
    ast::list<ast::attribute> attributes(const ast::opcode& op);
    ast::attribute attribute(const ast::opcode& op, ast::attribute_kind key);
    // Redraws the attributes that count or name dimensions to fit the shapes; `can_fit` tells whether that is possible.
    void fit(ast::instruction& node, const arrays_of& arrays);
    class fitter;
    // True if XLA's parser reads the opcode's key as it was printed, or if other keys are drawn, too.
    [[nodiscard]] bool can_read(const ast::opcode& of, ast::attribute_kind key) const;
    // True if XLA of that time printed the key for the opcode.
    [[nodiscard]] bool prints(const ast::opcode& op, ast::attribute_kind key) const;

    ast::value_name value_name();
    ast::value_line value_line();
    ast::value_detail detail();
    ast::allocation allocation();
    ast::used_value used_value();
    ast::live_range live_range();
    ast::stack_trace stack_trace();
    ast::total total();
    // A file; `kind` is one of kinds_at(when).
    ast::dump dump(ast::dump_kind kind);
    ast::usage_report usage_report(); // where reports_at(when)
    ast::allocation_statistics allocation_statistics();
    ast::oom_report oom_report();   // where oom_reports_at(when)
    ast::buffer_info buffer_info(); // where buffer_info_at(when)
    ast::unread unread_line();
    ast::module_text module_text();
    // A complete report in that era of the TPU compiler. Its shapes and metadata are of the same time as all other
    // nodes.
    ast::tpu_report tpu_report(tpu_era era);
    ast::tpu_usage tpu_usage();
    ast::memory_message memory_message();
    ast::allocator_summary allocator_summary();
    ast::status status();
    ast::computation_text computation_text(bool long_text);
    ast::stack_frame_tables stack_frame_tables();

    std::string_view name();
    ast::shape_index index();
    std::optional<ast::shape_index> maybe_index();
    std::int64_t number(); // any number that fits

    // True if XLA of that time printed the opcode and all keys that it always has.
    [[nodiscard]] bool can_be_whole(ast::opcode_kind kind) const;
    [[nodiscard]] bool can(feature which) const { return timeline::printed_at(which, when_); }
    template <typename Word>
    [[nodiscard]] bool prints(Word word) const
    {
        return timeline::printed_at(word, when_);
    }
    [[nodiscard]] const ast::forms& forms() const { return forms_; }
    [[nodiscard]] commit_time when() const { return when_; }
    ast::arena& memory() { return memory_; }
    random_source& from() { return from_; }

    template <typename Make>
    auto many(std::int64_t least, std::int64_t most, Make make) -> ast::list<decltype(make())>
    {
        using element = decltype(make());
        const auto count = static_cast<std::size_t>(from_.between(least, most));
        if (count == 0) return {};
        auto* const elements = static_cast<element*>(memory_.allocate(count * sizeof(element), alignof(element)));
        for (std::size_t i = 0; i < count; ++i) ::new (elements + i) element(make());
        return {elements, count};
    }
    template <typename T>
    ast::list<T> list(const std::vector<T>& elements)
    {
        return memory_.make_list(std::span<const T>(elements));
    }

private:
    std::int64_t below(std::int64_t limit)
    {
        return static_cast<std::int64_t>(from_.below(static_cast<std::uint64_t>(limit)));
    }
    bool chance(std::uint64_t of) { return from_.chance(of); }
    [[nodiscard]] bool readable() const { return words_ == vocabulary::readable; }
    bool unknown(std::uint64_t of) { return words_ == vocabulary::any && from_.chance(of); }
    // Some of the texts, as items between so many known ones.
    ast::list<ast::unknown_item> unknown_items(std::int64_t known, std::initializer_list<std::string_view> texts);
    ast::metadata with_unknown_fields(ast::metadata node);
    ast::box<std::string_view> unknown_tail();
    bool chance(std::uint64_t of, feature needed) { return can(needed) && from_.chance(of); }
    std::string_view pick(std::initializer_list<std::string_view> texts) { return from_.pick(texts); }
    // One of both lists, or of the first list if XLA's parser must read it.
    std::string_view pick(std::initializer_list<std::string_view> texts, std::initializer_list<std::string_view> others)
    {
        const auto which = from_.below(texts.size() + (readable() ? 0 : others.size()));
        return which < texts.size() ? texts.begin()[which] : others.begin()[which - texts.size()];
    }

    ast::instruction readable_operation();
    ast::list<ast::attribute> readable_attributes(const ast::opcode& of, const ast::shape& shape,
                                                  const ast::list<ast::attribute>& given);
    std::vector<ast::shape> readable_shapes(const ast::opcode& of, const ast::list<ast::attribute>& attributes,
                                            ast::shape& result);
    ast::shape plain_shape();
    std::vector<ast::shape> plain_shapes(std::int64_t count);
    std::optional<std::vector<ast::shape>> shapes_of_asynchronous(const ast::opcode& of, ast::shape& result);
    static ast::shape scalar(ast::element_kind kind);
    static ast::shape with_type(const ast::shape& of, ast::element_kind kind);
    ast::shape tuple_of(const std::vector<ast::shape>& elements);
    ast::human_size human_size();
    ast::whole_percent percent();
    ast::report_allocation report_allocation();
    ast::usage_table usage_table(bool trimmed); // `trimmed`: can end a text whose last empty lines are missing
    ast::peak_buffer peak_buffer(std::int64_t number);
    std::int64_t tenths();
    ast::tpu_total tpu_total(std::string_view space, tpu_era era);
    ast::tpu_utilization tpu_utilization(tpu_era era);
    ast::tpu_program tpu_program(std::string_view space, tpu_era era);
    ast::tpu_label tpu_label(tpu_era era);
    ast::metadata tpu_source(tpu_era era);
    ast::tpu_block tpu_block(std::int64_t number, tpu_era era);
    ast::tpu_argument tpu_argument(std::int64_t number);
    ast::tpu_space_report tpu_space_report(tpu_era era);
    ast::tpu_bare_report tpu_bare_report();
    ast::tpu_stack_overflow tpu_stack_overflow(tpu_era era);
    ast::tpu_large_allocation tpu_large_allocation(tpu_era era);
    ast::tpu_place tpu_place();
    void tpu_one_line(ast::tpu_report& result, tpu_era era);
    ast::size_in_bytes size_in_bytes(bool may_be_negative);
    ast::program_failure program_failure();
    ast::allocation_failure allocation_failure();
    ast::memory_failure memory_failure();
    ast::allocator_message allocator_message();
    ast::memory_chunk memory_chunk(bool late);
    ast::pool_account pool_account();
    ast::compiled_sizes compiled_sizes();
    ast::element_type type();
    ast::layout_suffixes suffixes(std::size_t rank, int depth);
    ast::auxiliary_type auxiliary();
    ast::dimension_level level();
    ast::float_text numeral(ast::element_kind kind);
    std::vector<std::int64_t> factors(std::int64_t least);
    std::vector<std::int64_t> merged(std::vector<std::int64_t> factors, std::size_t least);
    std::vector<std::int64_t> permutation(std::int64_t size); // of two or more elements, not the identity
    ast::iota_order iota_order(std::vector<std::int64_t> factors, std::size_t least);
    ast::list<ast::subgroup> subgroups(const ast::list<std::int64_t>& dimensions);
    void add_reduction(ast::sharding& to);
    void sort_devices(ast::tiled_sharding& to, std::int64_t count);
    ast::tiled_sharding tiled();
    ast::mesh mesh(bool maximal);
    ast::list<ast::axis> axes(std::vector<ast::mesh_axis>& left, std::int64_t least);
    ast::list<ast::axis> by_mesh(const ast::list<ast::axis>& axes, const ast::mesh& mesh);
    ast::named_sharding named();
    ast::reduction reduction(feature needed);
    ast::window window(std::int64_t rank);
    ast::shape array_of_rank(std::size_t rank, std::int64_t least); // each dimension is at least `least`
    void draw_fitting_shapes(ast::instruction& node, std::vector<ast::operand>& operands);
    ast::list<std::int64_t> some_of(std::size_t rank, std::size_t count);
    ast::list<std::int64_t> last_of(std::size_t rank, std::size_t count);
    ast::dimension_labels labels(std::size_t rank, bool windowed);
    ast::slice_ranges slice_of(const arrays_of& arrays);
    ast::sharding without_metadata(ast::sharding of);
    ast::frontend_attributes frontend_attributes();
    ast::shaped_literal shaped_literal();
    std::int64_t children(std::vector<ast::stack_row>& rows, std::int64_t depth, std::int64_t least);
    ast::stack_row stack_row(std::int64_t depth, ast::branch branch, std::string_view label);
    void draw_value(const ast::opcode& op, ast::attribute& a);
    bool draw_words(const ast::opcode& of, ast::attribute& a);
    bool draw_numbers(const ast::opcode& of, ast::attribute& a);
    bool draw_text(ast::attribute& a);
    bool draw_configuration(ast::attribute& a);
    bool draw_node(const ast::opcode& of, ast::attribute& a);
    void draw_plain_value(ast::attribute& a);

    random_source& from_;
    ast::arena& memory_;
    commit_time when_;
    vocabulary words_;
    std::int64_t names_ = 0;
    bool folds_ = false; // operands may be elements of tuples, as in module texts
    ast::forms forms_;
};

} // namespace ballast::generate
