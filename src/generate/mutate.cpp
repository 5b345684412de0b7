#include "generate/mutate.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace ballast::generate {

namespace {

class mutator {
public:
    mutator(nodes& draw, const ast::dump* other) : draw_(draw), other_(other) {}

    void change(ast::dump& x)
    {
        switch (draw_.from().below(6)) {
        case 0:
            change(x.allocations, other_ ? &other_->allocations : nullptr, [&] { return draw_.allocation(); });
            break;
        case 1:
        case 2:
            change(x.used_values, other_ ? &other_->used_values : nullptr, [&] { return draw_.used_value(); });
            break;
        case 3:
            if (const auto* ranges = x.ranges()) {
                auto changed = *ranges;
                change(changed);
                x.live_range = draw_.memory().make(changed);
            }
            break;
        case 4:
            if (x.total) number(x.total->bytes);
            break;
        default:
            if (x.frame)
                x.frame.reset();
            else
                x.frame = "a.txt";
        }
    }

private:
    bool chance(std::uint64_t of) { return draw_.from().chance(of); }

    void number(std::int64_t& n)
    {
        switch (draw_.from().below(4)) {
        case 0: n = draw_.number(); break;
        case 1: n = n == INT64_MAX ? n : n + 1; break;
        case 2: n = n > 0 ? n - 1 : 0; break;
        default: n = 0;
        }
    }

    // One element is changed below, drawn anew, taken out, doubled, moved, or comes from the other tree.
    template <typename T, typename Make>
    void change(ast::list<T>& list, const std::type_identity_t<ast::list<T>>* other, Make make)
    {
        std::vector<T> elements(list.begin(), list.end());
        const auto any = [&](std::size_t size) { return static_cast<std::ptrdiff_t>(draw_.from().below(size)); };
        const auto operation = draw_.from().below(8);
        if (elements.empty() || operation == 0) {
            const auto at = any(elements.size() + 1);
            elements.insert(elements.begin() + at, make());
        } else if (operation == 1) {
            elements.erase(elements.begin() + any(elements.size()));
        } else if (operation == 2) {
            elements.push_back(elements[static_cast<std::size_t>(any(elements.size()))]);
        } else if (operation == 3) {
            std::swap(elements[static_cast<std::size_t>(any(elements.size()))], elements.back());
        } else if (operation == 4 && other && !other->empty()) {
            elements[static_cast<std::size_t>(any(elements.size()))] =
                (*other)[static_cast<std::size_t>(any(other->size()))];
        } else {
            change(elements[static_cast<std::size_t>(any(elements.size()))]);
        }
        list = draw_.memory().make_list(std::span<const T>(elements));
    }

    void change(ast::allocation& x)
    {
        switch (draw_.from().below(5)) {
        case 0: number(x.size); break;
        case 1: number(x.color); break;
        case 2: change(x.values, nullptr, [&] { return draw_.value_line(); }); break;
        case 3: x.maybe_live_out = !x.maybe_live_out; break;
        default:
            if (x.parameter) {
                auto parameter = *x.parameter;
                number(parameter.number);
                x.parameter = draw_.memory().make(parameter);
            } else {
                x.parameter = draw_.allocation().parameter;
            }
        }
    }
    void change(ast::value_line& x)
    {
        switch (draw_.from().below(4)) {
        case 0: number(x.size); break;
        case 1: number(x.offset); break;
        case 2: x.shape = draw_.memory().share(draw_.shape(2)); break;
        default: change(x.value);
        }
    }
    void change(ast::value_name& x)
    {
        switch (draw_.from().below(4)) {
        case 0: number(x.id); break;
        case 1: x.name = draw_.name(); break;
        case 2: x.index = draw_.maybe_index(); break;
        default: x.phi = !x.phi;
        }
    }
    void change(ast::used_value& x)
    {
        switch (draw_.from().below(4)) {
        case 0: change(x.value); break;
        case 1: x.detail = draw_.detail(); break;
        default:
            if (!x.instruction) break;
            auto instruction = *x.instruction;
            change(instruction);
            x.instruction = draw_.memory().make(instruction);
        }
    }
    void change(ast::instruction& x)
    {
        switch (draw_.from().below(5)) {
        case 0: x.name = draw_.name(); break;
        case 1: x.shape = draw_.memory().share(draw_.shape(2)); break;
        case 2: x = draw_.instruction(); break;
        case 3: x.attributes = draw_.attributes(x.opcode); break;
        default:
            // The value of one attribute.
            if (!x.attributes.empty()) {
                std::vector<ast::attribute> attributes(x.attributes.begin(), x.attributes.end());
                auto& a = attributes[draw_.from().below(attributes.size())];
                if (draw_.prints(x.opcode, a.key.kind)) a = draw_.attribute(x.opcode, a.key.kind);
                x.attributes = draw_.list(attributes);
            }
        }
    }
    void change(ast::live_range& x)
    {
        switch (draw_.from().below(4)) {
        case 0: number(x.max); break;
        case 1: change(x.sequence, nullptr, [&] { return ast::sequence_row{draw_.number(), draw_.name()}; }); break;
        case 2:
            change(x.rows, nullptr,
                   [&] { return ast::live_range_row{draw_.name(), draw_.index(), draw_.number(), draw_.number()}; });
            break;
        default: x.summary = draw_.live_range().summary;
        }
    }
    void change(ast::sequence_row& x) { number(x.number); }
    void change(ast::live_range_row& x)
    {
        number(chance(2) ? x.start : x.end);
        if (chance(4)) x.index = draw_.index();
    }

    nodes& draw_;
    const ast::dump* other_;
};

} // namespace

ast::dump mutated(const ast::dump& dump, const ast::dump* other, nodes& draw)
{
    auto result = dump;
    mutator(draw, other).change(result);
    return result;
}

} // namespace ballast::generate
