// Whether the result of an instruction can be written over one of its operands.
#pragma once

#include "analyse/module.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

namespace ballast::analyse {

// `unknown` if the fused computation is not in the module text, or does something that is not understood.
enum class overwriting : std::uint8_t { possible, unknown, impossible };

// What tells whether a fusion can: the fused computation, or its kind, which is there without the module text.
enum class fusions_by : std::uint8_t { computation, kind };

class overwrites {
public:
    overwrites(module& of, fusions_by by)
        : of_(of), by_(by), tiled_(std::ranges::any_of(of.rows().shapes, &model::shape_row::tiled))
    {
    }

    // Whether the instruction on a row can write its result over a value that it reads, named by its line. It can if it
    // reads each element of the value only for the same element of the result. If it does not read the value, it
    // cannot.
    overwriting operator()(model::number instruction, model::number line);

private:
    overwriting of_fusion(const ast::instruction& fusion, std::int64_t operand);
    // Whether a fused computation reads a parameter element by element.
    overwriting of_parameter(std::string_view computation, std::int64_t parameter);

    // Computations that are read; the operands of further ones are unknown.
    static constexpr std::size_t most_computations = 512;

    module& of_;
    fusions_by by_;
    bool tiled_;                                                             // of a TPU
    std::map<std::pair<std::string_view, std::int64_t>, overwriting> known_; // by computation and parameter
    std::map<std::string_view, const ast::computation_text*> computations_;  // empty until one is needed
};

} // namespace ballast::analyse
