#include "ballast/read.hpp"

#include "read/entries.hpp"

namespace ballast::read {

bool recognises(start from, std::string_view text)
{
    grammar::input in(text.data(), text.data() + text.size(), "");
    return run_grammar<tao::pegtl::nothing, tao::pegtl::normal>(from, in);
}

} // namespace ballast::read

namespace ballast::inline v0 {

bool recognise(std::string_view text) noexcept { return read::recognises({}, text); }
bool recognise(entry which, std::string_view text) noexcept { return read::recognises({which}, text); }

} // namespace ballast::inline v0
