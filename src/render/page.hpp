// Parts of the HTML page, which is one file that needs no network: JSON, and the script that draws it.
#pragma once

#include "ballast/render.hpp"
#include "render/json.hpp"

namespace ballast::inline v0::render {

// Writes the JSON object of a module.
void write_picture(json_writer& out, const answers::shown_module& module);

} // namespace ballast::inline v0::render
