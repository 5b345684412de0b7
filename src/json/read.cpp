#include "ballast/json.hpp"

#include "base/grown.hpp"
#include "base/same_bytes.hpp"
#include "base/say.hpp"
#include "json/known_nodes.hpp"
#include "json/text_stream.hpp"
#include "json/types.hpp"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace ballast::json {

namespace {

// A level of a tuple takes four objects and arrays.
constexpr std::size_t deepest = 4 * 256 + 64;

std::string_view said(kind of)
{
    switch (of) {
    case kind::structure:
    case kind::variant: return "an object";
    case kind::list: return "an array";
    case kind::text:
    case kind::word: return "a text";
    case kind::letter: return "a text of one byte";
    case kind::address: return "a text like 0x7f00";
    case kind::boolean: return "true or false";
    case kind::integer:
    case kind::position: return "an integer of 64 bits";
    case kind::natural: return "an unsigned integer of 64 bits";
    case kind::optional:
    case kind::box:
    case kind::shared:
    case kind::nothing: break;
    }
    return "nothing";
}

std::optional<std::uint64_t> address_of(std::string_view text)
{
    std::uint64_t number = 0;
    if (!text.starts_with("0x")) return std::nullopt;
    const auto* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data() + 2, last, number, 16);
    return error == std::errc{} && end == last ? std::optional(number) : std::nullopt;
}

// The elements of an array, as long as it is open.
class element_bytes {
public:
    element_bytes() = default;
    element_bytes(const element_bytes&) = delete;
    element_bytes& operator=(const element_bytes&) = delete;
    ~element_bytes() { std::free(bytes_); }

    void clear() { size_ = 0; }
    void* add(const type& element)
    {
        if (capacity_ - size_ < element.size) {
            const auto larger = std::max(2 * capacity_, 16 * element.size);
            bytes_ = grown(bytes_, larger);
            capacity_ = larger;
        }
        auto* const added = bytes_ + size_;
        std::memcpy(added, element.initial, element.size);
        size_ += element.size;
        return added;
    }
    [[nodiscard]] std::span<const std::byte> all() const { return {bytes_, size_}; }

private:
    std::byte* bytes_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

// Builds the tree from the events of RapidJSON's reader. An event that does not fit returns false, which ends reading.
class builder {
public:
    builder(text_stream& in, tree_file& file, ast::arena& memory)
        : in_(in), memory_(memory), place_{&tree_file_type(), &file}
    {
    }

    // The first event that did not fit. Without a message, there was none.
    [[nodiscard]] const std::string& message() const { return message_; }
    // Where it is, if it is a text.
    [[nodiscard]] std::optional<std::size_t> offset() const { return offset_; }
    // The place of the latest value, or of what did not fit.
    [[nodiscard]] std::string path() const;

    // --- events ------------------------------------------------------------------------------------------------------

    bool Null() { return fault("null has no meaning; leave the member out"); }
    bool Bool(bool x)
    {
        const auto to = next();
        if (to.of->kind != kind::boolean) return misfit(*to.of, "a boolean");
        return store(to, x);
    }
    bool Int(int x) { return Int64(x); }
    bool Uint(unsigned x) { return Uint64(x); }
    bool Int64(std::int64_t x)
    {
        const auto to = next();
        if (to.of->kind == kind::integer || to.of->kind == kind::position) return store(to, x);
        if (to.of->kind == kind::natural && x >= 0) return store(to, static_cast<std::uint64_t>(x));
        return misfit(*to.of, "a number");
    }
    bool Uint64(std::uint64_t x)
    {
        if (std::in_range<std::int64_t>(x)) return Int64(static_cast<std::int64_t>(x));
        const auto to = next();
        if (to.of->kind == kind::natural) return store(to, x);
        return misfit(*to.of, "a number");
    }
    bool Double(double)
    {
        const auto to = next();
        return misfit(*to.of, "a number that is larger or not an integer");
    }
    bool RawNumber(const char*, rapidjson::SizeType, bool) { return fault("number"); }
    bool String(const char*, rapidjson::SizeType, bool);
    bool StartObject();
    bool Key(const char*, rapidjson::SizeType, bool);
    bool EndObject(rapidjson::SizeType);
    bool StartArray();
    bool EndArray(rapidjson::SizeType);

private:
    // Where a value goes.
    struct target {
        const type* of;
        void* at;
        known_nodes::row* row = nullptr; // of a node to which others can refer
        bool known = false;              // a node with the same text exists
    };
    // An object or array that is being read.
    struct frame {
        target to{};
        const char* begin = nullptr;
        std::size_t current = 0; // the field or the alternative at hand; the number of elements
        std::uint64_t seen = 0;  // the fields that were read; 1 if an alternative was read
    };

    [[nodiscard]] bool in_array() const { return depth_ != 0 && top().to.of->kind == kind::list; }
    [[nodiscard]] frame& top() const { return frames_[depth_ - 1]; }
    [[nodiscard]] element_bytes& elements() const { return elements_[depth_ - 1]; }
    target next();
    bool open(const target& to);
    bool field(frame& in, std::string_view name);
    bool alternative(frame& in, std::string_view name);

    template <typename T>
    static bool store(const target& to, const T& x)
    {
        std::memcpy(to.at, &x, sizeof x);
        return true;
    }
    bool misfit(const type& wanted, std::string_view found)
    {
        return fault(say("expected {}, found {}", said(wanted.kind), found).text());
    }
    bool fault(std::string message)
    {
        message_ = std::move(message);
        return false;
    }
    // The same about the text at hand.
    bool text_fault(std::string message)
    {
        offset_ = in_.text_offset();
        return fault(std::move(message));
    }
    // The same about the object at hand, not about a member.
    bool frame_fault(const finding_message& what)
    {
        about_frame_ = true;
        return fault(what.text());
    }
    bool name_fault(const finding_message& what)
    {
        about_frame_ = true;
        return text_fault(what.text());
    }

    text_stream& in_;
    ast::arena& memory_;
    known_nodes known_;
    target place_; // of the next value, unless it is an element
    std::unique_ptr<frame[]> frames_ = std::make_unique<frame[]>(deepest);
    std::size_t depth_ = 0; // the number of open frames
    // The elements of open arrays, by the numbers of their frames. They do not move while an element is read, because
    // the arrays in it have other frames.
    std::unique_ptr<element_bytes[]> elements_ = std::make_unique<element_bytes[]>(deepest);
    std::string message_;
    std::optional<std::size_t> offset_;
    bool about_frame_ = false;
};

std::string builder::path() const
{
    std::string result;
    for (const auto& [to, begin, current, seen] : std::span(frames_.get(), depth_ - (about_frame_ ? 1 : 0))) {
        if (to.of->kind == kind::list) {
            if (current != 0) result.append("[").append(std::to_string(current - 1)).append("]");
            continue;
        }
        if (seen == 0) break;
        if (!result.empty()) result += '.';
        result += to.of->kind == kind::structure ? to.of->fields[current].name : to.of->alternatives[current]->name;
    }
    return result;
}

// The place of the next value, with the nodes around it that JSON does not show.
builder::target builder::next()
{
    auto to = place_;
    if (in_array()) {
        to.of = top().to.of->element;
        to.at = elements().add(*to.of);
        ++top().current;
    }
    while (true) {
        const auto* const inner = to.of->element;
        if (to.of->kind == kind::optional) {
            to.at = to.of->emplace(to.at);
        } else if (to.of->kind == kind::box || to.of->kind == kind::shared) {
            to.row = inner->kind == kind::structure ? known_.find(*inner, in_.rest()) : nullptr;
            to.known = to.row && to.row->of == inner && in_.rest().starts_with(to.row->text);
            if (to.known) {
                to.of->refer(to.at, to.row->node);
                to.of = inner;
                return to;
            }
            void* const made = memory_.allocate(inner->size, inner->alignment);
            std::memcpy(made, inner->initial, inner->size);
            to.of->refer(to.at, made);
            to.at = made;
        } else {
            return to;
        }
        to.of = inner;
    }
}

bool builder::String(const char*, rapidjson::SizeType, bool)
{
    if (!in_.is_utf8()) return text_fault("a text that is not UTF-8");
    const auto text = in_.text();
    const auto to = next();
    switch (to.of->kind) {
    case kind::text: return store(to, text);
    case kind::word:
        if (const auto* value = to.of->spellings().find(text)) return store(to, *value);
        return text_fault(say("`{}` is not one of the words here", text).text());
    case kind::letter:
        if (text.size() == 1) return store(to, text[0]);
        break;
    case kind::address:
        if (const auto number = address_of(text)) return store(to, *number);
        break;
    default: break;
    }
    return text_fault(say("expected {}, found another text", said(to.of->kind)).text());
}

bool builder::open(const target& to)
{
    if (depth_ == deepest) return fault("more than 256 levels");
    frames_[depth_++] = {to, in_.rest().data()};
    return true;
}

bool builder::StartObject()
{
    const auto to = next();
    if (to.of->kind != kind::structure && to.of->kind != kind::variant) return misfit(*to.of, "an object");
    // Skips a known node up to its last byte; the reader has already taken the first one.
    if (to.known) in_.skip(to.row->text.size() - 2);
    return open(to);
}

bool builder::StartArray()
{
    const auto to = next();
    if (to.of->kind != kind::list) return misfit(*to.of, "an array");
    if (!open(to)) return false;
    elements().clear();
    return true;
}

bool builder::Key(const char*, rapidjson::SizeType, bool)
{
    auto& in = top();
    return in.to.of->kind == kind::structure ? field(in, in_.text()) : alternative(in, in_.text());
}

// Members usually come in the order of the table.
bool builder::field(frame& in, std::string_view name)
{
    const auto& fields = in.to.of->fields;
    auto i = in.seen == 0 ? 0 : in.current + 1;
    while (i < fields.size() && !same_bytes(fields[i].name, name)) ++i;
    if (i == fields.size())
        i = static_cast<std::size_t>(std::ranges::find(fields, name, &json::field::name) - fields.begin());
    if (i == fields.size()) return name_fault(say("`{}` has no member `{}`", in.to.of->name, name));
    const auto bit = std::uint64_t{1} << i;
    if ((in.seen & bit) != 0) return name_fault(say("`{}` has two members `{}`", in.to.of->name, name));
    in.seen |= bit;
    in.current = i;
    place_ = {fields[i].of, const_cast<void*>(in.to.of->member(fields[i], in.to.at))};
    return true;
}

bool builder::alternative(frame& in, std::string_view name)
{
    const auto& alternatives = in.to.of->alternatives;
    const auto found = std::ranges::find_if(alternatives, [&](const type* a) { return same_bytes(a->name, name); });
    if (found == alternatives.end() || (*found)->kind == kind::nothing)
        return name_fault(say("`{}` is not one of the alternatives here", name));
    if (in.seen != 0) return name_fault(say("`{}` is a second alternative", name));
    in.seen = 1;
    in.current = static_cast<std::size_t>(found - alternatives.begin());
    place_ = {*found, in.to.of->choose(in.to.at, in.current)};
    return true;
}

bool builder::EndObject(rapidjson::SizeType)
{
    const auto& [to, begin, current, seen] = top();
    if (to.known) {
        --depth_;
        return true;
    }
    if (to.of->kind == kind::variant && seen == 0)
        return frame_fault(say("expected a member that names the alternative"));
    if (const auto missing = to.of->required & ~seen; missing != 0) {
        const auto& field = to.of->fields[static_cast<std::size_t>(std::countr_zero(missing))];
        return frame_fault(say("`{}` has no `{}`", to.of->name, field.name));
    }
    if (to.row) *to.row = {to.of, {begin, static_cast<std::size_t>(in_.rest().data() + 1 - begin)}, to.at};
    --depth_;
    return true;
}

bool builder::EndArray(rapidjson::SizeType)
{
    const auto& [to, begin, count, seen] = top();
    const auto bytes = elements().all();
    void* first = nullptr;
    if (count != 0) {
        first = memory_.allocate(bytes.size(), to.of->element->alignment);
        std::memcpy(first, bytes.data(), bytes.size());
    }
    to.of->assign(to.at, first, count);
    --depth_;
    return true;
}

// --- the text --------------------------------------------------------------------------------------------------------

json_fault fault_of(std::string_view message, std::size_t offset)
{
    return {.offset = static_cast<std::int64_t>(offset), .message = std::string(message)};
}

// Why RapidJSON stopped, in the style of our messages.
std::string said(rapidjson::ParseErrorCode code)
{
    std::string message = rapidjson::GetParseError_En(code);
    if (message.ends_with('.')) message.pop_back();
    return "not JSON: " + message;
}

json_result read(source_text source)
{
    json_result result;
    result.refused = std::move(source);
    const auto text = result.refused.view();
    tree_file file;
    ast::arena memory;
    memory.expect(text.size());
    text_stream in(text, memory);
    builder to(in, file, memory);
    rapidjson::Reader reader;
    reader.Parse<rapidjson::kParseInsituFlag | rapidjson::kParseIterativeFlag>(in, to);
    if (file.schema != json_schema_version) {
        result.fault = fault_of(say("schema {}, expected {}", file.schema, json_schema_version).text(), 0);
    } else if (!to.message().empty()) {
        result.fault = fault_of(to.message(), to.offset().value_or(reader.GetErrorOffset()));
        result.fault.path = to.path();
    } else if (reader.HasParseError()) {
        result.fault = fault_of(said(reader.GetParseErrorCode()), reader.GetErrorOffset());
        result.fault.path = to.path();
    } else if (!in.at_end()) {
        result.fault = fault_of("NUL byte", in.Tell());
    } else {
        result.value.emplace(std::move(result.refused), std::move(memory), file.tree, file.unread);
    }
    return result;
}

} // namespace

} // namespace ballast::json

namespace ballast::inline v0 {

json_result read_json(source_text text) noexcept
try {
    return json::read(std::move(text));
} catch (const std::bad_alloc&) {
    json_result result;
    result.fault.message = "out of memory"; // so short that it needs none
    return result;
}

json_result read_json(std::string_view text) noexcept
try {
    return json::read(source_text::copy_of(text));
} catch (const std::bad_alloc&) {
    json_result result;
    result.fault.message = "out of memory";
    return result;
}

} // namespace ballast::inline v0
