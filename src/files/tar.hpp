// Archives in the format of POSIX tar.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace ballast::inline v0::files {

// Writes regular files as a ustar archive. Names that do not fit into its header get a pax header before it. All files
// have the same date and owner, so that equal files give equal archives.
class tar_writer {
public:
    using piece_taker = std::function<void(std::string_view)>;
    explicit tar_writer(piece_taker take) : take_(std::move(take)) {}

    // `name` is relative, with `/` between folders.
    void add(std::string_view name, std::string_view text);
    void finish();

private:
    void add(std::string_view name, std::string_view text, char type);
    void pad(std::size_t size);

    piece_taker take_;
};

} // namespace ballast::inline v0::files
