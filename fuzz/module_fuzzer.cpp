// All files of a module together: its dump, values, live ranges, report and module text, each changed; or bytes that
// drive a generated program and the changes to its files. Oracle: the rules over all files and the comparison of their
// names return; their findings name one of the files, have places inside it, are in order and no more than were asked
// for; several threads find the same; the memory of the module can be analysed.
#include "fuzz/module_mutator.hpp"
#include "fuzz/oracle.hpp"

#include "base/file_name.hpp"
#include "check/siblings.hpp"
#include "generate/program.hpp"

#include <cstring>
#include <set>
#include <tuple>

namespace ballast::fuzz {

namespace {

void check_module_findings(const std::vector<finding>& found, const std::vector<const document*>& module)
{
    std::vector<std::vector<finding>> by_file(module.size());
    std::tuple<std::size_t, std::int64_t> before{};
    for (const auto& f : found) {
        hold(f.file < module.size(), "a finding is in one of the files", info(f.id).name);
        const std::tuple here(f.file, f.begin);
        hold(before <= here, "findings are in order", module[f.file]->text());
        before = here;
        by_file[f.file].push_back(f);
        // Each related place is inside its own file.
        by_file[f.file].back().related.clear();
        for (const auto& other : f.related) {
            hold(other.file < module.size(), "a related place is in one of the files", other.message.text());
            const auto size = static_cast<std::int64_t>(module[other.file]->text().size());
            hold(0 <= other.begin && other.begin <= other.end && other.end <= size, "a related place lies inside",
                 module[other.file]->text());
            hold(other.message.text().find('\n') == std::string::npos, "a message is one line");
        }
        hold(f.id != finding_id::out_of_memory, "memory is enough");
    }
    for (std::size_t i = 0; i < module.size(); ++i) check_places(by_file[i], module[i]->text());
}

void check_siblings_of(const module_files& files, const std::vector<const document*>& read)
{
    std::vector<checking::sibling_file> named;
    for (std::size_t i = 0; i < files.size(); ++i) named.push_back({files[i].name, read[i], true});
    for (const bool complete : {false, true}) {
        const auto report = checking::check_siblings(named, complete);
        for (const auto& f : report.findings)
            hold(f.file < files.size(), "a finding is in one of the files", info(f.id).name);
        std::set<std::size_t> met;
        for (const auto i : report.together)
            hold(i < files.size() && read[i] && met.insert(i).second, "files that were read are compared once");
    }
}

void check_module(const module_files& files)
{
    std::vector<parse_result> results;
    std::vector<const document*> read;
    std::vector<const document*> module;
    results.reserve(files.size());
    std::size_t bytes = 0;
    for (const auto& f : files) {
        results.push_back(parse(f.text));
        const auto& result = results.back();
        check_findings(result.findings, result.accepted(), f.text);
        read.push_back(result.accepted() ? &*result.value : nullptr);
        if (read.back()) module.push_back(read.back());
        bytes += f.text.size();
    }
    check_siblings_of(files, read);
    if (module.empty()) return;
    check_options options{.file_name = files.front().name, .max_findings = 0};
    const auto found = check(module, options);
    check_module_findings(found, module);
    if (bytes % 16 == 0) {
        options.max_findings = 1 + bytes % 7;
        hold(check(module, options).size() <= options.max_findings, "no more findings than were requested");
    }
    if (const auto memory = memory_of(module))
        hold(diff_of(*memory, *memory).value().groups.empty(), "nothing changes between a module and itself");
}

// A program and all its files.
module_files drawn_files(random_source& from)
{
    static const auto points = turning_points();
    const auto when = points[from.below(points.size())];
    generate::program made(from, when, from.below(8000));
    const std::string stem = "module_0001.jit_f." + std::string(from.pick({"cpu", "sm_9.0_gpu", "cl_1014260217"}));
    const auto name_of = [&](std::string_view ending) { return stem + "_after_optimizations" + std::string(ending); };
    module_files result;
    const auto add = [&](std::string_view ending, auto&& print) {
        result.push_back({name_of(ending), printed(print)});
    };
    for (const auto kind : kinds_at(when))
        add(info(kind == ast::dump_kind::values       ? sibling::values
                 : kind == ast::dump_kind::live_range ? sibling::live_range
                                                      : sibling::assignment)
                .ending,
            [&](sink& out) { made.print(out, kind); });
    ast::arena memory;
    add(".txt", [&](sink& out) { print(out, made.make_text(memory)); });
    if (const auto dump = parse(result.front().text); dump.accepted())
        if (const auto report = usage_report_of(*dump.value, memory, when); report.report)
            add(info(sibling::usage_report).ending, [&](sink& out) { print(out, *report.report); });
    return result;
}

} // namespace

} // namespace ballast::fuzz

#ifdef BALLAST_LIBFUZZER
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed)
{
    using namespace ballast;
    auto files = fuzz::files_in(fuzz::text_of(data, size));
    if (seed % 8 == 0 || files.empty()) return LLVMFuzzerMutate(data, size, max_size);
    random_source from(seed);
    fuzz::module_mutator(from).change(files);
    const auto changed = fuzz::bundle_of(files);
    if (changed.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
    std::memcpy(data, changed.data(), changed.size());
    return changed.size();
}
#endif

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ballast;
    auto files = fuzz::files_in(fuzz::text_of(data, size));
    if (files.empty()) {
        random_source from{std::span(data, size)};
        files = fuzz::drawn_files(from);
        if (!from.ended()) fuzz::module_mutator(from).change(files);
    }
    fuzz::check_module(files);
#ifndef BALLAST_LIBFUZZER
    // Without an engine the mutator runs here, several times for each input, and not the same way when inputs repeat.
    static std::uint64_t seed = 0;
    for (int times = 0; times < 20; ++times) {
        auto changed = files;
        random_source from(++seed);
        fuzz::module_mutator(from).change(changed);
        fuzz::check_module(changed);
    }
#endif
    return 0;
}
