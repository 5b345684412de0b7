#include "answers/log_texts.hpp"

#include "ballast/convert.hpp"
#include "ballast/kind_word.hpp"
#include "base/file_name.hpp"
#include "files/binary_files.hpp"
#include "files/candidate.hpp"
#include "files/compressed.hpp"
#include "read/beginnings.hpp"
#include "rules/tpu_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace ballast::inline v0::answers {

namespace {

// The ending of a file name for that kind of text, XLA's if XLA writes such files.
std::string_view ending_of(const ast::tree& tree)
{
    if (const auto* dump = std::get_if<ast::dump>(&tree)) {
        // Without the sections that follow it in files.
        if (dump->kind == ast::dump_kind::combined && !dump->ranges()) return bare_assignment_ending;
        // Before XLA had a file for it.
        const auto* peak = dump->ranges() ? std::get_if<ast::peak>(&dump->ranges()->summary) : nullptr;
        const bool early = peak && (peak->moment < 0 || (!peak->rows.empty() && !peak->rows.front().cumulative));
        if (dump->kind == ast::dump_kind::live_range && early) return log_live_range_ending;
        return file_ending(dump->kind, end_of_history - 1);
    }
    const auto word = kind_word(tree);
    if (word == "memory-usage-report") return "-memory-usage-report.txt";
    if (word == "out-of-memory") return "-out-of-memory.txt";
    if (word == "statistics") return "-statistics.txt";
    if (word == "module-text") return ".txt";
    if (word == "tpu-out-of-memory") return missing_in(tree) ? tpu_part_ending : "-tpu-out-of-memory.txt";
    if (word == "tpu-memory") return "-tpu-memory.txt";
    if (word == "memory-message") return "-message.txt";
    return "-buffer-info.csv";
}

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// The last part without its extension.
std::string stem_of_name(std::string_view path)
{
    const auto name = last_part(path);
    const auto dot = name.rfind('.');
    return std::string(dot == 0 || name == ".." ? name : name.substr(0, dot));
}

} // namespace

std::optional<finding_message> missing_in(const ast::tree& tree)
{
    const auto* report = std::get_if<ast::tpu_report>(&tree);
    if (!report) return std::nullopt;
    auto missing = rules::check_tpu_whole(*report);
    return missing ? std::optional(std::move(missing->message)) : std::nullopt;
}

std::string beginning_of(const files::input_file& file)
{
    return file.text ? std::string(file.text->bytes.view().substr(0, files::deciding_bytes))
                     : files::first_bytes(file.path, files::deciding_bytes);
}

namespace {

bool begins_like_a_message(std::string_view beginning)
{
    return !read::begins_like_a_dump(beginning) || read::begins_like_tpu_text(beginning);
}

} // namespace

bool may_be_message(const files::input_file& file) { return begins_like_a_message(beginning_of(file)); }

bool may_be_failure(const files::input_file& file)
{
    const auto beginning = beginning_of(file);
    return begins_like_a_message(beginning) || beginning.starts_with(read::oom_beginning);
}

log_text_names::log_text_names(const std::string& log) : stem_(log == "-" ? "stdin" : stem_of_name(log)) {}

std::string log_text_names::next(const extraction& found)
{
    if (const auto name = last_part(found.name); !name.empty() && name != "." && name != "..") return std::string(name);
    const std::string ending(ending_of(found.read.value->tree()));
    const auto* dump = std::get_if<ast::dump>(&found.read.value->tree());
    // In a dump they follow the allocations.
    const bool of_module = found.read.value->usage_report() ||
                           (dump && (dump->kind == ast::dump_kind::values || dump->kind == ast::dump_kind::live_range));
    if (number_ == 0 || !of_module || !endings_.insert(ending).second) {
        ++number_;
        endings_ = {ending};
    }
    return fmt::format("{}.{}{}", stem_, number_, ending);
}

std::function<text_place(text_place)> in_log(std::vector<log_place> lines)
{
    return [lines = std::move(lines)](text_place place) {
        if (lines.empty()) return place;
        // The place can be after the last line end.
        const auto& line = lines[std::min(static_cast<std::size_t>(place.line) - 1, lines.size() - 1)];
        return text_place{line.line, place.column + line.column};
    };
}

namespace {

// True if a text that starts like this is one that XLA writes to a file, even with errors. The output of
// `--xla_dump_to=-` starts with a frame as well, and so does text pasted with an out-of-memory report.
bool is_one_text(std::string_view beginning)
{
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf"; // an error in the text
    if (beginning.starts_with(byte_order_mark)) beginning.remove_prefix(byte_order_mark.size());
    return read::begins_like_a_dump(beginning) && !beginning.starts_with(read::frame_beginning) &&
           !beginning.starts_with(read::oom_beginning) && !read::begins_like_tpu_text(beginning);
}

// The texts in a log; none if it is not a log. A file that starts with a text of XLA's is not a log, so that errors in
// it are reported; out-of-memory reports of TPUs are hardly ever copied without damage.
std::vector<extraction> texts_in(std::string_view log)
{
    if (is_one_text(log)) return {};
    if (read::begins_like_tpu_text(log)) {
        if (parse(log, {.max_errors = 1, .partial = false}).accepted()) return {};
        return ballast::extract(log);
    }
    if (recognise(log)) return {};
    const bool begins_here = read::begins_like_a_dump(log);
    auto found = ballast::extract(log);
    const auto begins_log = [](const extraction& first) {
        return first.read.accepted() && (!first.name.empty() || first.lines.front().line == 1);
    };
    if (begins_here && (found.empty() || !begins_log(found.front()))) found.clear();
    return found;
}

template <typename Tree>
bool holds(const extraction& found)
{
    return found.read.accepted() && std::holds_alternative<Tree>(found.read.value->tree());
}

bool is_message(const extraction& found)
{
    return found.read.accepted() ? holds<ast::memory_message>(found)
                                 : found.read.findings.front().id == finding_id::memory_message;
}

// The names of files of one module differ only in their endings, which have another form in old logs.
std::string as_file(std::string name)
{
    for (const auto& [in_log, in_folder] :
         {std::pair{bare_assignment_ending, "-buffer-assignment.txt"},
          std::pair{log_live_range_ending, "-live-range.txt"}, std::pair{tpu_part_ending, "-tpu-out-of-memory.txt"}})
        if (name.ends_with(in_log)) return name.substr(0, name.size() - in_log.size()) + in_folder;
    return name;
}

bool reports_out_of_memory(std::string_view text)
{
    return text.find("RESOURCE_EXHAUSTED") != std::string_view::npos ||
           text.find("Ran out of memory in memory space") != std::string_view::npos;
}

// What was changed in a text so that it could be read; empty if nothing was.
std::string repairs_notice(const extraction& found, const files::input_file& file)
{
    if (found.repairs.empty() && !found.edited) return {};
    auto result = fmt::format("{}:{}: the text is damaged", file.shown, found.lines.front().line);
    if (!found.repairs.empty()) result += fmt::format("; repaired: {}", fmt::join(found.repairs, ", "));
    if (found.edited) result += "; it was edited by hand, so only its intact parts are read";
    return result;
}

// The texts in a log as inputs; none if it is not a log. Adds a notice for each text that was repaired.
std::vector<files::input_file> inputs_in(std::string_view log, const files::input_file& file,
                                         std::vector<std::string>& notices)
{
    std::vector<files::input_file> result;
    log_text_names names(file.path);
    const auto texts = texts_in(log);
    const bool dumps = std::ranges::any_of(texts, [](const extraction& e) { return holds<ast::dump>(e); });
    const bool others = std::ranges::any_of(texts, [](const extraction& e) { return !is_message(e); });
    constexpr std::size_t most_messages = 10'000; // beside other texts
    const auto messages = std::make_shared<std::vector<files::input_file>>();
    const auto input = [&](const extraction& found, const std::string& name,
                           std::shared_ptr<const std::vector<files::input_file>> beside) {
        auto text = std::make_shared<files::input_text>(files::input_text{
            source_text::copy_of(found.read.text()), in_log(found.lines), std::move(beside), found.missing});
        return files::input_file{file.path + "/" + name, file.shown, {}, false, std::move(text)};
    };
    for (const auto& found : texts) {
        // XLA logs them with each dump, which has more information.
        if (dumps && holds<ast::allocation_statistics>(found)) continue;
        // Texts with buffers have more information than messages, which are not inputs beside them.
        if (others && is_message(found)) {
            if (found.read.accepted() && messages->size() < most_messages)
                messages->push_back(input(found, fmt::format("{}.message", messages->size()), nullptr));
            continue;
        }
        // A refused text is read again for its message.
        const auto name = found.read.accepted() ? as_file(names.next(found)) : fmt::format("{}.refused", result.size());
        if (auto notice = repairs_notice(found, file); !notice.empty()) notices.push_back(std::move(notice));
        result.push_back(input(found, name, messages));
    }
    return result;
}

} // namespace

std::vector<files::input_file> texts_of(const std::string& name, source_text text)
{
    files::input_file whole{name, name, {}, false, nullptr};
    if (files::looks_binary(text.view().substr(0, files::deciding_bytes))) {
        auto binary = whole;
        binary.text = std::make_shared<files::input_text>(files::input_text{source_text::copy_of(text.view()), {}});
        files::found_files inside;
        if (files::add_programs(binary, {}, inside)) return std::move(inside.files);
    }
    std::vector<std::string> notices;
    auto result = inputs_in(text.view(), whole, notices);
    if (!result.empty()) return result;
    whole.text = std::make_shared<files::input_text>(files::input_text{std::move(text), {}});
    result.push_back(std::move(whole));
    return result;
}

bool is_text_of_xla(const files::input_file& file)
{
    return parse_file_name(file.path) || is_one_text(beginning_of(file));
}

std::vector<files::input_file> texts_of(const files::input_file& file, std::string_view text,
                                        std::vector<std::string>& notices)
{
    auto result = inputs_in(text, file, notices);
    if (result.empty() && reports_out_of_memory(text) && !recognise(text))
        result.push_back(
            {file.path, file.shown,
             "an out-of-memory message without a report that ballast reads; for all buffers, run the program "
             "with XLA_FLAGS=--xla_dump_to=DIR",
             false, nullptr});
    return result;
}

} // namespace ballast::inline v0::answers
