#include "files/compressed.hpp"

#include "base/file_name.hpp"
#include "read/beginnings.hpp"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

namespace ballast::inline v0::files {

namespace {

// Enough bytes to describe a text that does not start like XLA's.
constexpr std::size_t looked_at = 1024 * 1024;

// Larger texts are decompressed one at a time.
constexpr std::size_t large = 64 * 1024 * 1024;

std::mutex turn;
thread_local decompression_turn* scope = nullptr;

// A buffer that grows up to a limit.
class output {
public:
    explicit output(std::size_t limit, content what = content::any) : limit_(limit), what_(what) {}

    // Makes space for more bytes; none if the limit is reached or memory runs out.
    struct room {
        char* begin;
        std::size_t size;
    };
    room more()
    {
        if (size_ == capacity_) {
            // One byte more than the limit shows that it is exceeded.
            const auto most = limit_ == std::numeric_limits<std::size_t>::max() ? limit_ : limit_ + 1;
            const auto wanted = std::min(most, std::max<std::size_t>(64 * 1024, 2 * capacity_));
            if (wanted > large && scope) scope->take();
            void* const larger = wanted > capacity_ ? std::realloc(bytes_.get(), wanted) : nullptr;
            if (!larger) return {nullptr, 0};
            (void)bytes_.release();
            bytes_.reset(static_cast<char*>(larger));
            capacity_ = wanted;
        }
        return {bytes_.get() + size_, capacity_ - size_};
    }
    void took(std::size_t count) { size_ += count; }
    [[nodiscard]] bool past_limit() const { return size_ > limit_; }
    // True as soon as it is certain that the text will be refused at its start.
    [[nodiscard]] bool hopeless() const
    {
        return what_ == content::ours && size_ >= looked_at && !read::begins_like_a_dump(view());
    }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }
    source_text take()
    {
        if (!bytes_) return source_text::copy_of({});
        return source_text::adopt(bytes_.release(), size_);
    }

private:
    struct release {
        void operator()(char* p) const { std::free(p); }
    };
    std::unique_ptr<char, release> bytes_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
    std::size_t limit_;
    content what_;
};

constexpr auto no_memory = "Cannot allocate memory";
std::string passed(std::size_t limit) { return fmt::format("larger than {} bytes", limit); }

// The error, or empty. Also reads zlib's own format.
std::string gunzip(std::string_view from, output& to, std::size_t limit)
{
    z_stream state{};
    if (inflateInit2(&state, 32 + MAX_WBITS) != Z_OK) return no_memory;
    const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&state, inflateEnd);
    bool ended = false; // after a member
    while (!from.empty() || !ended) {
        const auto piece = std::min<std::size_t>(from.size(), std::numeric_limits<uInt>::max() / 2);
        // zlib does not write to its input.
        state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(from.data()));
        state.avail_in = static_cast<uInt>(piece);
        const auto room = to.more();
        if (!room.begin) return to.past_limit() ? passed(limit) : no_memory;
        const auto space = static_cast<uInt>(std::min<std::size_t>(room.size, std::numeric_limits<uInt>::max() / 2));
        state.next_out = reinterpret_cast<Bytef*>(room.begin);
        state.avail_out = space;
        const int done = inflate(&state, Z_NO_FLUSH);
        from.remove_prefix(piece - state.avail_in);
        state.avail_in = 0;
        to.took(space - state.avail_out);
        if (to.past_limit()) return passed(limit);
        if (to.hopeless()) return {};
        if (done == Z_STREAM_END) {
            ended = true;
            if (!from.empty() && inflateReset(&state) != Z_OK) return no_memory;
            if (!from.empty()) ended = false;
        } else if (done == Z_BUF_ERROR && from.empty()) {
            return "the gzip data is truncated";
        } else if (done == Z_MEM_ERROR) {
            return no_memory;
        } else if (done != Z_OK && done != Z_BUF_ERROR) {
            return fmt::format("not gzip data: {}", state.msg ? state.msg : "damaged");
        }
    }
    return {};
}

std::string unzstd(std::string_view from, output& to, std::size_t limit)
{
    const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> state(ZSTD_createDStream(), ZSTD_freeDStream);
    if (!state) return no_memory;
    ZSTD_inBuffer in{from.data(), from.size(), 0};
    std::size_t left = 1; // of a frame; 0 at its end
    while (in.pos < in.size || left != 0) {
        const auto room = to.more();
        if (!room.begin) return to.past_limit() ? passed(limit) : no_memory;
        ZSTD_outBuffer out{room.begin, room.size, 0};
        const auto before = in.pos;
        left = ZSTD_decompressStream(state.get(), &out, &in);
        if (ZSTD_isError(left) != 0) return fmt::format("not Zstandard data: {}", ZSTD_getErrorName(left));
        to.took(out.pos);
        if (to.past_limit()) return passed(limit);
        if (to.hopeless()) return {};
        if (left != 0 && in.pos == in.size && in.pos == before && out.pos < room.size)
            return "the Zstandard data is truncated";
    }
    return {};
}

} // namespace

decompression_turn::decompression_turn() : outer_(std::exchange(scope, this)) {}

decompression_turn::~decompression_turn()
{
    scope = outer_;
    if (taken_) turn.unlock();
}

void decompression_turn::take()
{
    if (!std::exchange(taken_, true)) turn.lock();
}

read_result decompressed(read_result read, std::string_view path, std::size_t limit, content what)
{
    const bool gzip = path.ends_with(gzip_ending);
    if (!read.error.empty() || (!gzip && !path.ends_with(zstandard_ending))) return read;
    output to(limit, what);
    auto problem = gzip ? gunzip(read.text.view(), to, limit) : unzstd(read.text.view(), to, limit);
    if (!problem.empty()) return {{}, std::move(problem)};
    return {to.take(), {}};
}

struct gzip_writer::state {
    z_stream stream{};
};

gzip_writer::gzip_writer(std::function<bool(std::string_view)> take)
    : take_(std::move(take)), state_(new state, [](state* of) {
          deflateEnd(&of->stream);
          delete of;
      })
{
    if (deflateInit2(&state_->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
}

void gzip_writer::write(std::string_view bytes)
{
    constexpr std::size_t most = std::numeric_limits<uInt>::max() / 2;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), most))) run(bytes.substr(0, most), Z_NO_FLUSH);
}

void gzip_writer::finish() { run({}, Z_FINISH); }

void gzip_writer::run(std::string_view bytes, int flush)
{
    auto& stream = state_->stream;
    // zlib does not write to its input.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::array<char, 64 * 1024> piece;
    do {
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        deflate(&stream, flush);
        if (stream.avail_out != piece.size()) take_({piece.data(), piece.size() - stream.avail_out});
    } while (stream.avail_out == 0);
}

std::string zstandard_of(std::string_view bytes)
{
    constexpr int level = 12;
    std::string result(ZSTD_compressBound(bytes.size()), '\0');
    const auto size = ZSTD_compress(result.data(), result.size(), bytes.data(), bytes.size(), level);
    if (ZSTD_isError(size) != 0) throw std::bad_alloc(); // there is enough space for the result
    result.resize(size);
    return result;
}

std::string first_bytes(const std::string& path, std::size_t count)
{
    // This many compressed bytes contain more than that.
    std::string bytes(without_compression(path) == path ? count : 4096 + count, '\0');
    std::ifstream file(path, std::ios::binary);
    if (!file) return {};
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    if (without_compression(path) == path) return bytes;
    output to(count);
    // The piece is truncated.
    (void)(path.ends_with(gzip_ending) ? gunzip(bytes, to, count) : unzstd(bytes, to, count));
    return std::string(to.view().substr(0, count));
}

} // namespace ballast::inline v0::files
