// The facts in a message about memory: one sentence about what is missing, numbers, and how to get a dump.
#pragma once

#include "ballast/ast/memory_message.hpp"
#include "ballast/era.hpp"
#include "ballast/export.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

enum class message_source : std::uint8_t { tpu, gpu, cpu, compiler, torch_xla, jax };
// `TPU runtime`
BALLAST_API std::string_view spelling(message_source source);

// A printed size with the bytes that it stands for; a rounded one counts as the middle of its range.
struct known_size {
    std::string what; // `needed`
    std::string text; // as printed
    std::int64_t bytes = 0;
};

struct message_facts {
    message_source source = message_source::gpu;
    bool failure = true; // the program ended, or was not compiled
    std::string verdict; // one sentence, without a period
    std::vector<known_size> sizes;
    std::vector<std::string> advice; // sentences
    std::string program;             // the name of the module; empty if unknown

    // The bytes of a size by its name.
    [[nodiscard]] BALLAST_API std::optional<std::int64_t> bytes(std::string_view what) const;
};

// The remark in some verdicts, from its semicolon.
inline constexpr std::string_view unknown_rest = "; the message does not say how much is free";

// `when` is the era of the text; it decides which files a dump has.
BALLAST_API message_facts facts_of(const ast::memory_message& message, const era_set& when);

} // namespace ballast::inline v0
