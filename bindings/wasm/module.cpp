// What JavaScript needs besides the C interface: progress is a function of the module.
#include "ballast.h"

#include <emscripten.h>

// The formatter would take `===` apart.
EM_JS(int, report_progress, (double read, double bytes),
      { return Module["progress"] && Object.is(Module["progress"](read, bytes), false) ? 0 : 1; });

extern "C" {

// Calls `Module.progress(read, bytes)`, which returns false to cancel.
void ballast_watch_module(ballast_session* session)
{
    ballast_watch(session, [](void*, double read, double bytes) { return report_progress(read, bytes); }, nullptr);
}

} // extern "C"
