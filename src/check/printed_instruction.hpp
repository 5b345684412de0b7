// An instruction as a dump and a module text print it, cut into parts:
//
//     %add.3 = f32[8]{0} add(%x, %y), metadata={op_name="a"}
//
// Rules that compare two texts of one instruction need no tree of them.
#pragma once

#include <cstddef>
#include <string_view>

namespace ballast::checking {

// Removes what a text begins with; false if it begins with something else.
bool skip(std::string_view& text, std::string_view what);

// All parts are in the text of the instruction, empty ones at its end. Without ` = ` all but the name are empty.
struct printed_instruction {
    std::string_view name;       // `add.3`
    std::string_view shape;      // `f32[8]{0}`
    std::string_view opcode;     // `add`
    std::string_view operands;   // `%x, %y`: between the parentheses; of a constant its literal
    std::string_view attributes; // `metadata={op_name="a"}`
};
printed_instruction cut(std::string_view text);

// The items of a list, separated by commas outside of brackets and strings.
class printed_list {
public:
    explicit printed_list(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool done() const { return rest_.empty(); }
    std::string_view next();
    // All items, up to a bracket that closes the list.
    [[nodiscard]] std::string_view whole() const;

private:
    std::string_view rest_;
};

// `f32[8]{0} %x`, `%x`, `x` or `%x#1`, without the comment that counts operands.
struct printed_operand {
    std::string_view shape;   // empty if it is not printed
    std::string_view name;    // without `%`
    std::string_view element; // `1` of `%x#1`; of a nested one `1#0`
};
printed_operand cut_operand(std::string_view text);

// An item of a list without the comment that counts them: `/*index=5*/`.
std::string_view without_comment(std::string_view item);

// `channel_id=1`
struct printed_attribute {
    std::string_view key;
    std::string_view value;
};
printed_attribute cut_attribute(std::string_view text);

// The value of the attribute with this key; empty if there is none.
std::string_view attribute_of(std::string_view attributes, std::string_view key);

// The first byte in which two texts differ; a `%` that only the first one has before a name counts as equal.
struct difference {
    std::size_t here;
    std::size_t there;
    bool any;
};
difference difference_without_marks(std::string_view marked, std::string_view bare);

// True if two JSON texts hold the same values; members may be in any order.
bool same_json(std::string_view a, std::string_view b);

} // namespace ballast::checking
