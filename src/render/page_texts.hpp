// The parts of the HTML page: the files of render/page, which become text of the library at build time.
#pragma once

#include <string_view>

namespace ballast::inline v0::render {

extern const std::string_view page_template; // with gaps: {{script hash}}, {{title}}, /*style*/, {{data}}, /*script*/
extern const std::string_view page_style;
extern const std::string_view page_script;
extern const std::string_view page_script_hash; // SHA-256 in base64, for the policy of the page

} // namespace ballast::inline v0::render
