// The parts of the page of `report`, which are files of their own (page/) and become text of the command at build time.
#pragma once

#include <string_view>

namespace ballast::cli {

extern const std::string_view page_template; // with gaps: {{script hash}}, {{title}}, /*style*/, {{data}}, /*script*/
extern const std::string_view page_style;
extern const std::string_view page_script;
extern const std::string_view page_script_hash; // SHA-256 in base64, for the policy of the page

} // namespace ballast::cli
