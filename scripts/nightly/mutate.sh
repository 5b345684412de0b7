#!/usr/bin/env bash
# Breaks the code on purpose, one edit at a time, and prints which check notices. An edit that nothing notices
# `survived`; the script then exits with 1.
#
#     scripts/nightly/mutate.sh [NUMBER…]
#         the edits listed below: grammar, printers, rules, eras. Properties and fuzz targets run first, then all other
#         tests. Each edit is built by itself.
#     scripts/nightly/mutate.sh --random [--number N] [--seed S] [--room ROOM]… [--list]
#         edits drawn from all of src (operators, constants, conditions, removed statements). All of them are built at
#         once and chosen at run time; a table shows how many were noticed in each folder of src (scripts/nightly/mutants.py).
#
# Works on a copy in build/mutate. A listed edit is `file`, the text it replaces, the new text.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [[ ${1:-} == --random ]]; then
    shift
    scripts/dev/install_dependencies.sh --with-tests --with-mutants
    exec /usr/bin/python3 scripts/nightly/mutants.py "$@"
fi

edits=(
    # a broken printer
    'src/print/value.cpp' 'if (x.phi) out.put(" (phi)");' ''
    'src/print/value.cpp' '" (size=", x.size, ",offset=", x.offset' '" (size=", x.offset, ",offset=", x.size'
    'src/print/stack_trace.cpp' "'0' + number / 10 % 10" "'0' + number / 100 % 10"
    'src/print/stack_trace.cpp' 'row.branch == ast::branch::inner;' 'row.branch == ast::branch::last;'
    'src/print/shape.cpp' 'if (x.memory_space != 0)' 'if (x.memory_space > 1)'
    'src/print/shape.cpp' 'index != 0 && index % 5 == 0' 'index != 0 && index % 5 == 4'
    'src/print/attribute.cpp' 'numbers(" stride=", x->stride);' ''
    'src/print/sharding.cpp' 'if (x.last_tile_dim_replicate)' 'if (!x.last_tile_dim_replicate)'
    # a dropped member of the tree
    'src/read/value_actions.hpp' 'action<g::value_phi>          : marks<&ast::value_name::phi, true>' 'action<g::value_phi>          : marks<&ast::value_name::phi, false>'
    'src/read/live_range_actions.hpp' 'action<g::peak_cumulative>    : sets<&ast::peak_row::cumulative>' 'action<g::peak_cumulative>    : sets<&ast::peak_row::bytes>'
    'src/read/metadata_actions.hpp' 'sets<&ast::metadata::source_end_line>' 'sets<&ast::metadata::source_line>'
    'src/read/sharding_actions.hpp' 'action<g::manual_axes>        : gathers<&ast::named_sharding::manual_axes>' 'action<g::manual_axes>        : gathers<&ast::named_sharding::replicated_axes>'
    'src/read/attribute_actions.hpp' 'sets<&ast::slice_dimension::stride>' 'sets<&ast::slice_dimension::limit>'
    # a swapped alternative, a changed rule
    'grammar/attribute.hpp' 'sor<complete_attribute, text_attribute>' 'sor<text_attribute, complete_attribute>'
    'grammar/attribute.hpp' 'words<"default", "highest", "high", ' 'words<"default", "high", "highest", '
    'grammar/lexical.hpp' 'sor<human_bytes, human_kib, human_large>' 'sor<human_bytes, human_large>'
    'grammar/lexical.hpp' "seq<one<'0'>, not_at<range<'0', '9'>>>" "seq<one<'0'>>"
    'grammar/allocation.hpp' 'struct color               : seq<positive>' 'struct color               : seq<decimal>'
    'grammar/value.hpp' 'sor<glued_header, glued_live_range>' 'sor<glued_header>'
    'grammar/shape.hpp' "opt<level_non_unique>, opt<level_non_ordered>" "opt<level_non_ordered>, opt<level_non_unique>"
    # an integer check that is off by one, or gone
    'src/read/verbs.hpp' 'text.size() <= 18' 'text.size() <= 19'
    'src/read/verbs.hpp' 'if (error != std::errc{}) refuse_integer(ctx, text, "a signed 64-bit integer");' 'if (error == std::errc::invalid_argument) refuse_integer(ctx, text, "a signed 64-bit integer");'
    'grammar/lexical.hpp' 'in.private_depth > depth_limit' 'in.private_depth >= depth_limit'
    'src/rules/shape.cpp' 'if (!take(d, rank, seen)) return out_of_order(d, rank);' 'if (!take(d, rank + 1, seen)) return out_of_order(d, rank);'
    # a context rule that sleeps, a wrong place
    'src/rules/instruction.cpp' 'else if (static_cast<bool>(operand.shape) != static_cast<bool>(first->shape))' 'else if (false)'
    'src/rules/files.cpp' 'if (used_ == in_allocations_) return {};' 'if (used_ + 1 >= in_allocations_) return {};'
    'src/rules/attribute.cpp' 'if (!repeats) return result;' 'return result;'
    'src/rules/sharding.cpp' 'if (placed && placed == counted) return {};' 'return {};'
    'src/ast/attribute_table.cpp' 'if (early_accuracy) slots.add(result_accuracy);' ''
    'src/ast/literal.cpp' 'value > format.largest' 'value > 2 * format.largest'
    'src/rules/dimensions.cpp' 'if (!of || of.rank() == count) return {};' 'return {};'
    'src/rules/stack_trace.cpp' 'node.last_branches != 0 || node.unshown <= 0' 'node.last_branches != 0'
    'src/rules/allocation.cpp' 'if (head.preallocated_temp == other.empty()) return {};' 'if (head.preallocated_temp || !other.empty()) return {};'
    # an era that is not witnessed, not drawn, or of another day
    'src/era/timeline.hpp' '.by("page")' ''
    'src/generate/allocation.cpp' 'if (chance(4, feature::page)) result.page = number();' ''
    'src/era/timeline.hpp' 'since("2026-08-22")' 'since("2026-08-23")'
    # reading goes on at the wrong place
    'src/read/records.hpp' 'if (at <= begin) at = next_line(begin);' 'at = next_line(begin);'
    'src/read/context.cpp' 'const auto begin = offset(where.data());' 'const auto begin = offset(where.data()) + 1;'
    'src/read/literal.cpp' 'large = large || natural > static_cast<std::uint64_t>(INT64_MAX);' 'large = false;'
)

copy=build/mutate/tree
mkdir -p $copy
git ls-files -z | xargs -0 tar c | tar x -C $copy
launcher=()
if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
build() {
    cmake --build $copy/build --target ballast_tests ballast_grammar_tests parse_fuzzer_replay ast_fuzzer_replay \
        mutate_fuzzer_replay differential_fuzzer_replay >build/mutate/build.log 2>&1
}
cmake -S $copy -B $copy/build -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O0 -DBALLAST_BENCH=OFF -DBALLAST_PCH=OFF "${launcher[@]}" >/dev/null
build || { tail -n 20 build/mutate/build.log; exit 2; }

# Prints the first check that fails.
catcher() {
    local tests=$copy/build/tests log=build/mutate/test.log seeds=$copy/fuzz/seeds dumps=$copy/tests/golden/dumps
    local filter
    for filter in 'ballast_tests Trees.*:Programs.*' 'ballast_grammar_tests Sentences.*:Readings.*'; do
        if ! timeout 300 "$tests/${filter%% *}" --gtest_filter="${filter#* }" --gtest_fail_fast >$log 2>&1; then
            grep -m1 -oE '\[  FAILED  \] [A-Za-z.]+' $log | cut -c14- || echo "${filter} (crash)"
            return
        fi
    done
    timeout 300 $copy/build/fuzz/parse_fuzzer_replay $dumps $seeds/parse >$log 2>&1 || { echo parse_fuzzer; return; }
    timeout 300 $copy/build/fuzz/ast_fuzzer_replay $seeds/ast >$log 2>&1 || { echo ast_fuzzer; return; }
    timeout 300 $copy/build/fuzz/mutate_fuzzer_replay $dumps >$log 2>&1 || { echo mutate_fuzzer; return; }
    timeout 300 $copy/build/fuzz/differential_fuzzer_replay $seeds/differential >$log 2>&1 || { echo differential_fuzzer; return; }
    for filter in ballast_grammar_tests ballast_tests; do
        if ! timeout 600 "$tests/$filter" --gtest_fail_fast >$log 2>&1; then
            grep -m1 -oE '\[  FAILED  \] [A-Za-z.]+' $log | cut -c14- || echo "$filter (crash)"
            return
        fi
    done
}

wanted=("$@")
survivors=0
for ((i = 0; i < ${#edits[@]}; i += 3)); do
    number=$((i / 3 + 1))
    if ((${#wanted[@]} != 0)) && [[ ! " ${wanted[*]} " == *" $number "* ]]; then continue; fi
    file=${edits[i]} from=${edits[i + 1]} to=${edits[i + 2]}
    cp "$file" $copy/"$file"
    if ! from=$from to=$to perl -0pi -e '$n = s/\Q$ENV{from}\E/$ENV{to}/; END { exit($n ? 0 : 1) }' $copy/"$file"; then
        echo "$number $file: the text to replace is not there: $from"
        exit 2
    fi
    if build; then
        found=$(catcher)
        [[ -n $found ]] || survivors=$((survivors + 1))
        echo "$number $file: \`$from\` -> \`$to\`: ${found:-survived}"
    else
        echo "$number $file: \`$from\` -> \`$to\`: the compiler"
    fi
    cp "$file" $copy/"$file"
done
echo "$survivors survived"
((survivors == 0))
