#include "read/entries.hpp"

namespace ballast::read {

bool recognises(start from, std::string_view text)
{
    grammar::input in(text.data(), text.data() + text.size(), "");
    return run_grammar<tao::pegtl::nothing, tao::pegtl::normal>(from, in);
}

} // namespace ballast::read
