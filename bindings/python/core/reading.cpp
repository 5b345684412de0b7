#include "reading.hpp"

#include "answers/discovery.hpp"
#include "base/parallel.hpp"
#include "files/candidate.hpp"
#include "files/compressed.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace ballast::python {

namespace {

const files::options reading{.raw_names = true};

struct one_read {
    module_pointer module; // of the files that have something to answer from, if there are any
    std::vector<answers::validated_file> problems;
};

one_read read_one(const files::module_files& from)
{
    const files::decompression_turn one;
    one_read result;
    files::module_files usable; // also for records that are whole, of texts that are refused
    files::module_files refused;
    std::vector<answers::parsed_file> read;
    for (const auto* file : from.files) {
        auto next = answers::parse_file(*file, reading, 1, true);
        if (!next.accepted()) refused.files.push_back(file);
        if (!next.problem.empty() || !next.result.value) continue;
        usable.files.push_back(file);
        read.push_back(std::move(next));
    }
    if (!refused.files.empty()) {
        // Only for these files, with all errors.
        static const std::vector<std::string> semantic{"semantic", "siblings"};
        const answers::validate_options how{.reported = answers::selection({}, semantic)};
        result.problems = answers::validate(refused, reading, how);
        std::erase_if(result.problems, &answers::validated_file::conforms);
    }
    if (usable.files.empty()) return result;
    auto made = answers::read_module(usable, [&](std::size_t i) { return std::move(read[i]); });
    for (auto& input : made.inputs) // the documents have the texts now
        if (const auto text = std::move(input.text))
            input.text = std::make_shared<files::input_text>(source_text(), text->in_log, text->messages);
    result.module = std::make_shared<read_module>(std::move(made));
    return result;
}

modules_read read_inputs(const std::vector<files::input_file>& inputs, std::size_t threads)
{
    const auto wanted = files::modules_of(inputs, reading);
    modules_read all;
    parallel_in_order(
        threads, wanted.size(), [&](std::size_t i) { return read_one(wanted[i]); },
        [&](one_read&& next) {
            if (next.module) all.modules.push_back(std::move(next.module));
            std::ranges::move(next.problems, std::back_inserter(all.problems));
        });
    return all;
}

} // namespace

modules_read read_paths(const std::vector<std::string>& paths, std::size_t threads)
{
    auto found = answers::find_module_texts(paths, reading);
    auto all = read_inputs(found.files, threads);
    all.notices = std::move(found.notices);
    std::ranges::move(found.without_dumps, std::back_inserter(all.notices));
    return all;
}

modules_read read_bytes(const std::string& name, std::string_view bytes, std::size_t threads)
{
    return read_inputs(answers::texts_of(name, source_text::copy_of(bytes)), threads);
}

modules_read read_texts(const std::vector<std::pair<std::string, std::string>>& texts)
{
    std::vector<files::input_file> inputs;
    for (const auto& [path, text] : texts) inputs.push_back(answers::in_memory(path, source_text::copy_of(text)));
    files::module_files one;
    for (const auto& input : inputs) one.files.push_back(&input);
    modules_read all;
    if (inputs.empty()) return all;
    auto read = read_one(one);
    if (read.module) all.modules.push_back(std::move(read.module));
    all.problems = std::move(read.problems);
    return all;
}

bool decided_by_content(std::string_view name)
{
    return files::candidate_by_name(name) == files::candidate::by_content;
}

std::vector<std::vector<std::string>> group_files(const std::vector<listed_file>& listed)
{
    std::vector<files::input_file> inputs;
    std::vector<files::input_file> texts; // of modules
    for (const auto& [name, beginning] : listed) {
        auto what = files::candidate_by_name(name);
        if (what == files::candidate::by_content) what = files::candidate_by_content(beginning);
        if (what == files::candidate::dump) inputs.push_back({name, name, {}, true});
        if (what == files::candidate::module_text) texts.push_back({name, name, {}, true});
    }
    files::add_module_texts(inputs, 0, std::move(texts));
    std::vector<std::vector<std::string>> result;
    for (const auto& module : files::modules_of(inputs, reading)) {
        auto& group = result.emplace_back();
        for (const auto* file : module.files) group.push_back(file->path);
    }
    return result;
}

std::vector<answers::validated_file> validate(const std::vector<files::input_file>& inputs,
                                              const answers::validate_options& how, std::size_t threads)
{
    const auto wanted = files::modules_of(inputs, reading);
    std::vector<answers::validated_file> all;
    parallel_in_order(
        threads, wanted.size(),
        [&](std::size_t i) {
            const files::decompression_turn one;
            return answers::validate(wanted[i], reading, how);
        },
        [&](std::vector<answers::validated_file>&& next) { std::ranges::move(next, std::back_inserter(all)); });
    return all;
}

files::found_files find_inputs(const std::vector<std::string>& paths) { return answers::find_texts(paths, reading); }

} // namespace ballast::python
