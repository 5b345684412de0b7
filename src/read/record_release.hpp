// Frees what the records of a dump take while it is read without a tree.
#pragma once

#include "ballast/document.hpp"
#include "read/batches.hpp"
#include "read/records.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace ballast::read {

// Every `settled` bytes of text, passes the records on if there is a queue, and frees their nodes and the pages of
// their text.
class record_release {
public:
    // `begin` is where reading begins. `queue` may be null.
    record_release(context& ctx, const source_text& text, std::int64_t settled, std::int64_t begin, batch_queue* queue)
        : ctx_(ctx), text_(text), queue_(queue), batch_(ctx.memory), settled_(settled), kept_from_(begin)
    {
    }

    // A record begins here; those before it are complete.
    void begin(std::int64_t at)
    {
        if (at >= settle_at_) [[unlikely]]
            settle(at);
    }
    template <typename Rule, typename Node>
    void close(record_is<Rule> rule, const Node& node)
    {
        if (queue_) batch_.add(rule, node);
    }
    // The part of the text that is read ends here.
    void end_part(std::int64_t at)
    {
        if (settle_at_ != never) settle(at, 0);
    }
    // Passes on the last records. Returns false if records were not passed on.
    bool finish()
    {
        if (!queue_) return false;
        batch_.end_trace();
        pass_batch(static_cast<std::int64_t>(text_.view().size()));
        return true;
    }

    // A record is missing: the records that follow are not passed on.
    void fault() { queue_ = nullptr; }
    // There will be a tree, which needs all nodes.
    void keep_all()
    {
        queue_ = nullptr;
        settle_at_ = never;
    }

private:
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
    static constexpr std::int64_t release_bytes = 1024 * 1024;

    void settle(std::int64_t at, std::int64_t least_release = release_bytes)
    {
        settle_at_ = at + settled_;
        if (queue_) return pass_batch(at); // the queue releases the pages
        ctx_.forget_nodes();
        if (at - kept_from_ < least_release) return;
        text_.release_pages(static_cast<std::size_t>(kept_from_), static_cast<std::size_t>(at));
        kept_from_ = at;
    }
    void pass_batch(std::int64_t end)
    {
        auto& written = batch_.written();
        written.end = end;
        ctx_.give_nodes(written.memory);
        queue_->give(written);
    }

    context& ctx_;
    const source_text& text_;
    batch_queue* queue_;   // null if records are not, or no longer, passed on
    batch_writer batch_;   // the next batch
    std::int64_t settled_; // bytes of text between two calls of `settle`
    std::int64_t settle_at_ = 0;
    std::int64_t kept_from_; // pages before this offset were released
};

} // namespace ballast::read
