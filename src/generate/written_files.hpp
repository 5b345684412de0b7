// The files that XLA writes for a program.
#pragma once

#include "ballast/sink.hpp"
#include "generate/program.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace ballast::generate {

// The files beside a dump.
struct companion {
    std::string_view name;
    bool (*printed_at)(commit_time when);
    void (*print)(program& of, commit_time when, sink& out);
    std::uint64_t least = 0; // bytes of the dump without which there is none
    bool grows = true;       // as the program does; false if only the largest buffers are listed
};
std::span<const companion> companions();

// A time within the era: its begin, or a time at which the text changed.
commit_time time_in(const era_set& era, random_source& from);

// The text that is written, and how much of a program it is.
struct written_text {
    commit_time when = 0;
    ast::dump_kind kind{};
    const companion* beside = nullptr;

    void print(program& of, sink& out) const
    {
        if (beside)
            beside->print(of, when, out);
        else
            of.print(out, kind);
    }
    [[nodiscard]] std::uint64_t bytes_of(program& of, bool together) const
    {
        std::uint64_t result = 0;
        if (!together) return printed([&](sink& out) { print(of, out); }).size();
        for (const auto each : kinds_at(when)) result += printed([&](sink& out) { of.print(out, each); }).size();
        return result;
    }
};

// A program whose text comes near the size or, `together`, all dumps of the program: the number of
// bytes of an instruction depends on what is drawn.
program program_of(const written_text& text, random_source& from, std::uint64_t size, bool together);

} // namespace ballast::generate
