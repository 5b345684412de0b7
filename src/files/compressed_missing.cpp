// For builds without zlib and Zstandard: compressed files cannot be read, and gzip files are written without
// compression.
#include "files/compressed.hpp"

#include "base/file_name.hpp"
#include <algorithm>
#include <array>
#include <cstdio>
#include <new>
#include <utility>

namespace ballast::inline v0::files {

decompression_turn::decompression_turn() : outer_(nullptr) {}
decompression_turn::~decompression_turn() = default;
void decompression_turn::take() { taken_ = true; }

read_result decompressed(read_result read, std::string_view path, std::size_t, content)
{
    if (!read.error.empty() || !is_compressed(path)) return read;
    return {{}, "compressed, and this build reads no compressed files"};
}

std::string first_bytes(const std::string& path, std::size_t count)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
    if (!file || is_compressed(path)) return {};
    std::string bytes(count, '\0');
    bytes.resize(std::fread(bytes.data(), 1, count, file.get()));
    return bytes;
}

// RFC 1952 and 1951: a head, stored blocks, the checksum and the size.
struct gzip_writer::state {
    std::string waiting; // bytes of the next block
    std::uint32_t checksum = 0xffffffff;
    std::uint32_t size = 0;
};

namespace {

constexpr auto checksums = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        table[i] = i;
        for (int bit = 0; bit < 8; ++bit)
            table[i] = (table[i] & 1U) != 0 ? table[i] >> 1U ^ 0xedb88320U : table[i] >> 1U;
    }
    return table;
}();

constexpr std::size_t longest_block = 0xffff;

template <int Bytes>
void append(std::string& to, std::uint32_t number)
{
    for (int i = 0; i < Bytes; ++i) to += static_cast<char>(number >> static_cast<unsigned>(8 * i) & 0xffU);
}

std::string stored_block(std::string_view bytes, bool last)
{
    std::string result(1, last ? '\1' : '\0');
    const auto size = static_cast<std::uint32_t>(bytes.size());
    append<2>(result, size);
    append<2>(result, ~size);
    return result.append(bytes);
}

} // namespace

gzip_writer::gzip_writer(std::function<bool(std::string_view)> take)
    : take_(std::move(take)), state_(new state, [](state* of) { delete of; })
{
    constexpr std::string_view head("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
    take_(head);
}

void gzip_writer::write(std::string_view bytes) { run(bytes, 0); }

void gzip_writer::finish()
{
    run({}, 1);
    std::string end;
    append<4>(end, ~state_->checksum);
    append<4>(end, state_->size);
    take_(end);
}

void gzip_writer::run(std::string_view bytes, int flush)
{
    auto& of = *state_;
    for (const char c : bytes)
        of.checksum = checksums[(of.checksum ^ static_cast<unsigned char>(c)) & 0xffU] ^ of.checksum >> 8U;
    of.size += static_cast<std::uint32_t>(bytes.size());
    of.waiting += bytes;
    std::string_view rest = of.waiting;
    for (; rest.size() > longest_block; rest.remove_prefix(longest_block))
        take_(stored_block(rest.substr(0, longest_block), false));
    if (flush != 0) take_(stored_block(std::exchange(rest, {}), true));
    of.waiting = std::string(rest);
}

std::string zstandard_of(std::string_view) { throw std::bad_alloc(); }

} // namespace ballast::inline v0::files
