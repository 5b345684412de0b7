// What each finding means, as spec/explanations.md says. `Explanations.ExamplesAreTrue` puts the wrong text in place of
// the right one in a golden dump and looks for the finding.
#include "ballast/explanation.hpp"

#include "base/enumerators.hpp"
#include "rules/evidence_of_semantics.hpp"
#include "rules/explanation_document.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace ballast::inline v0 {

namespace {

struct section {
    std::string text;
    std::string wrong;
    std::string right;
    std::string hint;
};
using all_sections = std::array<section, enumerator_count<finding_id>>;

void add(std::string& to, std::string_view line, char between)
{
    if (!to.empty()) to += between;
    to += line;
}

class document_reader {
public:
    all_sections read(std::string_view document)
    {
        while (!document.empty()) {
            const auto end = std::min(document.find('\n'), document.size());
            read_line(document.substr(0, end));
            document.remove_prefix(std::min(end + 1, document.size()));
        }
        return std::move(result_);
    }

private:
    void read_line(std::string_view line)
    {
        constexpr std::string_view heading = "## ";
        constexpr std::string_view hint = "Hint: ";
        if (line.starts_with("```")) {
            block_ = line.substr(3);
            return;
        }
        if (line.starts_with(heading)) {
            const auto row = std::ranges::find(all_findings(), line.substr(heading.size()), &finding_info::name);
            to_ = row == all_findings().end() ? nullptr : &result_[static_cast<std::size_t>(row->id)];
            in_hint_ = false;
            return;
        }
        if (!to_) return;
        if (!block_.empty()) return read_block_line(line);
        if (line.empty()) return;
        in_hint_ = in_hint_ || line.starts_with(hint);
        if (line.starts_with(hint)) line.remove_prefix(hint.size());
        add(in_hint_ ? to_->hint : to_->text, line, ' ');
    }

    void read_block_line(std::string_view line)
    {
        if (block_ == "console")
            add(to_->wrong, line, '\n');
        else if (line.starts_with('-'))
            add(to_->wrong, line.substr(1), '\n');
        else if (line.starts_with('+'))
            add(to_->right, line.substr(1), '\n');
    }

    all_sections result_;
    section* to_ = nullptr;
    std::string_view block_; // its language; empty outside of blocks
    bool in_hint_ = false;
};

} // namespace

const explanation& explain(finding_id which)
{
    static const auto sections = document_reader().read(explanation_document());
    static const auto rows = [] {
        std::array<explanation, enumerator_count<finding_id>> result;
        std::ranges::transform(sections, result.begin(),
                               [](const section& of) { return explanation{of.text, of.wrong, of.right, of.hint}; });
        return result;
    }();
    return rows[static_cast<std::size_t>(which)];
}

const rule_evidence* evidence_of(finding_id which)
{
    const auto* row = std::ranges::find(evidence_of_semantics, which, &evidence_row::rule);
    return row == std::end(evidence_of_semantics) ? nullptr : &row->of;
}

} // namespace ballast::inline v0
