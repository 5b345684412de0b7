#include "ballast/render.hpp"

namespace ballast::inline v0::render {

// Each is in a file of its own.
extern const memory_export pprof_export;
extern const memory_export trace_export;
extern const memory_export csv_export;

std::span<const memory_export> memory_exports()
{
    static const std::array all{pprof_export, trace_export, csv_export};
    return all;
}

} // namespace ballast::inline v0::render
