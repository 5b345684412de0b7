// Texts that were read in part: the lines of their trees, and the pieces between them.
#include "ballast/print.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ballast::inline v0 {

namespace {

std::string_view line_at(std::string_view text, std::size_t at)
{
    const auto end = text.find('\n', at);
    return text.substr(at, end == std::string_view::npos ? end : end + 1 - at);
}

// Finds the lines of a text among the lines that its tree prints. Lines that are only in one of the two belong to
// pieces.
class placer {
public:
    placer(const document& of, std::string_view printed) : text_(of.text()), unread_(of.unread()), printed_(printed) {}

    std::vector<ast::placed_piece> run()
    {
        while (at_ < text_.size()) {
            if (next_ < unread_.size() && begin_of(unread_[next_]) <= at_) {
                take(unread_[next_]);
                continue;
            }
            auto line = line_at(text_, at_);
            if (next_ < unread_.size()) line = line.substr(0, begin_of(unread_[next_]) - at_);
            if (!find(line)) begin_piece();
            at_ += line.size();
        }
        if (in_ < printed_.size()) begin_piece();
        end_piece(std::ranges::count(printed_.substr(in_), '\n') +
                  (in_ < printed_.size() && printed_.back() != '\n' ? 1 : 0));
        return std::move(result_);
    }

private:
    static std::size_t begin_of(const ast::unread& piece) { return static_cast<std::size_t>(piece.at.offset); }

    void take(const ast::unread& piece)
    {
        begin_piece();
        if (result_.back().reason.text.empty()) result_.back().reason = piece.reason;
        at_ = std::max(at_, begin_of(piece) + piece.text.size());
        ++next_;
    }

    // The next printed line that is the same; heads of sections that were not read are printed before it.
    bool find(std::string_view line)
    {
        constexpr std::size_t most_heads = 32;
        auto to = in_;
        for (std::size_t heads = 0; heads <= most_heads && to < printed_.size(); ++heads) {
            const auto candidate = line_at(printed_, to);
            if (candidate == line) {
                if (heads != 0) begin_piece();
                end_piece(static_cast<std::int64_t>(heads));
                line_ += static_cast<std::int64_t>(heads) + 1;
                in_ = to + line.size();
                return true;
            }
            to += candidate.size();
        }
        return false;
    }

    void begin_piece()
    {
        if (std::exchange(open_, true)) return;
        begin_ = at_;
        result_.push_back({.line = line_, .replaces = 0, .text = {}, .reason = {}});
    }
    void end_piece(std::int64_t replaced)
    {
        if (!std::exchange(open_, false)) return;
        result_.back().text = text_.substr(begin_, at_ - begin_);
        result_.back().replaces = replaced;
    }

    std::string_view text_;
    std::span<const ast::unread> unread_;
    std::string_view printed_;
    std::size_t at_ = 0; // in the text
    std::size_t next_ = 0;
    std::size_t in_ = 0;    // in what is printed
    std::int64_t line_ = 0; // the number of printed lines before that
    bool open_ = false;     // the last piece is not complete
    std::size_t begin_ = 0; // of the last piece
    std::vector<ast::placed_piece> result_;
};

// Passes on printed text with pieces between its lines.
class piece_writer {
public:
    piece_writer(sink& to, std::span<const ast::placed_piece> unread) : to_(to), unread_(unread) { reach(); }

    static bool write(void* self, std::string_view bytes)
    {
        static_cast<piece_writer*>(self)->take(bytes);
        return true;
    }
    // Call this after everything is printed.
    void finish()
    {
        while (!unread_.empty()) put_piece();
    }

private:
    void take(std::string_view bytes)
    {
        while (!bytes.empty()) {
            if (unread_.empty() && dropped_ == 0) return to_.put(bytes);
            const auto line = line_at(bytes, 0);
            if (dropped_ == 0) to_.put(line);
            bytes.remove_prefix(line.size());
            if (!line.ends_with('\n')) continue;
            ++line_;
            if (dropped_ != 0) --dropped_;
            reach();
        }
    }
    void reach()
    {
        while (!unread_.empty() && dropped_ == 0 && unread_.front().line <= line_) put_piece();
    }
    void put_piece()
    {
        to_.put(unread_.front().text);
        dropped_ += unread_.front().replaces;
        unread_ = unread_.subspan(1);
    }

    sink& to_;
    std::span<const ast::placed_piece> unread_;
    std::int64_t line_ = 0;
    std::int64_t dropped_ = 0; // so many lines are not passed on
};

} // namespace

std::vector<ast::placed_piece> placed_pieces(const document& x)
{
    if (!x.is_refused()) return {};
    const auto text = printed([&](sink& out) { print(out, x.tree()); });
    return placer(x, text).run();
}

void print(sink& out, const ast::tree& x, std::span<const ast::placed_piece> unread)
{
    piece_writer to(out, unread);
    sink pieces(piece_writer::write, &to);
    print(pieces, x);
    pieces.flush();
    to.finish();
}

} // namespace ballast::inline v0
