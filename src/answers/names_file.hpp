// Names of parameters that a program wrote beside its dumps, for frameworks whose dumps lack them.
#pragma once

#include "ballast/analysis.hpp"

#include <string>
#include <string_view>

namespace ballast::inline v0::answers {

// The file in the folder of the dumps, which `ballast.torch.names` writes:
//
//     {"graphs": [{"parameters": [{"name": "0.weight", "shape": [256, 1024]}, …]}]}
inline constexpr std::string_view names_file = "ballast.names.json";

// Names the parameters of a module after the last graph of the text whose parameters have the same number and
// dimensions. Leaves the analysis unchanged if there is none; false if the text is no names file.
bool name_parameters(memory_analysis& of, std::string_view json);

} // namespace ballast::inline v0::answers
