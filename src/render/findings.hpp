// Parts of the forms of findings.
#pragma once

#include "ballast/render.hpp"

namespace ballast::inline v0::render {

// True if the finding is written.
inline bool is_written(const answers::reported_finding& what, const findings_options& how)
{
    return what.severity == severity::error || !how.errors_only;
}

} // namespace ballast::inline v0::render
