// The files of one module as one input, and changes to them: whole lines, parts of lines, trees, and files.
//
//     ==> module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt <==
//     BufferAssignment:
//     …
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/print.hpp"
#include "ballast/read.hpp"
#include "base/random_source.hpp"
#include "generate/mutate.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::fuzz {

struct module_file {
    std::string name;
    std::string text;
};
using module_files = std::vector<module_file>;

inline constexpr std::string_view file_begin = "==> ";
inline constexpr std::string_view file_name_end = " <==\n";

// The text of several files, as `tail -n +1 FILE…` prints it.
inline std::string bundle_of(const module_files& files)
{
    std::string result;
    for (const auto& f : files) {
        if (!result.empty()) result += '\n';
        result.append(file_begin).append(f.name).append(file_name_end).append(f.text);
    }
    return result;
}

// The files in such a text; none if it does not begin like one.
inline module_files files_in(std::string_view bundle)
{
    module_files result;
    while (bundle.starts_with(file_begin)) {
        bundle.remove_prefix(file_begin.size());
        const auto name_end = bundle.find(file_name_end);
        if (name_end == std::string_view::npos) break;
        const auto name = bundle.substr(0, name_end);
        bundle.remove_prefix(name_end + file_name_end.size());
        const auto next = std::min(bundle.find("\n==> "), bundle.size());
        result.push_back({std::string(name), std::string(bundle.substr(0, next))});
        bundle.remove_prefix(std::min(next + 1, bundle.size()));
    }
    return result;
}

// Changes the files of a module. Most changes leave texts that are still accepted, so that the rules get to see them.
class module_mutator {
public:
    explicit module_mutator(random_source& from) : from_(from) {}

    void change(module_files& files)
    {
        constexpr std::size_t tries = 6;
        for (auto changes = 1 + from_.below(4); changes != 0; --changes) {
            const auto before = files;
            for (std::size_t i = 0; i < tries; ++i) {
                change_once(files);
                if (files.empty()) files = before;
                if (last_ >= files.size() || from_.chance(8) || parse(files[last_].text).accepted()) break;
                files = before;
            }
        }
    }

private:
    using change_function = void (module_mutator::*)(module_files&);

    void change_once(module_files& files)
    {
        static constexpr std::array changes{
            &module_mutator::delete_line,   &module_mutator::repeat_line,   &module_mutator::swap_lines,
            &module_mutator::splice_line,   &module_mutator::splice_lines,  &module_mutator::remove_mark,
            &module_mutator::remove_mark,   &module_mutator::swap_words,    &module_mutator::take_word,
            &module_mutator::rename,        &module_mutator::repeat_digit,  &module_mutator::repeat_digit,
            &module_mutator::change_number, &module_mutator::cut_shape,     &module_mutator::cut_line,
            &module_mutator::copy_piece,    &module_mutator::change_opcode, &module_mutator::change_tree,
            &module_mutator::change_tree,   &module_mutator::cut_file,      &module_mutator::drop_file,
            &module_mutator::exchange_file,
        };
        last_ = from_.below(files.size());
        if (files.empty()) return;
        (this->*changes[from_.below(changes.size())])(files);
    }

    // --- places ------------------------------------------------------------------------------------------------------

    struct range {
        std::size_t begin = 0;
        std::size_t end = 0;
        [[nodiscard]] std::size_t size() const { return end - begin; }
    };

    std::string& text_in(module_files& files) { return files[last_].text; }
    const std::string& any_text(const module_files& files) { return files[from_.below(files.size())].text; }

    // A line with its line feed.
    range line_in(const std::string& text)
    {
        const auto at = from_.below(text.size());
        const auto before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
        const auto feed = text.find('\n', at);
        return {before == std::string::npos ? 0 : before + 1, feed == std::string::npos ? text.size() : feed + 1};
    }
    std::string any_line(const module_files& files)
    {
        const auto& text = any_text(files);
        const auto line = line_in(text);
        return text.substr(line.begin, line.size());
    }
    static bool is_word(char c)
    {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-';
    }
    // The first name or number after a random place.
    range word_in(const std::string& text)
    {
        auto begin = from_.below(text.size());
        while (begin < text.size() && !is_word(text[begin])) ++begin;
        while (begin != 0 && begin < text.size() && is_word(text[begin - 1])) --begin;
        auto end = begin;
        while (end < text.size() && is_word(text[end])) ++end;
        return {begin, end};
    }
    range digits_in(const std::string& text)
    {
        constexpr std::string_view digits = "0123456789";
        const auto begin = text.find_first_of(digits, from_.below(text.size()));
        if (begin == std::string::npos) return {};
        return {begin, std::min(text.find_first_not_of(digits, begin), text.size())};
    }
    // A part of a line, without its line feed.
    range piece_in(const std::string& text)
    {
        auto line = line_in(text);
        if (line.size() != 0 && text[line.end - 1] == '\n') --line.end;
        const auto begin = line.begin + from_.below(line.size() + 1);
        return {begin, begin + from_.below(line.end - begin + 1)};
    }
    static std::string part(const std::string& text, range of) { return text.substr(of.begin, of.size()); }
    static void replace(std::string& text, range of, std::string_view by) { text.replace(of.begin, of.size(), by); }

    // --- lines -------------------------------------------------------------------------------------------------------

    void delete_line(module_files& files) { replace(text_in(files), line_in(text_in(files)), {}); }
    void repeat_line(module_files& files)
    {
        auto& text = text_in(files);
        const auto line = line_in(text);
        text.insert(line.end, part(text, line));
    }
    void swap_lines(module_files& files)
    {
        auto& text = text_in(files);
        auto first = line_in(text);
        auto second = line_in(text);
        if (first.begin > second.begin) std::swap(first, second);
        if (first.begin == second.begin) return;
        const auto kept = part(text, first);
        const auto moved = part(text, second);
        replace(text, second, kept);
        replace(text, first, moved);
    }
    void splice_line(module_files& files)
    {
        const auto line = any_line(files);
        auto& text = text_in(files);
        const auto at = line_in(text);
        replace(text, from_.chance(2) ? range{at.begin, at.begin} : at, line);
    }
    void splice_lines(module_files& files)
    {
        std::string lines;
        for (auto count = 1 + from_.below(5); count != 0; --count) lines += any_line(files);
        auto& text = text_in(files);
        text.insert(line_in(text).begin, lines);
    }

    // --- inside lines ------------------------------------------------------------------------------------------------

    void remove_mark(module_files& files)
    {
        const auto mark = from_.pick({" = ",
                                      " = ",
                                      "%",
                                      "ROOT ",
                                      "ENTRY ",
                                      "(",
                                      ")",
                                      "{",
                                      "}",
                                      "[",
                                      "]",
                                      ", ",
                                      ": ",
                                      " @0",
                                      "-start",
                                      "-done",
                                      "-update",
                                      "calls=",
                                      "to_apply=",
                                      "body=",
                                      "condition=",
                                      "->",
                                      "async",
                                      "parameter",
                                      "tuple",
                                      "get-tuple-element",
                                      "index=",
                                      "()",
                                      "{0}",
                                      "{1}",
                                      "\n",
                                      " ",
                                      "#0",
                                      "$",
                                      "is_scheduled=true",
                                      "metadata={",
                                      "}, "});
        auto& text = text_in(files);
        const auto at = text.find(mark, from_.below(text.size()));
        if (at != std::string::npos) text.erase(at, mark.size());
    }
    void swap_words(module_files& files)
    {
        auto& text = text_in(files);
        auto first = word_in(text);
        auto second = word_in(text);
        if (first.begin > second.begin) std::swap(first, second);
        if (first.end > second.begin) return;
        const auto kept = part(text, first);
        const auto moved = part(text, second);
        replace(text, second, kept);
        replace(text, first, moved);
    }
    void take_word(module_files& files)
    {
        const auto& other = any_text(files);
        const auto word = part(other, word_in(other));
        auto& text = text_in(files);
        replace(text, word_in(text), word);
    }
    // Renames something everywhere in one file, to a name that is in use or to a new one.
    void rename(module_files& files)
    {
        const auto& other = any_text(files);
        const auto to = from_.chance(2) ? part(other, word_in(other)) : std::string("other.1");
        auto& text = text_in(files);
        const auto name = part(text, word_in(text));
        if (name.empty()) return;
        std::string result;
        std::size_t from = 0;
        for (auto at = text.find(name); at != std::string::npos; at = text.find(name, from)) {
            result.append(text, from, at - from);
            const auto end = at + name.size();
            const bool whole = (at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]));
            result += whole ? to : name;
            from = end;
        }
        result.append(text, from, std::string::npos);
        constexpr std::size_t longest = 1 << 16;
        if (result.size() < longest) text = result;
    }
    void repeat_digit(module_files& files)
    {
        auto& text = text_in(files);
        const auto digits = digits_in(text);
        if (digits.size() == 0) return;
        const auto at = digits.begin + from_.below(digits.size());
        text.insert(at, 1, text[at]);
    }
    void change_number(module_files& files)
    {
        auto& text = text_in(files);
        replace(text, digits_in(text),
                from_.pick({"0", "1", "2", "3", "7", "16", "255", "1024", "2147483647", "2147483648", "4294967295",
                            "4294967296", "9223372036854775807", "9223372036854775808", "-1"}));
    }
    void cut_shape(module_files& files)
    {
        auto& text = text_in(files);
        const auto begin = text.find('[', from_.below(text.size()));
        if (begin == std::string::npos) return;
        const auto end = std::min(text.find_first_of(" \n", begin), text.size());
        const auto first = begin + from_.below(end - begin);
        text.erase(first, 1 + from_.below(end - first));
    }
    void cut_line(module_files& files)
    {
        auto& text = text_in(files);
        replace(text, piece_in(text), {});
    }
    void copy_piece(module_files& files)
    {
        const auto& other = any_text(files);
        const auto piece = part(other, piece_in(other));
        auto& text = text_in(files);
        text.insert(piece_in(text).begin, piece);
    }
    void change_opcode(module_files& files)
    {
        auto& text = text_in(files);
        const auto open = text.find('(', from_.below(text.size()));
        if (open == std::string::npos) return;
        auto begin = open;
        while (begin != 0 && is_word(text[begin - 1])) --begin;
        replace(text, {begin, open},
                from_.pick({"async-start",
                            "async-update",
                            "async-done",
                            "while",
                            "conditional",
                            "call",
                            "fusion",
                            "tuple",
                            "get-tuple-element",
                            "parameter",
                            "constant",
                            "bitcast",
                            "copy",
                            "copy-start",
                            "copy-done",
                            "all-reduce-start",
                            "all-reduce-done",
                            "all-gather-start",
                            "all-gather-done",
                            "collective-permute-start",
                            "send",
                            "send-done",
                            "recv",
                            "recv-done",
                            "custom-call",
                            "optimization-barrier",
                            "reduce",
                            "sort",
                            "scatter",
                            "domain",
                            "opaque"}));
    }

    // --- trees and files ---------------------------------------------------------------------------------------------

    void change_tree(module_files& files)
    {
        const auto read = parse(files[last_].text);
        if (!read.accepted()) return;
        const auto other = parse(any_text(files));
        ast::arena memory;
        const auto possible = date(read.value->witnesses()).possible;
        generate::nodes draw(from_, memory, possible.empty() ? end_of_history - 1 : possible.intervals().back().begin);
        const auto changed =
            generate::mutated(read.value->tree(), other.accepted() ? &other.value->tree() : nullptr, draw);
        files[last_].text = printed([&](sink& to) { print(to, changed); });
    }
    void cut_file(module_files& files)
    {
        auto& text = text_in(files);
        const auto line = line_in(text);
        text.resize(from_.chance(2) ? line.end : line.begin + from_.below(line.size() + 1));
    }
    void drop_file(module_files& files)
    {
        if (files.size() > 1) files.erase(files.begin() + static_cast<std::ptrdiff_t>(last_));
        last_ = files.size();
    }
    // Two files exchange their texts, or a text is in two files.
    void exchange_file(module_files& files)
    {
        auto& other = files[from_.below(files.size())].text;
        if (from_.chance(2))
            std::swap(files[last_].text, other);
        else
            files[last_].text = other;
    }

    random_source& from_;
    std::size_t last_ = 0; // the file that was changed
};

} // namespace ballast::fuzz
