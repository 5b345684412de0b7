#include "ballast/source.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace ballast::inline v0 {

source_text source_text::copy_of(std::string_view text)
{
    char* const bytes = static_cast<char*>(std::malloc(std::max<std::size_t>(1, text.size())));
    if (!bytes) throw std::bad_alloc();
    std::copy_n(text.data(), text.size(), bytes);
    return adopt(bytes, text.size());
}

source_text source_text::adopt(char* bytes, std::size_t size)
{
    source_text result;
    result.bytes_.reset(bytes);
    result.size_ = size;
    return result;
}

} // namespace ballast::inline v0
