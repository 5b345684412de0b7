#include "ballast/read.hpp"

#include "read/bare.hpp"
#include "read/entries.hpp"
#include "read/recent.hpp"

#include <array>

namespace ballast::read {

namespace {

// The values of one tuple repeat its instruction: the text that was matched last is not matched again.
struct recognised {};
class recognising_input : public grammar::input {
public:
    explicit recognising_input(std::string_view text) : grammar::input(text.data(), text.data() + text.size(), "") {}

    recent<recognised> latest_instruction;
};

template <typename Rule>
struct recognising : bare<Rule> {};

template <>
struct recognising<grammar::from_instruction> {
    template <tao::pegtl::apply_mode A, tao::pegtl::rewind_mode R, template <typename...> class Action,
              template <typename...> class Control>
    [[nodiscard]] static bool match(recognising_input& in)
    {
        static constexpr recognised once;
        const char* const begin = in.current();
        auto& latest = in.latest_instruction;
        if (latest.begins(begin, in.end())) {
            in.bump(latest.size());
            return true;
        }
        if (!bare<grammar::from_instruction>::match<A, R, Action, Control>(in)) return false;
        latest.remember(begin, in.current(), in.end(), "\n", &once);
        return true;
    }
};

} // namespace

bool recognises(start from, std::string_view text)
{
    recognising_input in(text);
    return run_grammar<recognising>(from, in);
}

std::optional<std::size_t> record_size(std::size_t record, std::string_view text)
{
    using function = bool (*)(recognising_input&);
    static constexpr auto functions = []<typename... Rules>(grammar::record_list<Rules...>) {
        return std::array<function, sizeof...(Rules)>{&match_only<Rules, recognising, recognising_input>...};
    }(grammar::records{});
    recognising_input in(text);
    if (!functions[record](in)) return std::nullopt;
    return static_cast<std::size_t>(in.current() - text.data());
}

std::optional<std::size_t> message_size(std::string_view text)
{
    recognising_input in(text);
    if (!match_only<grammar::memory_message, recognising, recognising_input>(in)) return std::nullopt;
    return static_cast<std::size_t>(in.current() - text.data());
}

} // namespace ballast::read

namespace ballast::inline v0 {

bool recognise(std::string_view text) noexcept { return read::recognises({}, text); }
bool recognise(entry which, std::string_view text) noexcept { return read::recognises({which}, text); }

} // namespace ballast::inline v0
