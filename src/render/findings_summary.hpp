// The findings of files in numbers: a row for each folder.
#pragma once

#include "ballast/render.hpp"

#include <map>
#include <string>

namespace ballast::inline v0::render {

class folder_table {
public:
    void add(const validated_numbers& file);
    // The table with its header; each line starts with a blank.
    [[nodiscard]] std::string text() const;

private:
    struct row {
        std::size_t files = 0;
        std::size_t unreadable = 0;
        std::size_t bytes = 0;
        std::map<std::string, std::string> eras; // the first possible day of each range of eras
        std::array<std::size_t, 3> counts{};
        double seconds = 0;
    };
    std::map<std::string, row> rows_;
};

} // namespace ballast::inline v0::render
