#include "ballast/document.hpp"

#include "base/large_block.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace ballast::inline v0 {

source_text source_text::copy_of(std::string_view text)
{
    char* const bytes = static_cast<char*>(large_block(std::max<std::size_t>(1, text.size())));
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

source_text source_text::adopt_mapping(char* bytes, std::size_t size)
{
    source_text result = adopt(bytes, size);
    result.bytes_.get_deleter().mapped = size;
    return result;
}

void source_text::release::operator()(char* p) const
{
    if (mapped == 0)
        std::free(p);
    else
        unmap_pages(p, mapped);
}

void source_text::release_pages(std::size_t begin, std::size_t end) const noexcept
{
    if (watcher_) (*watcher_)(end);
    if (bytes_.get_deleter().mapped == 0) return;
    // Linux also maps the pages around an accessed page, including earlier pages that were already released.
    constexpr std::size_t mapped_around = 64 * 1024;
    begin = begin / mapped_around * mapped_around;
    end = std::min(end, size_);
    if (begin < end) let_pages_go(bytes_.get() + begin, bytes_.get() + end);
}

} // namespace ballast::inline v0
