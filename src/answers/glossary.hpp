// The terms of docs/glossary.md.
#pragma once

#include <string_view>
#include <vector>

namespace ballast::inline v0::answers {

// `text` is Markdown.
struct term {
    std::string_view name;
    std::string_view text;
};

// In the order of the document; the texts have static storage.
const std::vector<term>& glossary();

} // namespace ballast::inline v0::answers
