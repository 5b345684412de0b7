// Replaces the words of a dump that identify a program: names, paths, scopes, attributes, configurations and literals.
#pragma once

#include "ballast/document.hpp"
#include "ballast/export.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::redact {

// What can be kept. The names of meshes and threads belong to `names`, too.
enum class private_part : std::uint8_t {
    names,      // of modules, computations and instructions
    scope,      // op_name and op_type of metadata, labels of stack traces, functions of stack frames
    source,     // source files; lines and columns are always kept
    attributes, // frontend attributes, origins, unknown attributes and unknown items of a module's header
    config,     // backend_config, infeed_config, outfeed_config
    target,     // custom_call_target, if it is not one of XLA's
    literal,    // elements of literals
};
inline constexpr std::array private_parts{
    std::string_view("names"),  std::string_view("scope"),  std::string_view("source"),  std::string_view("attributes"),
    std::string_view("config"), std::string_view("target"), std::string_view("literal"),
};

// A word that was replaced.
struct replacement {
    std::string now; // `part_7`, `op_12`, `file_3`
    std::string was;
};

// Redacts texts. Equal words get equal replacements in all texts that one redactor sees, in the order of their first
// occurrence, so that redacting redacted texts in the same order changes nothing.
class BALLAST_API redactor {
public:
    explicit redactor(std::span<const private_part> kept = {});
    redactor(redactor&&) noexcept;
    redactor& operator=(redactor&&) noexcept;
    ~redactor();

    // The name of a file without its folder: `module_0001.jit_op_1.cpu_after_optimizations-live-range.txt`. A name that
    // is not one of XLA's becomes `file_1` with its ending. Throws std::bad_alloc.
    std::string file_name(std::string_view name);
    // The text of a document with replacements. Sizes, shapes, opcodes and the order of all rows stay, except that rows
    // of equal size in the peak and in the stack trace are sorted by their new names if they were sorted by the old
    // ones. Empty if the result would not be accepted. Throws std::bad_alloc.
    std::optional<std::string> text(const document& read);
    // All replacements until now, in the order of their first occurrence.
    [[nodiscard]] std::span<const replacement> replacements() const;

private:
    class state;
    std::unique_ptr<state> state_;
};

// `text` with the old words in the places of their replacements: the bytes that a redacted text had before, except for
// what docs/sharing.md lists. In texts that are not accepted, such as answers about a dump, old words are not escaped,
// and rows stay in their order. Throws std::bad_alloc.
BALLAST_API std::string restored(std::string_view text, std::span<const replacement> replacements);

} // namespace ballast::inline v0::redact
