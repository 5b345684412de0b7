#include "build/start_rules.hpp"

namespace ballast::build {

bool recognises(start from, std::string_view text)
{
    grammar::input in(text.data(), text.data() + text.size(), "");
    return run_grammar<tao::pegtl::nothing, tao::pegtl::normal>(from, in);
}

} // namespace ballast::build
