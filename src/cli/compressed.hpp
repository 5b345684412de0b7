// Files that were compressed, by the endings of their names.
#pragma once

#include "ballast/document.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace ballast::cli {

// The name without `.gz` or `.zst`.
std::string_view without_compression(std::string_view path);
bool is_compressed(std::string_view path);

// What a file can hold: of a text of ours the beginning is known.
enum class content : std::uint8_t { any, ours };

// The text of a file that read_source has read, decompressed where its name says so; at most `limit` bytes. Several
// members of gzip and frames of Zstandard, one after another, are one text. Of a text that has to be ours and does not
// begin so no more than the first MiB is decompressed, for which reading refuses it.
read_result decompressed(read_result read, std::string_view path, std::size_t limit, content what);

// While one exists on each of several threads, texts of more than 64 MiB are decompressed on one thread at a time: the
// next waits until the object of that thread is gone, and with it the text.
class decompression_turn {
public:
    decompression_turn();
    decompression_turn(const decompression_turn&) = delete;
    decompression_turn& operator=(const decompression_turn&) = delete;
    ~decompression_turn();

    // Waits for the turn; the thread keeps it.
    void take();

private:
    decompression_turn* outer_;
    bool taken_ = false;
};

// The first bytes of such a text, at most `count`; none where the file cannot be read or is not what its name says.
std::string first_bytes(const std::string& path, std::size_t count);

// Writes gzip; the same bytes give the same. Throws std::bad_alloc.
class gzip_writer {
public:
    explicit gzip_writer(std::function<bool(std::string_view)> take);

    void write(std::string_view bytes);
    void finish();

private:
    struct state;
    void run(std::string_view bytes, int flush);

    std::function<bool(std::string_view)> take_;
    std::unique_ptr<state, void (*)(state*)> state_;
};

} // namespace ballast::cli
