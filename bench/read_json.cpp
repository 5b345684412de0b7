// Reads whole JSON texts, for comparison: ballast_read_json dom|on-demand FILE
#include <simdjson.h>

#include <cstdint>
#include <cstdio>
#include <string_view>

namespace {

// Reads every value, as a program that uses the content does.
std::uint64_t sum_of(simdjson::ondemand::value value)
{
    switch (value.type()) {
    case simdjson::ondemand::json_type::array: {
        std::uint64_t sum = 0;
        for (auto element : value.get_array()) sum += sum_of(element.value());
        return sum;
    }
    case simdjson::ondemand::json_type::object: {
        std::uint64_t sum = 0;
        for (auto field : value.get_object()) {
            sum += std::string_view(field.unescaped_key()).size();
            sum += sum_of(field.value());
        }
        return sum;
    }
    case simdjson::ondemand::json_type::number: return static_cast<std::uint64_t>(double(value.get_double()));
    case simdjson::ondemand::json_type::string: return std::string_view(value.get_string()).size();
    case simdjson::ondemand::json_type::boolean: return bool(value.get_bool()) ? 1 : 0;
    case simdjson::ondemand::json_type::null: return 0;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string_view way = argc == 3 ? argv[1] : "";
    if (way != "dom" && way != "on-demand") {
        std::fputs("usage: ballast_read_json dom|on-demand FILE\n", stderr);
        return 2;
    }
    try {
        if (way == "dom") {
            simdjson::dom::parser parser;
            const simdjson::dom::element read = parser.load(argv[2]);
            return read.is_object() ? 0 : 1;
        }
        const simdjson::padded_string text = simdjson::padded_string::load(argv[2]);
        simdjson::ondemand::parser parser;
        auto document = parser.iterate(text);
        const auto sum = sum_of(document.get_value());
        std::printf("%ju\n", static_cast<std::uintmax_t>(sum));
        return 0;
    } catch (const simdjson::simdjson_error& e) {
        std::fprintf(stderr, "%s: %s\n", argv[2], e.what());
        return 1;
    }
}
