// The page that `report` writes: what is known of modules as JSON (spec/report.schema.json), and the script that draws
// it. One file, which asks no network.
#pragma once

#include "ballast/analysis.hpp"
#include "cli/comparison.hpp"
#include "cli/folder_memory.hpp"
#include "cli/json.hpp"
#include "cli/memory_view.hpp"
#include "cli/modules.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

// A module with its picture.
struct pictured_module {
    std::string name;
    std::string path;
    std::string era;
    std::vector<memory_view::file> files;
    memory_analysis memory; // with stacks and buffers
};

// Values beyond these, the least in bytes × steps, have no place in a page: it says how many there are.
constexpr std::size_t most_pictured = 50'000;

// The JSON of a module.
std::string picture_json(const pictured_module& module);

// Each function hands a page over in pieces: of one module; of what changed, each with the numbers of its two modules,
// if they have pictures; of a folder, each row with that of its module. `pictures` is what picture_json gives.
void write_module_page(const piece_taker& to, const pictured_module& module);

struct page_change {
    const compared* what = nullptr;
    std::optional<std::size_t> before{}; // into the pictures
    std::optional<std::size_t> after{};
};
void write_diff_page(const piece_taker& to, const std::string& title, const std::vector<std::string>& pictures,
                     const std::vector<page_change>& changes, const options& given);

struct page_row {
    const summary_row* what = nullptr;
    std::optional<std::size_t> picture{}; // into the pictures
};
void write_folder_page(const piece_taker& to, const std::string& title, const std::vector<std::string>& pictures,
                       const folder_summary& all, const std::vector<page_row>& rows);

} // namespace ballast::cli
