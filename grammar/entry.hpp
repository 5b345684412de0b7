// Constructs that `--rule` and the library read on their own. Not part of the format.
#pragma once

#include "ballast/entry.hpp"
#include "grammar/files.hpp"

namespace ballast::grammar {

// clang-format off
struct allocation_alone    : seq<allocation_head> {};
struct value_alone         : sor<value_line_v4, seq<lit<"  ">, value_line_v1>, value_name> {};
// The value of an attribute, with or without its key.
template <fixed_text Key>
struct key_of_value       : lit<Key> {};
template <fixed_text Key, typename Value>
struct keyed_alone         : seq<opt<key_of_value<Key>>, Value> {};
struct metadata_alone      : keyed_alone<"metadata=", metadata> {};
struct sharding_alone      : keyed_alone<"sharding=", sharding> {};
struct replica_groups_alone : keyed_alone<"replica_groups=", replica_groups> {};
struct frontend_alone      : keyed_alone<"frontend_attributes=", frontend_attributes> {};
struct window_alone        : keyed_alone<"window=", window> {};
struct origin_alone        : keyed_alone<"origin=", origin> {};
struct domain_alone        : keyed_alone<"domain=", domain> {};
struct accuracy_alone      : keyed_alone<"result_accuracy=", result_accuracy> {};
struct statistics_alone    : keyed_alone<"statistics=", statistics> {};
struct aliases_alone       : keyed_alone<"output_to_operand_aliasing=", aliases> {};

// The rule of each entry.
template <entry Which, typename Rule> struct entered_by {};
template <typename... Entries> struct entry_list {};
using entries = entry_list<
    entered_by<entry::shape, shape>,
    entered_by<entry::layout, layout>,
    entered_by<entry::instruction, instruction>,
    entered_by<entry::metadata, metadata_alone>,
    entered_by<entry::allocation, allocation_alone>,
    entered_by<entry::value, value_alone>,
    entered_by<entry::literal, literal>,
    entered_by<entry::sharding, sharding_alone>,
    entered_by<entry::replica_groups, replica_groups_alone>,
    entered_by<entry::frontend_attributes, frontend_alone>,
    entered_by<entry::window, window_alone>,
    entered_by<entry::origin, origin_alone>,
    entered_by<entry::domain, domain_alone>,
    entered_by<entry::result_accuracy, accuracy_alone>,
    entered_by<entry::statistics, statistics_alone>,
    entered_by<entry::output_to_operand_aliasing, aliases_alone>>;
// clang-format on

} // namespace ballast::grammar
