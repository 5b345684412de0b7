// Names of modules for people.
#pragma once

#include "ballast/export.hpp"

#include <string>
#include <string_view>

namespace ballast {

// The name of the function that TensorFlow compiled: `train_step` of
// `a_inference_train_step_429__XlaMustCompile_true_config_proto_…`. Other names are returned unchanged.
BALLAST_API std::string_view readable_module(std::string_view name);

// The name without the counters that frameworks add for each trace: `SyncTensorsGraph` of `SyncTensorsGraph.5347`,
// `a_inference_one_step_on_data` of `a_inference_one_step_on_data_1421__.12`.
BALLAST_API std::string without_counters(std::string_view name);

} // namespace ballast
