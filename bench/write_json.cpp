// Writes the tree of a dump as JSON: the same content for readers of JSON. ballast_write_json DUMP JSON
//
// As short as JSON that says it can be: without blanks, places in the text, and members that say nothing.
#include "ballast/ast/members.hpp"
#include "ballast/document.hpp"
#include "ballast/read.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <cstdio>
#include <string_view>
#include <utility>
#include <variant>

namespace {

using namespace ballast;

class json_writer {
public:
    explicit json_writer(std::FILE* to) : to_(to) {}
    ~json_writer() { flush(); }
    json_writer(const json_writer&) = delete;
    json_writer& operator=(const json_writer&) = delete;

    template <typename T>
    void value(const T& x)
    {
        if constexpr (ast::structure<T>) {
            put('{');
            bool first = true;
            ast::for_each_member(x, [&](std::string_view name, const auto& member) {
                if (is_absent(member)) return;
                if (!std::exchange(first, false)) put(',');
                text(name);
                put(':');
                value(member);
            });
            put('}');
        } else if constexpr (ast::is_a<T, ast::list>) {
            put('[');
            bool first = true;
            for (const auto& element : x) {
                if (!std::exchange(first, false)) put(',');
                value(element);
            }
            put(']');
        } else if constexpr (ast::optional_node<T>) {
            if (x)
                value(*x);
            else
                put("null");
        } else if constexpr (ast::is_a<T, ast::shared>) {
            value(*x);
        } else if constexpr (ast::is_a<T, std::variant>) {
            std::visit([&](const auto& held) { value(held); }, x);
        } else if constexpr (std::is_same_v<T, bool>) {
            put(x ? "true" : "false");
        } else if constexpr (std::is_enum_v<T>) {
            text(ast::enumerator_name(x));
        } else if constexpr (std::is_same_v<T, std::string_view>) {
            text(x);
        } else if constexpr (std::is_same_v<T, ast::position> || std::is_same_v<T, std::monostate>) {
            put("null");
        } else {
            const fmt::format_int digits(x);
            put(std::string_view(digits.data(), digits.size()));
        }
    }

private:
    template <typename T>
    static bool is_absent(const T& x)
    {
        if constexpr (ast::optional_node<T>)
            return !x;
        else if constexpr (ast::is_a<T, ast::list> || std::is_same_v<T, std::string_view>)
            return x.empty();
        else if constexpr (std::is_same_v<T, bool>)
            return !x;
        else
            return std::is_same_v<T, ast::position>;
    }

    void put(char c) { buffer_.push_back(c); }
    void put(std::string_view bytes)
    {
        buffer_.append(bytes.data(), bytes.data() + bytes.size());
        if (buffer_.size() > 1U << 20) flush();
    }
    void text(std::string_view bytes)
    {
        put('"');
        for (const char c : bytes) {
            const auto byte = static_cast<unsigned char>(c);
            if (c == '"' || c == '\\') {
                put('\\');
                put(c);
            } else if (byte < 0x20) {
                fmt::format_to(fmt::appender(buffer_), FMT_COMPILE("\\u{:04x}"), byte);
            } else {
                put(c);
            }
        }
        put('"');
    }
    void flush()
    {
        if (std::fwrite(buffer_.data(), 1, buffer_.size(), to_) != buffer_.size()) std::perror("ballast_write_json");
        buffer_.clear();
    }

    std::FILE* to_;
    fmt::memory_buffer buffer_;
};

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fputs("usage: ballast_write_json DUMP JSON\n", stderr);
        return 2;
    }
    auto read = read_source(argv[1], parse_options{}.max_bytes);
    const auto result = parse(std::move(read.text));
    if (!result.accepted()) {
        std::fprintf(stderr, "%s: %s\n", argv[1], read.error.empty() ? "refused" : read.error.c_str());
        return 2;
    }
    std::FILE* const file = std::fopen(argv[2], "wb");
    if (!file) return 2;
    {
        json_writer out(file);
        out.value(result.value->tree());
    }
    return std::fclose(file) == 0 ? 0 : 2;
}
