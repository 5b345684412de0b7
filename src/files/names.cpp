#include "files/names.hpp"

#include "ballast/text.hpp"
#include "base/shown.hpp"
#include "base/utf8.hpp"

#include <algorithm>

namespace ballast::inline v0::files {

std::string quoted_name(std::string_view name)
{
    const auto needs_no_look = [](char c) {
        return c > ' ' && c < 0x7f && std::string_view("\"\\#:").find(c) == std::string_view::npos;
    };
    if (std::ranges::all_of(name, needs_no_look)) return std::string(name);
    std::string result = "\"";
    bool plain = !name.starts_with('"') && !name.starts_with(' ') && !is_workflow_command(name);
    for (auto rest = name; !rest.empty();) {
        const bool hidden = shown_length(rest) == 0;
        const auto code_point = utf8::take_code_point(rest);
        if (code_point == "\"" || code_point == "\\") {
            result.append("\\").append(code_point);
        } else if (hidden) {
            plain = false;
            result += code_point == "#" ? "\\043" : escaped(code_point);
        } else {
            result += code_point;
        }
    }
    return plain ? std::string(name) : result + '"';
}

std::string shown_path(std::string_view path, const options& how)
{
    if (path == "-") return "<stdin>";
    return how.raw_names ? std::string(path) : quoted_name(path);
}

} // namespace ballast::inline v0::files
