#include "answers/report.hpp"

#include "answers/comparison.hpp"
#include "answers/discovery.hpp"
#include "answers/log_texts.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace ballast::inline v0::answers {

namespace {

// The limit for pictures in a page of several modules, in bytes. Modules beyond it have only a row.
constexpr std::size_t most_of_pictures = 8 << 20;

// True for a text that has a page of its own.
bool has_page(const files::input_file& file)
{
    constexpr std::array<std::string_view, 5> ours{"BufferAssignment", "HloLiveRange", "*** Begin ", "Total bytes used",
                                                   "\nTotal bytes used"};
    const auto text = beginning_of(file);
    return std::ranges::any_of(ours, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

// What a page is called after a path: pages are sent to others, who need not know where a folder was.
std::string title_after(std::string path)
{
    if (!path.starts_with('/')) return path;
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    return path.substr(path.rfind('/') + 1);
}

class reporter {
public:
    explicit reporter(const report_question& question) : question_(question) {}

    report_answer run(const files::found_files& of)
    {
        answer_.notices(of.notices);
        answer_.title = question_.title.empty() ? title_after(of.title) : question_.title;
        const auto logs = question_.failures ? logs_of(of) : std::vector<files::input_file>();
        answer_.failures = failures_in(logs, question_.by.reading);
        if (!answer_.failures.empty() && std::ranges::none_of(of.files, has_page)) {
            report_failures();
        } else if (of.files.empty()) {
            answer_.notices(of.without_dumps);
            answer_.code = trouble;
        } else if (question_.one_module || files::modules_of(of.files, question_.by.reading).size() < 2) {
            report_module(of.files);
        } else {
            auto inputs = of.files;
            (void)take_failures(inputs, logs, question_.by.reading);
            report_folder(inputs);
        }
        return std::move(answer_);
    }

    report_answer run(const files::found_files& before, const files::found_files& after)
    {
        answer_.title =
            question_.title.empty() ? title_after(before.title) + " > " + title_after(after.title) : question_.title;
        change_report made{compare("report", before, after, question_.by, question_.limit.has_value()), {}};
        if (made.sides.has_answer) {
            made.sides.raise(code_of(made.sides.all, question_.limit, question_.space));
            for (const auto* c : by_change(made.sides.all, question_.space.value_or(0))) {
                report_change change{c, {}, {}};
                if (c->before) change.before = draw(c->before->name, c->before->inputs);
                if (c->after) change.after = draw(c->after->name, c->after->inputs);
                made.changes.push_back(change);
            }
        }
        const bool compared = made.sides.has_answer;
        answer_.take(outcome(made.sides));
        if (compared) answer_.what = std::move(made);
        return std::move(answer_);
    }

private:
    // The files of a question that can be logs.
    std::vector<files::input_file> logs_of(const files::found_files& of)
    {
        auto result = of.logs;
        std::ranges::move(folder_logs(of, question_.by.reading), std::back_inserter(result));
        std::erase_if(result, is_text_of_xla);
        return result;
    }

    [[nodiscard]] memory_options options_for_pictures() const
    {
        return {
            .stacks = true, .buffers = true, .limit = question_.limit, .limited_space = question_.space.value_or(0)};
    }
    // With a limit, 1 means that it is exceeded.
    [[nodiscard]] int code_of_reading(int code) const { return question_.limit && code != success ? +trouble : code; }

    static std::string title_of(const shown_module& module)
    {
        return module.memory.module.empty() ? module.path : module.memory.module;
    }

    // The number of the picture; empty if the limit of a page is reached or the module cannot be read any more.
    std::optional<std::size_t> draw(const std::string& name, const std::vector<files::input_file>& files)
    {
        if (bytes_ > most_of_pictures || !question_.draw) return std::nullopt;
        outcome unused; // was reported when the module was read first
        auto loaded = load_module("report", files, question_.by, options_for_pictures(), unused);
        if (!loaded || !loaded->memory) return std::nullopt;
        auto module = shown(*loaded);
        module.name = name.empty() ? title_of(module) : name;
        auto made = question_.draw(module);
        if (bytes_ + made.size() > most_of_pictures && !answer_.pictures.empty()) return std::nullopt;
        bytes_ += made.size();
        answer_.pictures.push_back(std::move(made));
        return answer_.pictures.size() - 1;
    }

    void report_failures()
    {
        const auto needed = most_needed(answer_.failures, measured::device);
        if (question_.limit && needed && *needed > question_.limit->available) answer_.raise(failure);
        answer_.what = answer_.failures;
    }

    void report_module(const std::vector<files::input_file>& inputs)
    {
        outcome read;
        auto loaded = load_module("report", inputs, question_.by, options_for_pictures(), read);
        const bool lists_nothing = loaded && loaded->memory && loaded->memory->spaces.empty();
        // Of a refused text, its failures are the answer.
        if ((!loaded || lists_nothing) && !answer_.failures.empty()) return report_failures();
        read.code = code_of_reading(read.code);
        answer_.take(std::move(read));
        if (!loaded) return;
        if (!loaded->memory) return answer_.fail("report", "{}: no allocations", loaded->path);
        auto module = shown(*loaded);
        module.name = title_of(module);
        const auto& memory = module.memory;
        if (!has_space("report", spaces_of(memory), question_.space, answer_)) return;
        answer_.space = question_.space.value_or(memory.spaces.empty() ? 0 : memory.spaces.front().space);
        if (memory.fit) answer_.raise(code_of(memory.fit->verdict()));
        answer_.what = std::move(module);
    }

    void report_folder(const std::vector<files::input_file>& inputs)
    {
        folder_report made{summarise(inputs, question_.by, question_.space, answer_), {}};
        for (const auto& row : made.all.rows) made.rows.push_back({&row, draw(row.name, row.files)});
        answer_.raise(code_of(made.all, question_.limit));
        answer_.raise(code_of_reading(code_of(made.all.refused, made.all.unreadable)));
        answer_.what = std::move(made);
    }

    const report_question& question_;
    report_answer answer_;
    std::size_t bytes_ = 0; // of the pictures
};

} // namespace

report_answer report(const files::found_files& of, const files::found_files* other, const report_question& question)
{
    reporter made(question);
    return other ? made.run(of, *other) : made.run(of);
}

} // namespace ballast::inline v0::answers
