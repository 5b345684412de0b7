#include "readers/chapters.hpp"

#include "readers/chapter_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace ballast::readers {

namespace {

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// `[text](address)` becomes `text`.
std::string without_links(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const auto open = text.find('[');
        const auto close = open == std::string_view::npos ? open : text.find("](", open);
        const auto end = close == std::string_view::npos ? close : text.find(')', close);
        if (end == std::string_view::npos ||
            text.substr(open + 1, close - open - 1).find('`') != std::string_view::npos)
            return result += text;
        result += text.substr(0, open);
        result += text.substr(open + 1, close - open - 1);
        text.remove_prefix(end + 1);
    }
    return result;
}

// Lists of identifiers, and sentences about faults, do not describe the production. Other sentences depend on the one
// before them.
bool describes(std::string_view sentence)
{
    static constexpr std::array needy{"So ",       "It ",   "Its ",  "This ", "These ",        "They ", "Both ",
                                      "Otherwise", "Then ", "Here ", "But ",  "For all other", "Rules "};
    if (std::ranges::any_of(needy, [&](std::string_view begin) { return sentence.starts_with(begin); })) return false;
    if (sentence.empty() || std::isupper(static_cast<unsigned char>(sentence[0])) == 0 || !sentence.ends_with('.'))
        return false;
    if (sentence.find("finding") != std::string_view::npos || sentence.find("the note") != std::string_view::npos)
        return false;
    return std::ranges::count(sentence, '`') <= 4 && std::ranges::count(sentence, ' ') > 3;
}

std::vector<std::string> sentences_of(std::string_view paragraph)
{
    std::vector<std::string> result;
    std::size_t begin = 0;
    for (std::size_t i = 0; i + 2 < paragraph.size(); ++i) {
        const auto next = static_cast<unsigned char>(paragraph[i + 2]);
        if (paragraph[i] != '.' || paragraph[i + 1] != ' ' || (std::isupper(next) == 0 && next != '`')) continue;
        result.emplace_back(paragraph.substr(begin, i + 1 - begin));
        begin = i + 2;
    }
    result.emplace_back(paragraph.substr(begin));
    return result;
}

// The names between the backticks of a sentence.
std::vector<std::string> names_in(std::string_view sentence)
{
    std::vector<std::string> result;
    for (auto open = sentence.find('`'); open != std::string_view::npos;) {
        const auto close = sentence.find('`', open + 1);
        if (close == std::string_view::npos) break;
        const auto name = sentence.substr(open + 1, close - open - 1);
        if (std::ranges::all_of(name, is_name)) result.emplace_back(name);
        open = sentence.find('`', close + 1);
    }
    return result;
}

struct section {
    std::string title; // of the chapter, and of the section in it
    std::string first; // the first paragraph after the production
};

struct known_sentences {
    std::map<std::string, std::vector<std::string>, std::less<>> naming;
    std::map<std::string, section, std::less<>> sections; // by the productions that they show
};

class chapter_reader {
public:
    explicit chapter_reader(known_sentences& to) : to_(to) {}

    void read(std::string_view text)
    {
        while (!text.empty()) {
            const auto end = std::min(text.find('\n'), text.size());
            line(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        end_paragraph();
    }

private:
    void line(std::string_view text)
    {
        if (text.starts_with("```")) {
            end_paragraph();
            fence_ = fence_.empty() ? (text == "```ebnf" ? "ebnf" : "other") : "";
            if (fence_ == "ebnf") shown_.clear();
        } else if (fence_ == "ebnf") {
            const auto name = text.substr(0, text.find(' '));
            if (text.find(" ::= ") != std::string_view::npos) shown_.emplace_back(name);
        } else if (fence_.empty()) {
            const bool is_text = !text.empty() && std::string_view("#|<").find(text[0]) == std::string_view::npos;
            if (!is_text || text.starts_with("- ")) end_paragraph();
            if (text.starts_with("# ")) chapter_ = title_ = text.substr(2);
            if (text.starts_with("## ")) title_ = chapter_ + ": " + std::string(text.substr(3));
            if (!is_text) return;
            if (text.starts_with("- ")) text.remove_prefix(2);
            paragraph_ += (paragraph_.empty() ? "" : " ") + std::string(text.substr(text.find_first_not_of(' ')));
        }
    }
    void end_paragraph()
    {
        if (paragraph_.empty()) return;
        const auto text = without_links(paragraph_);
        paragraph_.clear();
        for (const auto& name : shown_) to_.sections.try_emplace(name, section{title_, text});
        shown_.clear();
        for (const auto& sentence : sentences_of(text)) {
            if (!describes(sentence)) continue;
            for (const auto& name : names_in(sentence)) {
                auto& all = to_.naming[name];
                if (all.size() < 2 && std::ranges::find(all, sentence) == all.end()) all.push_back(sentence);
            }
        }
    }

    known_sentences& to_;
    std::string_view fence_;
    std::string chapter_;
    std::string title_;
    std::string paragraph_;
    std::vector<std::string> shown_; // productions since the last paragraph
};

const known_sentences& known()
{
    static const auto made = [] {
        known_sentences result;
        for (const auto text : chapter_texts()) chapter_reader(result).read(text);
        return result;
    }();
    return made;
}

} // namespace

std::string sentences_about(std::string_view production)
{
    const auto found = known().naming.find(production);
    std::string result;
    if (found == known().naming.end()) return result;
    for (const auto& sentence : found->second) result += (result.empty() ? "" : " ") + sentence;
    return result;
}

std::string description_of(std::string_view production)
{
    const auto found = known().sections.find(production);
    if (found == known().sections.end()) return {};
    auto result = sentences_of(found->second.first).front();
    std::string words(production);
    std::ranges::replace(words, '_', ' ');
    if (!describes(result) || result.find(words) == std::string::npos) result = sentences_about(production);
    return fmt::format("{}{}Chapter \"{}\".", result, result.empty() ? "" : " ", found->second.title);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns)
{
    std::vector<std::string> result;
    while (!text.empty()) {
        auto end = text.size();
        if (end > columns) {
            end = text.rfind(' ', columns);
            if (end == std::string_view::npos) end = std::min(text.find(' '), text.size());
        }
        result.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

} // namespace ballast::readers
