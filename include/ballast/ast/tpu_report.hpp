// Why a program does not fit into the memory of a TPU, as its compiler prints it.
#pragma once

#include "ballast/ast/forms.hpp"
#include "ballast/ast/metadata.hpp"
#include "ballast/ast/shape.hpp"
#include "ballast/ast/status.hpp"
#include "ballast/ast/tpu_usage.hpp"
#include "ballast/list.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// --- before the message ----------------------------------------------------------------------------------------------

// `Compilation failure: ` (2018 to 2024), `XLA:TPU compile permanent error. ` (2023+).
enum class tpu_failure : std::uint8_t { unnamed, compilation_failure, permanent_error };

// --- reports with lists ----------------------------------------------------------------------------------------------

// `Ran out of memory in memory space hbm. Used 34.82G of 15.48G hbm. Exceeded hbm capacity by 19.34G.`
struct tpu_lead {
    std::string_view space;
    human_size used;
    human_size capacity;
    human_size exceeded;
    std::optional<std::string_view> module_name; // in logs, 2026-08+
    bool usage_follows = false;                  // in the log, only a memory-usage report follows

    bool operator==(const tpu_lead&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_lead", m("space", &tpu_lead::space), m("used", &tpu_lead::used),
                 m("capacity", &tpu_lead::capacity), m("exceeded", &tpu_lead::exceeded),
                 m("module_name", &tpu_lead::module_name), m("usage_follows", &tpu_lead::usage_follows));
    }
};

// `Extra memory due to padding: 3.00G (4.0x expansion)`; the factor is in tenths.
struct tpu_extra {
    human_size size;
    std::int64_t factor = 10;

    bool operator==(const tpu_extra&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_extra", m("size", &tpu_extra::size), m("factor", &tpu_extra::factor));
    }
};

// The array of an allocation.
struct tpu_array {
    ast::shape shape;
    human_size unpadded;
    std::optional<tpu_extra> extra;      // if padding changes the size
    std::optional<std::string_view> tag; // what a kernel uses it for, 2025-10+

    bool operator==(const tpu_array&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_array", m("shape", &tpu_array::shape), m("unpadded", &tpu_array::unpadded),
                 m("extra", &tpu_array::extra), m("tag", &tpu_array::tag));
    }
};

// `XLA label: `: the instruction, or words such as `register allocator spill slots`. May contain line feeds. Until 2024
// longer texts were cut after 256 bytes and end with `...`.
struct tpu_label {
    std::string_view text;

    static constexpr std::size_t longest = 256;
    static constexpr std::string_view cut_mark = "...";

    bool operator==(const tpu_label&) const = default;
    [[nodiscard]] bool cut() const { return text.size() == longest + cut_mark.size() && text.ends_with(cut_mark); }
    static constexpr auto members(auto m) { return m("tpu_label", m("text", &tpu_label::text)); }
};

// One of the largest allocations.
struct tpu_block {
    position at;
    std::int64_t number = 1; // counted from 1
    human_size size;
    box<metadata> source; // always has an op_name
    std::optional<tpu_array> array;
    tpu_label label;
    tpu_owner owner = tpu_owner::hlo_temp;

    bool operator==(const tpu_block&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_block", m("at", &tpu_block::at), m("number", &tpu_block::number), m("size", &tpu_block::size),
                 m("source", &tpu_block::source), m("array", &tpu_block::array), m("label", &tpu_block::label),
                 m("owner", &tpu_block::owner));
    }
};

// `Argument 0 index {1}` or, without number, `Output index {}`.
struct tpu_argument {
    position at;
    std::int64_t number = 1; // in the list, counted from 1
    human_size size;
    ast::shape shape;
    std::optional<std::int64_t> parameter;
    shape_index index;

    bool operator==(const tpu_argument&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_argument", m("at", &tpu_argument::at), m("number", &tpu_argument::number),
                 m("size", &tpu_argument::size), m("shape", &tpu_argument::shape),
                 m("parameter", &tpu_argument::parameter), m("index", &tpu_argument::index));
    }
};

// The largest allocations. Without blocks it is `No allocations in hbm`. Without the name of a space the heading is
// missing, as in the rest of a text whose beginning was cut.
struct tpu_allocations {
    std::optional<std::string_view> space;
    list<tpu_block> blocks;

    bool operator==(const tpu_allocations&) const = default;
    [[nodiscard]] bool absent() const { return !space && blocks.empty(); }
    static constexpr auto members(auto m)
    {
        return m("tpu_allocations", m("space", &tpu_allocations::space), m("blocks", &tpu_allocations::blocks));
    }
};

// The largest arguments and outputs. The heading is missing if its text is missing, or in the rest of a text that was
// cut.
struct tpu_arguments {
    std::optional<std::string_view> space;
    list<tpu_argument> blocks;

    bool operator==(const tpu_arguments&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_arguments", m("space", &tpu_arguments::space), m("blocks", &tpu_arguments::blocks));
    }
};

// A report by memory space. In the log it begins with the requirement of the program.
struct tpu_space_report {
    std::optional<tpu_lead> lead;
    std::optional<tpu_total> total;
    std::optional<tpu_program> program;
    tpu_allocations allocations;
    tpu_arguments arguments; // 2026-04+

    bool operator==(const tpu_space_report&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_space_report", m("lead", &tpu_space_report::lead), m("total", &tpu_space_report::total),
                 m("program", &tpu_space_report::program), m("allocations", &tpu_space_report::allocations),
                 m("arguments", &tpu_space_report::arguments));
    }
};

// The form of 2018, which has no sizes: labels and owners alone.
struct tpu_bare_block {
    tpu_label label;
    tpu_owner owner = tpu_owner::scoped;

    bool operator==(const tpu_bare_block&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_bare_block", m("label", &tpu_bare_block::label), m("owner", &tpu_bare_block::owner));
    }
};
struct tpu_bare_report {
    std::string_view space;
    bool names_reason = true; // `It should not be possible to run out of vmem - please file a bug against XLA.`
    list<tpu_bare_block> blocks;

    bool operator==(const tpu_bare_report&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_bare_report", m("space", &tpu_bare_report::space),
                 m("names_reason", &tpu_bare_report::names_reason), m("blocks", &tpu_bare_report::blocks));
    }
};

// --- messages of one line --------------------------------------------------------------------------------------------

// What a message about scoped memory ends with.
enum class tpu_advice : std::uint8_t { none, file_bug, link, see };

// `… while allocating on stack for %INSTRUCTION. Scoped allocation with size 61.88M and limit 60.00M exceeded scoped
// vmem limit by 1.88M.`
struct tpu_stack_overflow {
    std::string_view space;
    std::string_view instruction; // may contain line feeds
    human_size size;
    human_size limit;
    human_size excess;
    tpu_advice advice = tpu_advice::none;

    bool operator==(const tpu_stack_overflow&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_stack_overflow", m("space", &tpu_stack_overflow::space),
                 m("instruction", &tpu_stack_overflow::instruction), m("size", &tpu_stack_overflow::size),
                 m("limit", &tpu_stack_overflow::limit), m("excess", &tpu_stack_overflow::excess),
                 m("advice", &tpu_stack_overflow::advice));
    }
};

// `Allocation (size=N) would exceed memory (size=N) :: #allocation7 […] :: NAME`
struct tpu_large_allocation {
    std::int64_t size = 0;
    std::int64_t capacity = 0;
    std::int64_t number = 0;
    ast::shape shape;
    std::string_view space;
    std::uint64_t word = 0; // the size again; all ones in hbm
    bool scoped = false;
    std::string_view tag;
    std::optional<std::string_view> instruction; // empty: `<no-hlo-instruction>`

    bool operator==(const tpu_large_allocation&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_large_allocation", m("size", &tpu_large_allocation::size),
                 m("capacity", &tpu_large_allocation::capacity), m("number", &tpu_large_allocation::number),
                 m("shape", &tpu_large_allocation::shape), m("space", &tpu_large_allocation::space),
                 m("word", &tpu_large_allocation::word), m("scoped", &tpu_large_allocation::scoped),
                 m("tag", &tpu_large_allocation::tag), m("instruction", &tpu_large_allocation::instruction));
    }
};

// `Ran out of memory on HBM, the total memory required for HLO temporaries (19.20G) exceeds available HBM (15.75G).`
struct tpu_temporaries {
    human_size required;
    human_size available;
    std::optional<std::string_view> module_name; // 2026-08+

    bool operator==(const tpu_temporaries&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_temporaries", m("required", &tpu_temporaries::required),
                 m("available", &tpu_temporaries::available), m("module_name", &tpu_temporaries::module_name));
    }
};

// `TPU TensorCore Hbm usage: 34.82G, SparseCore Hbm usage 174.10G, exceeding available bytes: 95.74G`
struct tpu_cores {
    human_size tensor_core;
    human_size sparse_core;
    human_size available;

    bool operator==(const tpu_cores&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_cores", m("tensor_core", &tpu_cores::tensor_core), m("sparse_core", &tpu_cores::sparse_core),
                 m("available", &tpu_cores::available));
    }
};

// `Aborting compilation early because it's unlikely to have enough memory. Requires 3.47E, has 14.49G available.`
struct tpu_early_abort {
    bool device = false; // `device memory`
    human_size required;
    human_size available;
    std::optional<std::int64_t> threshold; // of the flag that it recommends

    bool operator==(const tpu_early_abort&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_early_abort", m("device", &tpu_early_abort::device), m("required", &tpu_early_abort::required),
                 m("available", &tpu_early_abort::available), m("threshold", &tpu_early_abort::threshold));
    }
};

// `sparse_core_4096.6:57:1`
struct tpu_place {
    std::string_view name;
    std::int64_t line = 1;
    std::int64_t column = 1;

    bool operator==(const tpu_place&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_place", m("name", &tpu_place::name), m("line", &tpu_place::line),
                 m("column", &tpu_place::column));
    }
};

// The lines after a message about a SparseCore.
struct tpu_pass_notes {
    tpu_place operation_place;
    std::string_view operation;
    tpu_place place;
    std::string_view pass;

    bool operator==(const tpu_pass_notes&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_pass_notes", m("operation_place", &tpu_pass_notes::operation_place),
                 m("operation", &tpu_pass_notes::operation), m("place", &tpu_pass_notes::place),
                 m("pass", &tpu_pass_notes::pass));
    }
};

// `Failed to run MLO pass pipeline.NAME:57:1: error: 'memref.alloca' op E3000: …`; sizes are in words.
struct tpu_sparse_core {
    tpu_place place;
    std::int64_t reached = 0;
    std::int64_t limit = 0;
    std::string_view space;
    std::int64_t size = 0;

    bool operator==(const tpu_sparse_core&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_sparse_core", m("place", &tpu_sparse_core::place), m("reached", &tpu_sparse_core::reached),
                 m("limit", &tpu_sparse_core::limit), m("space", &tpu_sparse_core::space),
                 m("size", &tpu_sparse_core::size));
    }
};

// --- the whole -------------------------------------------------------------------------------------------------------

struct tpu_report {
    ast::status status;                       // of a compiler: no sender, no replica
    std::optional<std::string_view> function; // `{{function_node NAME}} `, of TensorFlow
    tpu_failure failure = tpu_failure::unnamed;
    std::variant<tpu_temporaries, box<tpu_space_report>, box<tpu_stack_overflow>, box<tpu_large_allocation>, tpu_cores,
                 tpu_early_abort, box<tpu_sparse_core>, box<tpu_bare_report>>
        message;
    box<tpu_pass_notes> notes; // of a SparseCore
    ast::forms forms;

    bool operator==(const tpu_report&) const = default;

    // The message if it has this form, or null.
    [[nodiscard]] const tpu_space_report* by_space() const { return held<tpu_space_report>(); }
    [[nodiscard]] const tpu_stack_overflow* stack() const { return held<tpu_stack_overflow>(); }
    [[nodiscard]] const tpu_large_allocation* large() const { return held<tpu_large_allocation>(); }
    [[nodiscard]] const tpu_sparse_core* sparse_core() const { return held<tpu_sparse_core>(); }
    [[nodiscard]] const tpu_bare_report* bare() const { return held<tpu_bare_report>(); }
    static constexpr auto members(auto m)
    {
        return m("tpu_report", m("status", &tpu_report::status), m("function", &tpu_report::function),
                 m("failure", &tpu_report::failure), m("message", &tpu_report::message), m("notes", &tpu_report::notes),
                 m("forms", &tpu_report::forms));
    }

private:
    template <typename Message>
    const Message* held() const
    {
        const auto* found = std::get_if<box<Message>>(&message);
        return found ? found->get() : nullptr;
    }
};

} // namespace ballast::inline v0::ast
