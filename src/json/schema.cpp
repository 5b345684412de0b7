#include "ballast/json.hpp"

#include "json/types.hpp"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <algorithm>
#include <vector>

namespace ballast::json {

namespace {

class schema_writer {
public:
    std::string write()
    {
        out_.SetIndent(' ', 2);
        out_.SetFormatOptions(rapidjson::kFormatSingleLineArray);
        object([&] {
            member("$schema", "https://json-schema.org/draft/2020-12/schema");
            member("title", "What `ballast json` prints: a text of XLA as a tree");
            structure(tree_file_type());
            key("$defs");
            object([&] {
                for (std::size_t i = 0; i < structures_.size(); ++i) {
                    key(structures_[i]->name);
                    object([&] { structure(*structures_[i]); });
                }
            });
        });
        return std::string(buffer_.GetString(), buffer_.GetSize()) + '\n';
    }

private:
    template <typename Body>
    void object(Body&& body)
    {
        out_.StartObject();
        body();
        out_.EndObject();
    }
    template <typename Range, typename Name>
    void names(std::string_view name, const Range& all, Name&& of)
    {
        key(name);
        out_.StartArray();
        for (const auto& each : all) text(of(each));
        out_.EndArray();
    }
    void key(std::string_view name) { out_.Key(name.data(), static_cast<rapidjson::SizeType>(name.size())); }
    void text(std::string_view value) { out_.String(value.data(), static_cast<rapidjson::SizeType>(value.size())); }
    void member(std::string_view name, std::string_view value)
    {
        key(name);
        text(value);
    }
    void member(std::string_view name, std::int64_t value)
    {
        key(name);
        out_.Int64(value);
    }

    void structure(const type& of)
    {
        member("type", "object");
        key("properties");
        object([&] {
            for (const auto& field : of.fields) {
                key(field.name);
                object([&] {
                    if (field.wide) member("description", "numbers can exceed 2^53");
                    if (&of == &tree_file_type() && field.name == "schema")
                        version();
                    else
                        value(*field.of);
                });
            }
        });
        std::vector<field> required;
        std::ranges::copy_if(of.fields, std::back_inserter(required), &field::required);
        if (!required.empty()) names("required", required, [](const field& each) { return each.name; });
        no_other_properties();
    }
    void version()
    {
        member("description", "grows if a member changes its meaning or goes");
        key("enum");
        out_.StartArray();
        out_.Int64(json_schema_version);
        out_.EndArray();
    }
    void variant(const type& of)
    {
        member("type", "object");
        key("properties");
        object([&] {
            for (const auto* alternative : of.alternatives) {
                if (alternative->kind == kind::nothing) continue;
                key(alternative->name);
                object([&] { value(*alternative); });
            }
        });
        member("minProperties", 1);
        member("maxProperties", 1);
        no_other_properties();
    }
    void no_other_properties()
    {
        key("additionalProperties");
        out_.Bool(false);
    }

    // The members of the schema of a type.
    void value(const type& of)
    {
        switch (of.kind) {
        case kind::structure:
            if (std::ranges::find(structures_, &of) == structures_.end()) structures_.push_back(&of);
            return member("$ref", "#/$defs/" + std::string(of.name));
        case kind::variant: return variant(of);
        case kind::list:
            member("type", "array");
            key("items");
            return object([&] { value(*of.element); });
        case kind::optional:
        case kind::box:
        case kind::shared: return value(*of.element);
        case kind::text: return member("type", "string");
        case kind::letter:
            member("type", "string");
            member("minLength", 1);
            return member("maxLength", 1);
        case kind::word: return names("enum", of.spellings().by_value, [](std::string_view word) { return word; });
        case kind::address: member("type", "string"); return member("pattern", "^0x[0-9a-f]+$");
        case kind::boolean: return member("type", "boolean");
        case kind::integer: return member("type", "integer");
        case kind::natural: member("type", "integer"); return member("minimum", 0);
        case kind::position:
            member("type", "integer");
            member("minimum", 0);
            return member("description", "bytes from the start of the source");
        case kind::nothing: return member("type", "null");
        }
    }

    rapidjson::StringBuffer buffer_;
    rapidjson::PrettyWriter<rapidjson::StringBuffer> out_{buffer_};
    std::vector<const type*> structures_; // that were referred to
};

} // namespace

} // namespace ballast::json

namespace ballast::inline v0 {

std::string json_schema() { return json::schema_writer().write(); }

} // namespace ballast::inline v0
