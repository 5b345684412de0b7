#include "render/findings_writer.hpp"

#include <utility>

namespace ballast::inline v0::render {

findings_writer::findings_writer(const findings_format& format, const findings_options& how, bool table, piece_taker to)
    : format_(format), how_(how), table_(table), to_(std::move(to))
{
    if (!format_.counts_first) to_(format_.begin(all_));
}

findings_writer::checked_file findings_writer::make(const answers::validated_file& checked) const
{
    return {numbers_of(checked), table_ ? std::string() : format_.file(checked, how_)};
}

void findings_writer::take(checked_file&& next)
{
    all_.add(next.numbers);
    folders_.add(next.numbers);
    deselected_ += next.numbers.deselected;
    known_ += next.numbers.known;
    instructions_.add(next.numbers.instructions);
    if (next.text.empty()) return;
    if (std::exchange(written_, true)) next.text.insert(0, format_.between);
    if (format_.counts_first)
        kept_ += next.text;
    else
        to_(next.text);
}

answers::outcome findings_writer::finish()
{
    if (format_.counts_first) to_(format_.begin(all_) + kept_);
    if (table_) to_(folders_.text());
    to_(format_.end(all_, how_));
    answers::outcome said;
    if (instructions_.texts != 0 && !how_.errors_only)
        said.say("ballast: {} module texts: {} instructions", instructions_.texts, instructions_.instructions);
    if (deselected_ != 0) said.say("ballast: {} findings hidden by --only or --disable", deselected_);
    if (known_ != 0) said.say("ballast: {} findings are known (--baseline)", known_);
    said.code = answers::code_of(all_.with_errors, all_.unreadable);
    return said;
}

} // namespace ballast::inline v0::render
