// Compressed files, by the endings of their names.
#pragma once

#include "ballast/source.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace ballast::inline v0::files {

// What a file may contain. The starts of XLA's texts are known.
enum class content : std::uint8_t { any, ours };

// Decompresses the text of a file from read_source if its name says that it is compressed; at most `limit` bytes.
// Several gzip members or Zstandard frames in sequence are one text. If the text must be one of XLA's but does not
// start like one, only the first MiB is decompressed; parsing then refuses it.
read_result decompressed(read_result read, std::string_view path, std::size_t limit, content what);

// If several threads have such an object, only one of them at a time decompresses a text of more than 64 MiB. The next
// one waits until the object of that thread is destroyed, and the text with it.
class decompression_turn {
public:
    decompression_turn();
    decompression_turn(const decompression_turn&) = delete;
    decompression_turn& operator=(const decompression_turn&) = delete;
    ~decompression_turn();

    // Waits for the turn and keeps it.
    void take();

private:
    decompression_turn* outer_;
    bool taken_ = false;
};

// The first bytes of such a text, at most `count`; empty if the file cannot be read or is not what its name says.
std::string first_bytes(const std::string& path, std::size_t count);

// Compresses with gzip; equal input gives equal output. Throws std::bad_alloc.
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

// A Zstandard frame with these bytes. Throws std::bad_alloc.
std::string zstandard_of(std::string_view bytes);

} // namespace ballast::inline v0::files
