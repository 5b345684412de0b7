#include "render/printed_files.hpp"

#include "ballast/print.hpp"
#include "base/file_name.hpp"

#include <string_view>
#include <variant>

namespace ballast::inline v0::render {

namespace {

bool is_framed(const ast::tree& tree)
{
    return std::visit(
        [](const auto& held) {
            if constexpr (requires { held.frame; }) return held.frame.has_value();
            return false;
        },
        tree);
}

} // namespace

void write(const answers::print_answer& answer, sink& to)
{
    for (const auto* file : answer.files) {
        const auto& read = *file->result.value;
        if (answer.files.size() == 1 || is_framed(read.tree())) {
            print(to, read);
            continue;
        }
        const auto path = without_compression(file->file->path);
        const auto name = path == "-" ? std::string_view("stdin") : path.substr(path.rfind('/') + 1);
        for (const auto piece : {std::string_view("*** Begin "), name, std::string_view(" ***\n")}) to.put(piece);
        print(to, read);
        for (const auto piece : {std::string_view("\n*** End "), name, std::string_view(" ***\n")}) to.put(piece);
    }
}

} // namespace ballast::inline v0::render
