#include "failures/damage.hpp"

#include "extract/line.hpp"
#include "failures/pattern.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <utility>

namespace ballast::failures {

namespace {

struct replacement {
    std::string_view from;
    std::string_view to;
};

// --- encodings -------------------------------------------------------------------------------------------------------

// Half of a surrogate pair becomes U+FFFD.
void append_utf8(std::string& to, std::uint32_t c)
{
    if (c >= 0xd800 && c < 0xe000) c = 0xfffd;
    constexpr std::uint32_t one = 0x80;
    constexpr std::uint32_t two = 0x800;
    constexpr std::uint32_t three = 0x10000;
    const auto tail = [](std::uint32_t bits) { return static_cast<char>(0x80U | (bits & 0x3fU)); };
    if (c < one) {
        to += static_cast<char>(c);
    } else if (c < two) {
        to += static_cast<char>(0xc0U | c >> 6U);
        to += tail(c);
    } else if (c < three) {
        to += static_cast<char>(0xe0U | c >> 12U);
        to += tail(c >> 6U);
        to += tail(c);
    } else {
        to += static_cast<char>(0xf0U | c >> 18U);
        to += tail(c >> 12U);
        to += tail(c >> 6U);
        to += tail(c);
    }
}

// The text in UTF-8 if it begins with the byte order mark of UTF-16.
bool from_utf16(std::string_view text, std::string& to)
{
    const bool little = text.starts_with("\xff\xfe");
    if (!little && !text.starts_with("\xfe\xff")) return false;
    const auto unit = [&](std::size_t at) {
        const auto first = static_cast<unsigned char>(text[at]);
        const auto second = static_cast<unsigned char>(text[at + 1]);
        return little ? static_cast<std::uint32_t>(second) << 8U | first
                      : static_cast<std::uint32_t>(first) << 8U | second;
    };
    for (std::size_t at = 2; at + 1 < text.size(); at += 2) {
        auto c = unit(at);
        if (c >= 0xd800 && c < 0xdc00 && at + 3 < text.size()) {
            const auto low = unit(at + 2);
            if (low >= 0xdc00 && low < 0xe000) {
                c = 0x10000 + ((c - 0xd800) << 10U) + (low - 0xdc00);
                at += 2;
            }
        }
        append_utf8(to, c);
    }
    return true;
}

// --- special characters ----------------------------------------------------------------------------------------------

constexpr std::array special_characters{
    replacement{"\xc2\xa0", " "},      replacement{"\xe2\x80\xaf", " "},   replacement{"\xe3\x80\x80", " "},
    replacement{"\xe2\x80\x87", " "},  replacement{"\xe2\x80\x8b", ""},    replacement{"\xef\xbb\xbf", ""},
    replacement{"\xe2\x80\x9c", "\""}, replacement{"\xe2\x80\x9d", "\""},  replacement{"\xe2\x80\x98", "'"},
    replacement{"\xe2\x80\x99", "'"},  replacement{"\xe2\x80\xa6", "..."},
};
constexpr std::array entities{
    replacement{"&lt;", "<"},   replacement{"&gt;", ">"},   replacement{"&quot;", "\""}, replacement{"&#34;", "\""},
    replacement{"&#39;", "'"},  replacement{"&#x27;", "'"}, replacement{"&apos;", "'"},  replacement{"&nbsp;", " "},
    replacement{"&#160;", " "}, replacement{"&#9;", "\t"},  replacement{"&amp;", "&"},
};
constexpr std::array<std::string_view, 14> tags{"pre", "code", "p",  "br", "br/", "br /", "span",
                                                "div", "li",   "ul", "td", "tr",  "samp", "b"};

// Replaces what begins with one of these bytes.
template <std::size_t Count>
bool replace(std::string& line, std::string_view first_bytes, const std::array<replacement, Count>& all)
{
    auto at = line.find_first_of(first_bytes);
    if (at == npos) return false;
    std::string result;
    std::size_t done = 0;
    bool any = false;
    for (; at != npos; at = line.find_first_of(first_bytes, at)) {
        const std::string_view rest = std::string_view(line).substr(at);
        const auto* const which =
            std::ranges::find_if(all, [&](const replacement& r) { return rest.starts_with(r.from); });
        if (which == all.end()) {
            ++at;
            continue;
        }
        result.append(line, done, at - done).append(which->to);
        at += which->from.size();
        done = at;
        any = true;
    }
    if (any) line = result.append(line, done);
    return any;
}

// The bytes of a tag of HTML such as `<pre>` or `<span class="x">` at the start of the text; 0 if there is none. Text
// of XLA has `<1 add @0>`, which is none.
std::size_t tag_size(std::string_view text)
{
    constexpr std::size_t longest = 300;
    const auto end = text.substr(0, longest).find('>');
    if (end == npos) return 0;
    auto name = text.substr(1, end - 1);
    if (name.starts_with('/')) name.remove_prefix(1);
    const bool attributes = name.find("=\"") != npos;
    const auto word = attributes ? name.substr(0, name.find(' ')) : name;
    return std::ranges::find(tags, word) == tags.end() ? 0 : end + 1;
}

bool remove_tags(std::string& line)
{
    std::string result;
    std::size_t done = 0;
    for (auto at = line.find('<'); at != npos; at = line.find('<', at)) {
        const auto size = tag_size(std::string_view(line).substr(at));
        if (size == 0) {
            ++at;
            continue;
        }
        result.append(line, done, at - done);
        done = at += size;
    }
    if (done == 0) return false;
    line = result.append(line, done);
    return true;
}

// --- strings ---------------------------------------------------------------------------------------------------------

// Appends the character of an escape sequence such as `n`; returns the bytes that it takes after the backslash.
std::size_t unescape(std::string_view rest, std::string& to)
{
    switch (rest.front()) {
    case 'n': to += '\n'; return 1;
    case 't': to += '\t'; return 1;
    case 'r': return 1;
    case '"':
    case '\'':
    case '/':
    case '\\': to += rest.front(); return 1;
    default: break;
    }
    constexpr std::size_t digits = 4;
    const auto code = rest.substr(1, digits);
    const auto is_hex = [](char c) { return std::string_view("0123456789abcdefABCDEF").find(c) != npos; };
    if (rest.front() == 'u' && code.size() == digits && std::ranges::all_of(code, is_hex)) {
        append_utf8(to, static_cast<std::uint32_t>(std::stoul(std::string(code), nullptr, 16)));
        return 1 + digits;
    }
    to += '\\';
    to += rest.front();
    return 1;
}

// The content of a string from its first byte on, up to its closing quote or the end.
std::string unescaped(std::string_view text, char quote, std::size_t& end)
{
    std::string result;
    std::size_t at = 0;
    for (; at < text.size() && text[at] != quote; ++at)
        if (text[at] == '\\' && at + 1 < text.size())
            at += unescape(text.substr(at + 1), result);
        else
            result += text[at];
    end = at;
    return result;
}

constexpr std::array<std::string_view, 14> keys{"log",       "message", "msg",    "text",   "textPayload",
                                                "stderr",    "stdout",  "output", "error",  "exception",
                                                "traceback", "event",   "body",   "content"};

// The texts of an object of JSON lines; empty if the line is none.
std::string from_object(std::string_view line)
{
    const auto begin = std::min(line.find('{'), line.size());
    const auto object = line.substr(begin);
    if (object.empty() || !trimmed(object.substr(1)).starts_with('"')) return {};
    if (!without_prefix(line.substr(0, begin)).text.empty()) return {};
    std::string result;
    std::string key;
    bool value = false;
    for (std::size_t at = 0; at < object.size(); ++at) {
        if (object[at] == ':') value = true;
        if (object[at] == ',') value = false;
        if (object[at] != '"') continue;
        std::size_t length = 0;
        auto text = unescaped(object.substr(at + 1), '"', length);
        at += length + 1;
        if (!value) {
            key = std::move(text);
        } else if (std::ranges::find(keys, key) != keys.end()) {
            result += text;
            if (!result.ends_with('\n')) result += '\n';
        }
    }
    return result;
}

// The content of a line of a notebook: `   "text\n",`.
std::string from_notebook(std::string_view line)
{
    auto text = trimmed(line);
    if (text.ends_with(',')) text.remove_suffix(1);
    if (text.size() < 2 || text.front() != '"' || text.back() != '"') return {};
    std::size_t end = 0;
    auto result = unescaped(text.substr(1), '"', end);
    if (end + 2 != text.size() || text.find('\\') == npos) return {};
    if (!result.ends_with('\n')) result += '\n';
    return result;
}

// A line with `\n` for line feeds, as a string that is printed with its escape sequences.
std::string from_escapes(std::string_view line)
{
    constexpr std::array<std::string_view, 14> next{"\\nBufferAssignment",
                                                    "\\nTotal ",
                                                    "\\nProgram ",
                                                    "\\n\\nTotal ",
                                                    "\\n\\nProgram ",
                                                    "\\nPeak buffers",
                                                    "\\n\\tBuffer",
                                                    "\\nSee https",
                                                    "\\n  Largest",
                                                    "\\nAllocator (",
                                                    "\\nBin (",
                                                    "\\nLimit:",
                                                    "\\nE1",
                                                    "\\nRan out"};
    if (std::ranges::none_of(next, [&](auto part) { return line.find(part) != npos; })) return {};
    std::string result;
    for (std::size_t at = 0; at < line.size(); ++at)
        if (line[at] == '\\' && at + 1 < line.size())
            at += unescape(line.substr(at + 1), result);
        else
            result += line[at];
    return result += '\n';
}

// --- prefixes --------------------------------------------------------------------------------------------------------

// The size of text of this form; `d` is a digit, `D` at least one digit or point, `a` a letter. 0 if it is not there.
std::size_t form_size(std::string_view text, std::string_view form)
{
    std::size_t at = 0;
    for (const char f : form) {
        if (f == 'D') {
            const auto begin = at;
            while (at < text.size() && (is_digit(text[at]) || text[at] == '.')) ++at;
            if (at == begin) return 0;
            continue;
        }
        if (at == text.size()) return 0;
        const char c = text[at];
        if (f == 'd' ? !is_digit(c) : f == 'a' ? !is_letter(c) : f != c) return 0;
        ++at;
    }
    return at;
}

constexpr std::array<std::string_view, 17> times{
    "dddd-dd-ddTdd:dd:D",
    "dddd-dd-dd dd:dd:D",
    "dddd-dd-dd dd:dd:D,D",
    "dddd/dd/dd dd:dd:D",
    "dd-dd dd:dd:D",
    "dd/dd/dddd dd:dd:D",
    "aaa dd dd:dd:D",
    "aaa  d dd:dd:D",
    "dd:dd:D",
    "dddd-dd-dd",
    "[dddd-dd-dd dd:dd:D]",
    "[dd:dd:D]",
    "[dddd-dd-dd dd:dd:D,D]",
    "[dddd/dd/dd dd:dd:D]",
    "[aaa dd dd:dd:D]",
    "(dddd-dd-dd dd:dd:D)",
    "[D]",
};

std::size_t time_size(std::string_view line)
{
    std::size_t result = 0;
    for (const auto form : times) result = std::max(result, form_size(line, form));
    if (result == 0) return 0;
    // A zone.
    auto rest = line.substr(result);
    if (rest.starts_with('Z')) return result + 1;
    for (const auto form : {"+dd:dd", "-dd:dd", "+dddd", ",ddd"})
        if (const auto zone = form_size(rest, form); zone != 0) result += zone;
    return result;
}

// `W external/xla/file.cc:501] `, `E0203 04:05:06.000007 424242 file.cc:1931] `, `[core.py:1136] `: up to the bracket.
std::size_t logger_size(std::string_view line)
{
    constexpr std::size_t longest = 200;
    const bool level =
        line.size() > 2 && std::string_view("IWEF").find(line[0]) != npos && (line[1] == ' ' || is_digit(line[1]));
    if (!level) return 0;
    const auto end = line.substr(0, longest).find("] ");
    const auto close = end != npos ? end + 2 : line.size() <= longest && line.ends_with(']') ? line.size() : 0;
    if (close == 0) return 0;
    const auto colon = line.substr(0, close).rfind(':');
    if (colon == npos || !is_digit(line[colon + 1])) return 0;
    return close;
}

constexpr std::array<std::string_view, 12> levels{"INFO",  "WARNING", "WARN",   "ERROR",  "DEBUG",    "CRITICAL",
                                                  "FATAL", "TRACE",   "stderr", "stdout", "[stderr]", "[stdout]"};

std::size_t level_size(std::string_view line)
{
    for (const auto level : levels)
        if (line.starts_with(level) && line.size() > level.size()) {
            const char next = line[level.size()];
            if (next == ' ' && line.substr(level.size() + 1).starts_with("F ")) return level.size() + 2;
            if (next == ' ' && line.substr(level.size() + 1).starts_with("P ")) return level.size() + 2;
            if (next == ' ' || next == '|') return level.size();
            if (next == ':') return level.size() + 1;
        }
    return 0;
}

constexpr std::array<std::string_view, 9> sender_keys{
    "pid=", "ip=", "rank=", "tid=", "host=", "node=", "task=", "worker=", "process="};

// `(EngineCore pid=5) `, `[rank0]: `, `worker-3: `, `app-1  | `, `[1,0]<stderr>:`, `host app[12]: `: who wrote the
// line.
std::size_t sender_size(std::string_view line)
{
    constexpr std::size_t longest = 80;
    const auto head = line.substr(0, longest);
    if (line.starts_with('(')) {
        const auto end = head.find(')');
        const auto inside = head.substr(0, end);
        const bool known = std::ranges::any_of(sender_keys, [&](auto key) { return inside.find(key) != npos; });
        return end != npos && known ? end + 1 : 0;
    }
    if (line.starts_with('[')) {
        auto end = head.find(']');
        if (end == npos || end == 1) return 0;
        const auto inside = head.substr(1, end - 1);
        if (inside.starts_with("OOM Summary")) return 0;
        if (inside.find_first_of("0123456789") == npos || inside.find_first_of("='\"") != npos) return 0;
        ++end;
        for (const std::string_view stream : {"<stderr>", "<stdout>"})
            if (line.substr(end).starts_with(stream)) end += stream.size();
        if (line.substr(end).starts_with(':')) ++end;
        return end < line.size() && line[end] != ' ' ? 0 : end;
    }
    if (const auto bar = head.find(" | "); bar != npos) {
        const auto name = trimmed(head.substr(0, bar));
        if (!name.empty() && name.size() < 40 && name.find(' ') == npos && is_digit(name.back())) return bar + 3;
    }
    const auto colon = head.find(": ");
    if (colon == npos || colon == 0) return 0;
    const auto name = head.substr(0, colon);
    const auto dash = name.find_last_of("-_");
    const bool numbered = name.find(' ') == npos && dash != npos && dash + 1 < name.size() && dash != 0 &&
                          is_letter(name[0]) && std::ranges::all_of(name.substr(dash + 1), is_digit);
    const bool ranked = name.find(' ') == npos &&
                        ((name.starts_with("rank") && is_digit(name.back())) || std::ranges::all_of(name, is_digit));
    const auto open = name.find('[');
    const bool daemon = name.ends_with(']') && open != npos && open != 0 && is_digit(name[open + 1]) &&
                        std::ranges::count(name, ' ') <= 1;
    return numbered || ranked || daemon ? colon + 2 : 0;
}

// Marks at the start of a line.
std::size_t mark_size(std::string_view line)
{
    if (line.starts_with("///")) return 3;
    // The number of the line.
    if (const auto number = std::min(line.find_first_not_of("0123456789"), line.size());
        number != 0 && number < line.size() && line[number] == '\t')
        return number + 1;
    for (const std::string_view mark :
         {"// ", "/* ", "<!-- ", "* ", "- ", "> ", "# ", "| ", "+ ", "\xe2\x94\x82 ", "-- ", "\xe2\x80\xa2 "})
        if (line.starts_with(mark)) return mark.size();
    if (line == ">" || line == "#" || line == "//" || line == "*") return line.size();
    if (line.size() > 1 && line[0] == '>' && line[1] != '=') return 1;
    if (line.size() > 1 && line[0] == '#' && (line[1] == '#' || line[1] == ' ')) return 1;
    return 0;
}

// Carriage returns that overwrite nothing: before blanks and colors at the end of a line, and in strings.
std::string without_returns(std::string_view line)
{
    std::string result(line);
    if (trimmed(line).starts_with('{')) {
        std::erase(result, '\r');
        return result;
    }
    while (true) {
        const auto last = result.rfind('\r');
        if (last == std::string::npos) return result;
        const auto rest = extracting::cleaned(std::string_view(result).substr(last + 1));
        if (!trimmed(rest.text()).empty()) return result;
        result.resize(last);
    }
}

// `- root - ERROR - ` and `root:` after a level: names of loggers in Python.
std::size_t python_logger_size(std::string_view line, bool after_level)
{
    constexpr std::size_t longest = 60;
    const auto head = line.substr(0, longest);
    if (after_level) {
        const auto colon = head.find(':');
        const auto name = head.substr(0, colon);
        const bool is_name = colon != npos && colon != 0 && colon + 1 < line.size() &&
                             name.find_first_of(" /(=") == npos && !is_digit(name.front()) &&
                             (name == "root" || name.find('.') != npos || name.find('_') != npos);
        return is_name ? colon + 1 : 0;
    }
    for (const std::string_view level : {" - ERROR - ", " - WARNING - ", " - INFO - ", " - DEBUG - ", " - CRITICAL - "})
        if (const auto at = head.find(level); at != npos && head.substr(0, at).find(' ') == npos)
            return at + level.size();
    return 0;
}

} // namespace

std::string undamaged::text() const
{
    std::string result;
    for (const auto& line : lines) result.append(line).append(1, '\n');
    if (!ends_with_line_feed && !result.empty()) result.pop_back();
    return result;
}

undamaged undo_damage(std::string_view text)
{
    undamaged result;
    std::set<std::string_view> repairs;
    std::string converted;
    if (from_utf16(text, converted)) {
        text = converted;
        repairs.insert("UTF-16 decoded");
    }
    if (text.starts_with("\xef\xbb\xbf")) {
        text.remove_prefix(3);
        repairs.insert("byte order mark removed");
    }
    result.ends_with_line_feed = text.ends_with('\n');
    std::int64_t number = 0;
    const auto add = [&](std::string line) {
        if (replace(line, "&", entities)) repairs.insert("HTML decoded");
        if (remove_tags(line)) repairs.insert("HTML decoded");
        if (replace(line, "\xc2\xe2\xe3\xef", special_characters)) repairs.insert("special blanks and quotes replaced");
        result.lines.push_back(std::move(line));
        result.numbers.push_back(number);
    };
    const auto add_all = [&](std::string_view lines, std::string_view repair) {
        repairs.insert(repair);
        while (!lines.empty()) {
            const auto end = std::min(lines.find('\n'), lines.size());
            add(std::string(lines.substr(0, end)));
            lines.remove_prefix(std::min(end + 1, lines.size()));
        }
    };
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        auto raw = text.substr(0, end);
        std::string kept;
        if (raw.find('\r') != npos) {
            kept = without_returns(raw);
            if (kept.size() != raw.size()) repairs.insert("line ends replaced");
            raw = kept;
        }
        const auto clean = extracting::cleaned(raw);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (clean.overwritten) repairs.insert("line ends replaced");
        if (clean.colored) repairs.insert("terminal sequences removed");
        const auto line = clean.text();
        if (line.find('\\') != npos || line.find('{') != npos) {
            if (const auto object = from_object(line); !object.empty()) {
                add_all(object, "taken from JSON");
                continue;
            }
            if (const auto cell = from_notebook(line); !cell.empty()) {
                add_all(cell, "taken from JSON");
                continue;
            }
            if (const auto escaped = from_escapes(line); !escaped.empty()) {
                add_all(escaped, "unescaped a quoted string");
                continue;
            }
        }
        add(std::string(line));
    }
    for (const auto repair : repairs) result.repairs.emplace_back(repair);
    return result;
}

bare_line without_prefix(std::string_view line)
{
    constexpr int most_parts = 12;
    bare_line result{trimmed(line), {}, false};
    auto& rest = result.text;
    const auto drop = [&](std::size_t size) { rest = trimmed(rest.substr(size)); };
    for (int i = 0; i < most_parts && !rest.empty(); ++i) {
        if (const auto size = mark_size(rest); size != 0) {
            drop(size);
        } else if (const auto logger = logger_size(rest); logger != 0) {
            drop(logger);
            result.stamped = true;
        } else if (const auto time = time_size(rest); time != 0) {
            drop(time);
            if (rest.starts_with(": ")) drop(2);
            result.stamped = true;
        } else if (const auto level = level_size(rest); level != 0) {
            const bool colon = rest[level - 1] == ':';
            drop(level);
            if (colon) drop(python_logger_size(rest, true));
            result.stamped = true;
        } else if (const auto logger_name = python_logger_size(rest, false); logger_name != 0) {
            drop(logger_name);
            result.stamped = true;
        } else if (const auto sender = sender_size(rest); sender != 0) {
            auto name = trimmed(rest.substr(0, sender));
            while (name.ends_with(':') || name.ends_with('|') || name.ends_with(' ')) name.remove_suffix(1);
            // The place in a source file is no sender.
            const bool source = name.starts_with('[') && name.find(".py:") != npos;
            if (!source && name.find(".cc:") == npos)
                result.sender.append(result.sender.empty() ? "" : " ").append(name);
            drop(sender);
        } else {
            break;
        }
    }
    return result;
}

} // namespace ballast::failures
