#include "question.hpp"

#include "base/nearest.hpp"
#include "base/shown.hpp"

#include <fmt/format.h>
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <algorithm>
#include <variant>

namespace ballast::wasm {

namespace {

using member =
    std::variant<bool question::*, std::int64_t question::*, std::optional<std::int64_t> question::*,
                 std::string question::*, std::optional<std::string> question::*, std::vector<std::string> question::*>;

struct option {
    std::string_view name;
    member to;
};

// Their names are those of JavaScript.
const option options[]{
    {"ask", &question::ask},
    {"audit", &question::audit},
    {"by", &question::by},
    {"device", &question::device},
    {"disable", &question::disable},
    {"era", &question::era},
    {"estimate", &question::estimate},
    {"filesAlone", &question::files_alone},
    {"format", &question::format},
    {"fullPaths", &question::full_paths},
    {"id", &question::id},
    {"limit", &question::limit},
    {"maxErrors", &question::max_errors},
    {"module", &question::module},
    {"only", &question::only},
    {"part", &question::part},
    {"plain", &question::plain},
    {"positions", &question::positions},
    {"raw", &question::raw},
    {"sort", &question::sort},
    {"space", &question::space},
    {"step", &question::step},
    {"strict", &question::strict},
    {"svg", &question::svg},
    {"tables", &question::tables},
    {"title", &question::title},
    {"to", &question::to},
    {"top", &question::top},
    {"verbose", &question::verbose},
    {"why", &question::why},
    {"width", &question::width},
};

std::string text_of(const rapidjson::Value& value) { return {value.GetString(), value.GetStringLength()}; }

// Sets a member. Returns what was expected if the value has another type.
struct setter {
    const rapidjson::Value& value;
    question& of;

    std::string_view operator()(bool question::* to) const
    {
        if (!value.IsBool()) return "true or false";
        of.*to = value.GetBool();
        return {};
    }
    std::string_view operator()(std::int64_t question::* to) const
    {
        if (!value.IsInt64() || value.GetInt64() < 0) return "a number from 0 on";
        of.*to = value.GetInt64();
        return {};
    }
    std::string_view operator()(std::optional<std::int64_t> question::* to) const
    {
        if (!value.IsInt64() || value.GetInt64() < 0) return "a number from 0 on";
        of.*to = value.GetInt64();
        return {};
    }
    std::string_view operator()(std::string question::* to) const
    {
        if (!value.IsString()) return "a text";
        of.*to = text_of(value);
        return {};
    }
    std::string_view operator()(std::optional<std::string> question::* to) const
    {
        if (!value.IsString()) return "a text";
        of.*to = text_of(value);
        return {};
    }
    std::string_view operator()(std::vector<std::string> question::* to) const
    {
        constexpr std::string_view texts = "an array of texts";
        if (!value.IsArray()) return texts;
        for (const auto& each : value.GetArray()) {
            if (!each.IsString()) return texts;
            (of.*to).push_back(text_of(each));
        }
        return {};
    }
};

// Sets what a module must fit; returns why it cannot be.
std::string set_limit(question& asked)
{
    if (asked.limit) asked.must_fit = limit_of(*asked.limit);
    if (asked.device.empty()) return {};
    if (asked.limit) return "the options device and limit exclude each other";
    const auto* const known = find_device(asked.device);
    if (!known) return unknown_device(printable(asked.device));
    asked.must_fit = limit_of(*known);
    asked.must_fit->estimates = asked.estimate;
    return {};
}

} // namespace

parsed_question parse_question(std::string_view json)
{
    parsed_question result;
    rapidjson::Document read;
    read.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag>(json.data(), json.size());
    if (read.HasParseError()) {
        result.problem = fmt::format("the question is not JSON: {}", rapidjson::GetParseError_En(read.GetParseError()));
        return result;
    }
    if (!read.IsObject()) {
        result.problem = "the question is not a JSON object";
        return result;
    }
    for (const auto& [key, value] : read.GetObject()) {
        const auto name = text_of(key);
        if (value.IsNull()) continue; // as if it was left out
        const auto* const known = std::ranges::find(options, std::string_view(name), &option::name);
        if (known == std::end(options)) {
            nearest_words near(name, 1);
            for (const auto& each : options) near.offer(each.name);
            result.problem = fmt::format("unknown option {}{}", printable(name),
                                         near.words().empty() ? "" : "; did you mean " + near.words().front() + "?");
            return result;
        }
        if (const auto wanted = std::visit(setter{value, result.asked}, known->to); !wanted.empty()) {
            result.problem = fmt::format("option {}: expected {}", name, wanted);
            return result;
        }
    }
    result.problem = set_limit(result.asked);
    return result;
}

} // namespace ballast::wasm
