#include "readers/explanation.hpp"

#include <fmt/format.h>

#include <map>

namespace ballast::readers {

namespace {

class explanation_writer {
public:
    std::string write(const plain_grammar& grammar)
    {
        std::string rules;
        for (const auto& rule : grammar.rules)
            rules += fmt::format("{}{}:[{},{}]", rules.empty() ? "" : ",\n", json_string(rule.name),
                                 json_string(rule.expected), of(rule.body));
        return fmt::format("{{\"start\":{},\"sets\":[{}],\n\"rules\":{{\n{}}}}}\n", json_string(grammar.start), sets_,
                           rules);
    }

private:
    std::string set(const std::bitset<256>& given)
    {
        std::string ranges;
        for (const auto& [first, last] : ranges_of(given))
            ranges += fmt::format("{}{},{}", ranges.empty() ? "" : ",", first, last);
        const auto [found, is_new] = places_.try_emplace(ranges, places_.size());
        if (is_new) sets_ += fmt::format("{}[{}]", sets_.empty() ? "" : ",", ranges);
        return fmt::to_string(found->second);
    }
    std::string of(const peg& e)
    {
        const auto with = [&](std::string_view what) {
            auto result = fmt::format("[\"{}\"", what);
            for (const auto& child : e.children) result += "," + of(child);
            return result + "]";
        };
        switch (e.op) {
        case peg_operation::sequence: return with("s");
        case peg_operation::choice: return with("c");
        case peg_operation::optional: return with("?");
        case peg_operation::star: return with("*");
        case peg_operation::plus: return with("+");
        case peg_operation::at: return with("&");
        case peg_operation::not_at: return with("!");
        case peg_operation::nested: return with("n");
        case peg_operation::repeat: return fmt::format("[\"r\",{},{}]", of(e.children.front()), e.count);
        case peg_operation::repeat_optional: return fmt::format("[\"o\",{},{}]", of(e.children.front()), e.count);
        case peg_operation::text: return fmt::format("[\"t\",{}]", json_string(e.text));
        case peg_operation::bytes: return fmt::format("[\"b\",{}]", set(e.set));
        case peg_operation::run: return fmt::format("[\"m\",{}]", set(e.set));
        case peg_operation::column: return fmt::format("[\"w\",{}]", e.count);
        case peg_operation::rule: return fmt::format("[\"@\",{}]", json_string(e.text));
        }
        return {};
    }

    std::string sets_;
    std::map<std::string, std::size_t> places_;
};

} // namespace

std::string json_string(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= ' ' && byte < 0x7f && c != '"' && c != '\\' && c != '`' && c != '$')
            result += c;
        else
            result += fmt::format("\\u{:04x}", byte);
    }
    return result + '"';
}

std::string explanation_of(const plain_grammar& grammar) { return explanation_writer().write(grammar); }

} // namespace ballast::readers
