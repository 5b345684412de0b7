// Shardings, replica groups, meshes.
//
//     {devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}
//     {mesh['x'=2,'y'=4], [{'x'}, {'y':(1)2, ?}, {}], replicated={'y':(2)2}}
//     {{0,1},{2,3}}    [2,4]<=[8]    mesh['x'=2,'y'=4] {'y':(1)2,'x'}
//
// Meshes were spelled `@mesh<x=2>` until 2026-02-03 and `mesh[x=2]` until 2026-03-05. XLA did print `maximul`.
#pragma once

#include "grammar/lexical.hpp"
#include "grammar/metadata.hpp"
#include "grammar/shape.hpp"

namespace ballast::grammar {

// clang-format off

// --- device orders ---------------------------------------------------------------------------------------------------

struct tile_count        : seq<decimal> {};
struct tile_counts       : list<tile_count, one<','>> {};
struct reshape_size      : seq<decimal> {};
struct reshape_one       : seq<reshape_size> {};
struct reshape_sizes     : seq<reshape_size, plus<one<','>, reshape_size>> {};
struct transpose_dimension : seq<decimal> {};
struct transpose_order   : list<transpose_dimension, one<','>> {};
struct iota_order        : seq<one<'['>, sor<seq<reshape_sizes, lit<"]T(">, transpose_order, one<')'>>,
                                             seq<reshape_one, one<']'>>>> {};
struct listed_device     : seq<decimal> {};
struct listed_devices    : list<listed_device, one<','>> {};
struct iota_tiles        : seq<one<'['>, tile_counts, lit<"]<=">, iota_order> {};

// --- meshes ----------------------------------------------------------------------------------------------------------

struct axis_text         { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\n\n''"}; };
struct bare_axis_text    { static constexpr byte_set bytes{"azAZ09__..--"}; };
struct axis_name         : plus<sor<run<axis_text>, multibyte>> {};
struct bare_axis_name    : run<bare_axis_text> {};
struct mesh_axis_size    : seq<decimal> {};
struct quoted_mesh_axis  : seq<one<'\''>, axis_name, lit<"'=">, mesh_axis_size> {};
struct bare_mesh_axis    : seq<bare_axis_name, one<'='>, mesh_axis_size> {};
struct quoted_mesh_axes  : list<quoted_mesh_axis, one<','>> {};
struct bare_mesh_axes    : list<bare_mesh_axis, one<','>> {};

struct device_order      : sor<iota_order, listed_devices> {};
struct device_ids        : seq<lit<", device_ids=(">, device_order, one<')'>> {};                   // 2026-01-08+
struct glued_device_ids  : seq<one<'('>, device_order, one<')'>> {};                               // until 2026-01-08
struct angle_with_ids    : seq<device_ids> {};
struct maximal_device    : integer {};
struct quoted_mesh       : seq<lit<"mesh[">, opt<quoted_mesh_axes>, one<']'>, opt<device_ids>> {};
struct bracket_mesh      : seq<lit<"mesh[">, bare_mesh_axes, one<']'>, opt<device_ids>> {};
struct angle_mesh        : seq<lit<"@mesh<">, opt<bare_mesh_axes>, one<'>'>, opt<sor<angle_with_ids, glued_device_ids>>> {};
struct maximal_mesh      : seq<lit<"maximal_mesh[device_id=">, maximal_device, one<']'>> {};
struct single_device     : seq<lit<"single_device[device_id=">, maximal_device, one<']'>> {};             // 2026-09-07+
struct angle_maximal_mesh : seq<lit<"@maximal_mesh<device_id=">, maximal_device, one<'>'>> {};
struct mesh              : sor<quoted_mesh, bracket_mesh, angle_mesh, maximal_mesh, single_device, angle_maximal_mesh> {};

struct sub_axis_before   : seq<decimal> {};
struct sub_axis_size     : seq<decimal> {};
struct sub_axis          : seq<lit<":(">, sub_axis_before, one<')'>, sub_axis_size> {};
struct quoted_axis       : seq<one<'\''>, axis_name, one<'\''>, opt<sub_axis>> {};
struct bare_axis         : seq<bare_axis_name, opt<sub_axis>> {};
struct axis              : sor<quoted_axis, bare_axis> {};
struct axes              : list<axis, lit<", ">> {};
struct axis_set          : seq<one<'{'>, axes, one<'}'>> {};

// --- replica groups --------------------------------------------------------------------------------------------------

struct group_member      : seq<decimal> {};
struct group_members     : seq<one<'{'>, opt<list<group_member, one<','>>>, one<'}'>> {};
struct group_lists       : seq<one<'{'>, opt<list<group_members, one<','>>>, one<'}'>> {};
struct group_axes        : list<axis, one<','>> {};
struct mesh_groups       : seq<mesh, lit<" {">, opt<group_axes>, one<'}'>> {};                       // 2025-12-16+
struct iota_groups       : seq<iota_tiles> {};                                                    // 2024-07-16+
struct replica_groups    : sor<group_lists, iota_groups, mesh_groups> {};

// --- metadata and shard groups ---------------------------------------------------------------------------------------

struct sharding_metadata_entry : seq<metadata_fields> {};
struct braced_entry      : seq<one<'{'>, sharding_metadata_entry, one<'}'>> {};
struct several_entries   : seq<braced_entry, plus<lit<", ">, braced_entry>> {};
struct single_entry      : seq<not_at<one<'{'>>, sharding_metadata_entry> {};
struct sharding_metadata : seq<lit<" metadata={">, sor<several_entries, single_entry>, one<'}'>> {}; // 2021-01-12+
struct braced_entries    : list<braced_entry, lit<", ">> {};
struct comma_metadata    : seq<lit<", metadata={">, braced_entries, one<'}'>> {};                   // 2026-01-08+
struct shard_as          : lit<" shard_as "> {};
struct shard_like        : lit<" shard_like "> {};
struct shard_group_id    : integer {};
struct shard_group       : seq<sor<shard_as, shard_like>, shard_group_id> {};                      // 2023-08-31+

// --- tiled and simple shardings --------------------------------------------------------------------------------------

struct sharded_iota      : seq<iota_tiles> {};                                                    // 2023-06-22+
struct sharded_dimensions : seq<tile_counts> {};
struct sharded_devices   : seq<listed_devices> {};
struct sharded_list      : seq<one<'['>, sharded_dimensions, one<']'>, opt<sharded_devices>> {};
struct replicate_last    : lit<" last_tile_dim_replicate"> {};
struct subgroup          : sor<lit<"manual">, lit<"maximal">, lit<"maximul">, lit<"replicated">, lit<"unreduced">,
                               lit<"error_type.">> {};
struct subgroups         : list<subgroup, lit<", ">> {};
struct last_tile_dims    : seq<lit<" last_tile_dims={">, subgroups, one<'}'>> {};                   // 2021-07-28+
struct tiled_sharding    : seq<lit<"devices=">, sor<sharded_iota, sharded_list>, opt<replicate_last>, opt<last_tile_dims>> {};

struct replicated_word   : lit<"replicated"> {};
struct manual_word       : lit<"manual"> {};
struct unknown_word      : lit<"unknown"> {};
struct max_reduction     : lit<"max"> {};
struct min_reduction     : lit<"min"> {};
struct reduction         : sor<max_reduction, min_reduction> {};
struct unreduced_alone   : at<one<'}'>> {};
struct unreduced_word    : seq<lit<"unreduced">, opt<sor<seq<one<'='>, reduction>, unreduced_alone>>> {};
struct sharded_device    : integer {};
struct maximal_word      : seq<lit<"maximal device=">, sharded_device> {};
struct simple_sharding   : sor<replicated_word, manual_word, unknown_word, unreduced_word, maximal_word, tiled_sharding> {};

// --- named shardings -------------------------------------------------------------------------------------------------

struct open_dimension    : one<'?'> {};
struct dimension_axes    : seq<one<'{'>, opt<sor<open_dimension, seq<axes, opt<lit<", ">, open_dimension>>>>, one<'}'>> {};
struct dimension_list    : seq<lit<", [">, opt<list<dimension_axes, lit<", ">>>, one<']'>> {};
struct replicated_axes   : seq<axis_set> {};
struct unreduced_axes    : seq<axis_set> {};
struct manual_axes       : seq<axis_set> {};
struct named_dimensions  : seq<dimension_list, opt<lit<", replicated=">, replicated_axes>,
                               opt<lit<", unreduced=">, opt<reduction>, unreduced_axes>,
                               opt<lit<", manual=">, manual_axes>> {};
struct named_replicated  : lit<", replicated"> {};
struct named_manual      : lit<", manual"> {};
struct named_unreduced   : seq<lit<", unreduced">, opt<one<'='>, reduction>> {};
struct named_sharding    : seq<mesh, opt<sor<named_dimensions, named_replicated, named_manual, named_unreduced>>> {};

// --- unknown forms: a word that no known form begins with ------------------------------------------------------------

struct sharding_word_bytes { static constexpr byte_set bytes{"az09__"}; };
struct listed_word       : seq<sor<lit<"replicated">, lit<"manual">, lit<"unknown">, lit<"unreduced">, lit<"maximal_mesh">, lit<"single_device">,
                                   lit<"maximal">, lit<"devices">, lit<"mesh">>, not_at<run<sharding_word_bytes>>> {};
struct unlisted_sharding : seq<not_at<listed_word>, at<range<'a', 'z'>>, plus<sor<run<brace_bytes>, quoted, braces, multibyte>>> {};

// --- shardings -------------------------------------------------------------------------------------------------------

struct sharding_close    : one<'}'> {};
struct leaf_sharding     : seq<one<'{'>, sor<unlisted_sharding,
                                             seq<named_sharding, opt<comma_metadata>>,
                                             seq<sor<replicated_word, unreduced_word>, comma_metadata>,
                                             seq<simple_sharding, opt<shard_group>, opt<sharding_metadata>>>,
                               sharding_close> {};
struct sharding_element  : seq<leaf_sharding> {};
struct sharding_separator : seq<lit<", ">, opt<index_mark>> {};                                    // marks: 2021-07-12+
struct sharding_elements : list<sharding_element, sharding_separator> {};
struct tuple_sharding    : seq<one<'{'>, opt<sharding_elements>, sharding_close> {};
struct sharding          : sor<leaf_sharding, tuple_sharding> {};
// clang-format on

} // namespace ballast::grammar
