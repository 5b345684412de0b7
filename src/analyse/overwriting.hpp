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

class overwrites {
public:
    explicit overwrites(module& of) : of_(of), tiled_(std::ranges::any_of(of.rows().shapes, &model::shape_row::tiled))
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
    bool tiled_;                                                             // of a TPU
    std::map<std::pair<std::string_view, std::int64_t>, overwriting> known_; // by computation and parameter
    std::map<std::string_view, const ast::computation_text*> computations_;  // empty until one is needed
};

} // namespace ballast::analyse
