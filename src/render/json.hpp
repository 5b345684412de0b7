// JSON, written and read. Only its unit uses RapidJSON.
#pragma once

#include "ballast/render.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ballast::inline v0::render {

// Text for JSON: each byte that is not UTF-8 becomes U+FFFD.
std::string json_text(std::string_view text);

// For people, JSON text is escaped as in lines of text; for programs it keeps its value.
enum class json_reader : bool { program, people };

// Writes the members of objects, one per call.
class json_writer {
public:
    explicit json_writer(json_reader reader = json_reader::program);
    // The output is passed on in pieces, the last one by `finish`.
    explicit json_writer(piece_taker take, json_reader reader = json_reader::program);
    json_writer(const json_writer&) = delete;
    json_writer& operator=(const json_writer&) = delete;
    ~json_writer();

    template <typename Body>
    void object(Body&& body)
    {
        begin_object();
        body();
        end_object();
    }
    template <typename Body>
    void array(Body&& body)
    {
        begin_array();
        body();
        end_array();
    }
    template <typename Body>
    void object(std::string_view key, Body&& body)
    {
        name(key);
        object(body);
    }
    template <typename Body>
    void array(std::string_view key, Body&& body)
    {
        name(key);
        array(body);
    }
    void member(std::string_view key, std::string_view value);
    void member(std::string_view key, const std::string& value) { member(key, std::string_view(value)); }
    void member(std::string_view key, const char* value) { member(key, std::string_view(value)); }
    void member(std::string_view key, bool value);
    void member(std::string_view key, std::int64_t value);
    void member(std::string_view key, std::size_t value) { member(key, static_cast<std::int64_t>(value)); }
    void member(std::string_view key, int value) { member(key, static_cast<std::int64_t>(value)); }
    void null_member(std::string_view key);
    // Text that is already JSON.
    void raw(std::string_view value);
    void number(std::int64_t value);
    void text(std::string_view value);

    void finish();
    [[nodiscard]] std::string_view view() const;
    [[nodiscard]] std::string result() const { return std::string(view()); }

private:
    void begin_object();
    void end_object();
    void begin_array();
    void end_array();
    void name(std::string_view key);

    json_reader reader_;
    struct writer;
    std::unique_ptr<writer> to_;
};

// Receives the parts of a JSON text that is read. Numbers and literals are skipped.
class json_events {
public:
    json_events() = default;
    json_events(const json_events&) = delete;
    json_events& operator=(const json_events&) = delete;
    virtual ~json_events() = default;

    virtual void begin_object() = 0;
    virtual void end_object() = 0;
    virtual void key(std::string_view name) = 0;
    virtual void string(std::string_view value) = 0;
};
// False if the text is not JSON.
bool read_json(std::string_view text, json_events& to);

} // namespace ballast::inline v0::render
