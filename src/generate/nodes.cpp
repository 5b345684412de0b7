#include "generate/nodes.hpp"

namespace ballast::generate {

std::string_view nodes::name()
{
    std::string text(pick({"add", "fusion", "copy-start", "_x", "p", "reduce_window"}));
    if (readable()) return memory_.copy(text.append(".").append(std::to_string(++names_))); // every name is unique
    if (chance(2)) text.append(".").append(std::to_string(below(1000)));
    if (chance(8)) text += ".clone-";
    return memory_.copy(text);
}

ast::shape_index nodes::index()
{
    return many(0, 3, [&] { return below(12); });
}

std::optional<ast::shape_index> nodes::maybe_index()
{
    if (chance(2)) return index();
    return std::nullopt;
}

std::int64_t nodes::number()
{
    switch (readable() ? 0 : below(4)) {
    case 0: return below(10);
    case 1: return below(100000);
    case 2: return INT64_MAX - below(3);
    default: return below(INT64_MAX);
    }
}

} // namespace ballast::generate
