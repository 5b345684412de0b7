// The registry of findings.
#include "ballast/finding.hpp"

#include <cstddef>
#include <iterator>

namespace ballast::inline v0 {

namespace {

constexpr finding_info rows[] = {
#define BALLAST_FINDING(identifier, of_phase, of_severity, rule, sentence)                                             \
    {finding_id::identifier, #identifier, phase::of_phase, severity::of_severity, rule, sentence},
#include "ballast/findings.def"
#undef BALLAST_FINDING
};

// clang-format off
constexpr context_rule_info rules[] = {
    { 1, "integer_range",    "Integers fit into 64 bits with a sign, pointers into 64 bits without."},
    { 2, "nesting",          "Nothing is nested deeper than 256 levels, including the stack trace; a shape in a layout counts as two levels."},
    { 3, "index_marks",      "Every fifth element of a tuple shape, an operand list or a tuple sharding has its index mark, or none has."},
    { 4, "operand_shapes",   "All operands of an instruction have shapes, or none has."},
    { 5, "layout_of_shape",  "A layout lists each dimension of its shape once and splits only those; `invalid{}` is for scalars."},
    { 6, "literal_of_shape", "A literal has the structure, the marks and the blanks that follow from its shape."},
    { 7, "literal_element",  "An element of a literal is written as its element type requires, and is in the range of the type."},
    { 8, "attribute_value",  "An attribute that is known for its opcode has the form of value that the opcode requires, and none of its fields has its default value."},
    { 9, "attribute_order",  "Known attributes are in printed order, each at most once."},
    {10, "one_era",          "One XLA printed all forms of a file."},
    {11, "frame_name",       "A frame ends with the name that it began with."},
    {12, "whole_file",       "A file has all parts that its forms require: entries of all values, live ranges, rows of the peak, the values of all allocations of a report, and all rows of its last table."},
    {13, "stack_tree",       "Depths, rails and glyphs of the stack trace fit the rows around them, and the tree is complete; a node without a label prints no line, so its bytes, or a later sibling, may be missing below a node that is not at the top level."},
    {14, "devices",          "Shardings and replica groups list as many devices as they place, each once, and use only axes of their mesh; if there are several groups, none is empty."},
    {15, "missing_attribute", "An instruction has the attributes that XLA always prints for its opcode, and an asynchronous name only if its opcode has such a form."},
    {16, "dimensions", "Attributes count and name dimensions that the shapes of their instruction have, each once; `parameter_replication` has an entry for each array of its parameter."},
    {17, "allocation_class", "An allocation is a parameter, a constant, thread-local or maybe-live-out; otherwise it is a preallocated temp."},
    {18, "memory_space",     "A memory space with a color from 0 to 5 has the name of that color; any other is called `color_` and its number."},
    {19, "aliases",          "Aliases and donors in the header of a module name parts that the parameters and the result of its entry have, each part once."},
    {20, "stack_frames",     "The entries of a stack-frame table are numbered from 1 and refer to existing entries; no frame is its own parent."},
    {21, "folded_element",   "Operands in a dump are instructions; tuple elements (`%x#1`) occur only in module texts."},
    {22, "one_space",        "All parts of an out-of-memory report of a TPU name the same memory space."},
    {23, "whole_report",     "An out-of-memory report of a TPU has its first line, the requirement of the program and, if that is not 0B, its allocations with their heading; in a log it begins with the requirement."},
};
// clang-format on

// Rules are in the order of their numbers, and findings break rules that exist.
consteval bool every_rule_is_in_its_place()
{
    for (std::size_t i = 0; i < std::size(rules); ++i)
        if (rules[i].number != i + 1) return false;
    for (const auto& row : rows)
        if (row.rule > std::size(rules)) return false;
    return true;
}
static_assert(every_rule_is_in_its_place());

} // namespace

const finding_info& info(finding_id which) { return rows[static_cast<std::size_t>(which)]; }

std::span<const finding_info> all_findings() { return rows; }

std::span<const context_rule_info> context_rules() { return rules; }

std::uint8_t context_rule_of(const finding& what) { return what.rule != 0 ? what.rule : info(what.id).rule; }

std::string_view name_of(phase which)
{
    using enum phase;
    switch (which) {
    case form: return "form";
    case text: return "text";
    case context: return "context";
    case era: return "era";
    case limits: return "limits";
    case unknown: return "unknown";
    case siblings: return "siblings";
    case semantic: return "semantic";
    }
    return "";
}

std::string_view name_of(severity which)
{
    switch (which) {
    case severity::error: return "error";
    case severity::warning: return "warning";
    case severity::note: return "note";
    }
    return "";
}

} // namespace ballast::inline v0
