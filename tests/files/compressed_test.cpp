// Compressed inputs are read like the original ones, and damaged ones are unreadable.
#include "files/compressed.hpp"
#include "tests/cli/command.hpp"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace ballast::tests {

namespace {

std::string gzipped(std::string_view text)
{
    z_stream state{};
    EXPECT_EQ(deflateInit2(&state, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    std::string result(deflateBound(&state, text.size()), '\0');
    state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    state.avail_in = static_cast<uInt>(text.size());
    state.next_out = reinterpret_cast<Bytef*>(result.data());
    state.avail_out = static_cast<uInt>(result.size());
    EXPECT_EQ(deflate(&state, Z_FINISH), Z_STREAM_END);
    result.resize(state.total_out);
    deflateEnd(&state);
    return result;
}

std::string zstandard(std::string_view text)
{
    std::string result(ZSTD_compressBound(text.size()), '\0');
    result.resize(ZSTD_compress(result.data(), result.size(), text.data(), text.size(), 3));
    return result;
}

// Frames with 16 MiB of zeros each.
std::string frames_of_zeros(std::size_t count)
{
    static const auto one = zstandard(std::string(std::size_t{16} << 20, '\0'));
    std::string result;
    for (std::size_t i = 0; i < count; ++i) result += one;
    return result;
}

void write(const fs::path& path, std::string_view bytes) { std::ofstream(path, std::ios::binary) << bytes; }

} // namespace

TEST(Compressed, IsReadAsWhatItWas)
{
    const temporary_folder folder("compressed");
    const auto dump = golden_dump("d16.txt");
    write(folder.path / "a.txt.gz", gzipped(dump));
    write(folder.path / "b.txt.zst", zstandard(dump));
    // Several members and frames in sequence.
    write(folder.path / "c.txt.gz", gzipped(dump.substr(0, 1000)) + gzipped(dump.substr(1000)));
    write(folder.path / "d.txt.zst", zstandard(dump.substr(0, 1000)) + zstandard(dump.substr(1000)));
    write(folder.path / "e.txt.gz", gzipped("no dump\n"));
    const auto output = run("roundtrip .", "cd " + folder.quoted() + " &&");
    std::string expected;
    for (const auto* name : {"a.txt.gz", "b.txt.zst", "c.txt.gz", "d.txt.zst"})
        expected +=
            std::string("./") + name + ": identical (combined, D16..D16, " + std::to_string(dump.size()) + " bytes)\n";
    EXPECT_EQ(output, expected + "4 files: 4 identical, 0 different, 0 refused, 0 unreadable\n--- exit 0\n");
    EXPECT_EQ(output_of("print a.txt.gz", "cd " + folder.quoted() + " &&"), dump);
}

TEST(Compressed, FilesOfAModuleComeTogether)
{
    const temporary_folder folder("compressed_module");
    auto values = golden_dump("d24_values.txt");
    values.replace(values.find("<7 "), 3, "<70 ");
    write(folder.path / "m-buffer-assignment.txt.gz", gzipped(golden_dump("d24_assignment.txt")));
    write(folder.path / "m-buffer-assignment-values.txt", values);
    write(folder.path / "m-live-range.txt.zst", zstandard(golden_dump("d24_live_range.txt")));
    const auto output = output_of("validate .", "cd " + folder.quoted() + " &&");
    EXPECT_NE(output.find("[missing_entry]"), std::string::npos) << output;
    EXPECT_NE(output.find("m-buffer-assignment.txt.gz:"), std::string::npos) << output;
}

TEST(Compressed, DamagedDataAreUnreadable)
{
    const temporary_folder folder("damaged");
    const auto dump = golden_dump("d16.txt");
    const auto gzip = gzipped(dump);
    const auto zst = zstandard(dump);
    const std::vector<std::tuple<std::string, std::string, std::string>> cases{
        {"a.txt.gz", gzip.substr(0, gzip.size() / 2), "the gzip data is truncated"},
        {"b.txt.zst", zst.substr(0, zst.size() / 2), "the Zstandard data is truncated"},
        {"c.txt.gz", dump, "not gzip data: incorrect header check"},
        {"d.txt.zst", dump, "not Zstandard data: Unknown frame descriptor"},
        {"e.txt.gz", "", "the gzip data is truncated"},
        {"f.txt.zst", "", "the Zstandard data is truncated"},
        {"g.txt.gz", gzip + "rest", "not gzip data: incorrect header check"},
    };
    for (const auto& [name, bytes, reason] : cases) {
        write(folder.path / name, bytes);
        EXPECT_EQ(run("roundtrip " + name, "cd " + folder.quoted() + " &&"),
                  name + ": unreadable: " + reason +
                      "\n1 files: 0 identical, 0 different, 0 refused, 1 unreadable\n--- exit 2\n");
    }
    // A small file with more text than allowed.
    const auto much = "BufferAssignment:\n" + std::string(50'000'000, 'x');
    write(folder.path / "much.txt.gz", gzipped(much));
    write(folder.path / "much.txt.zst", zstandard(much));
    for (const auto* name : {"much.txt.gz", "much.txt.zst"})
        EXPECT_EQ(output_of("roundtrip --max-bytes 1M " + std::string(name), "cd " + folder.quoted() + " &&"),
                  std::string(name) + ": unreadable: larger than 1048576 bytes\n1 files: 0 identical, 0 different, 0 "
                                      "refused, 1 unreadable\n");
    // Exactly the allowed size.
    EXPECT_EQ(
        exit_of("roundtrip --max-bytes " + std::to_string(dump.size()) + " '" + (folder.path / "a.gz").string() + "'"),
        2);
    write(folder.path / "a.gz", gzip);
    EXPECT_EQ(
        exit_of("roundtrip --max-bytes " + std::to_string(dump.size()) + " '" + (folder.path / "a.gz").string() + "'"),
        0);
}

// A text that does not begin like one of XLA's is refused after the first MiB, here of eight GiB.
TEST(Compressed, DataThatBeginLikeNothingOfOursAreNotDecompressed)
{
    const temporary_folder folder("bomb");
    write(folder.path / "a.txt.zst", frames_of_zeros(512));
    write(folder.path / "b.txt.gz", gzipped(std::string(50'000'000, 'x')));
    const auto output = output_of("validate --format json a.txt.zst b.txt.gz", "cd " + folder.quoted() + " &&");
    EXPECT_NE(output.find("\"binary data, not a dump\""), std::string::npos) << output;
    EXPECT_NE(output.find("\"not a dump: it begins with `xxx"), std::string::npos) << output;
    for (const auto at : {output.find("\"bytes\":"), output.rfind("\"bytes\":")})
        EXPECT_LE(std::stoul(output.substr(at + 8)), std::size_t{2} << 20) << output;
    // Lines and logs can begin with anything.
    EXPECT_EQ(output_of("extract a.txt.zst", "cd " + folder.quoted() + " &&"),
              "a.txt.zst: unreadable: larger than 1073741824 bytes\n1 logs: 0 texts, 0 refused, 1 unreadable\n");
}

TEST(Compressed, DataOfMoreThanAGibibyteNeedAnOption)
{
    const temporary_folder folder("large_compressed");
    write(folder.path / "a.txt.zst", zstandard("BufferAssignment:\n") + frames_of_zeros(65));
    EXPECT_EQ(output_of("roundtrip --quiet a.txt.zst", "cd " + folder.quoted() + " &&"),
              "a.txt.zst: unreadable: larger than 1073741824 bytes\n"
              "1 files: 0 identical, 0 different, 0 refused, 1 unreadable\n");
    EXPECT_NE(output_of("roundtrip --max-bytes 2G a.txt.zst", "cd " + folder.quoted() + " &&").find("1 refused"),
              std::string::npos);
}

TEST(Compressed, LargeTextsAreHeldByOneThreadAtATime)
{
    std::atomic<int> here = 0;
    std::atomic<int> most = 0;
    const auto work = [&] {
        for (int i = 0; i < 100; ++i) {
            files::decompression_turn one;
            one.take();
            one.take(); // the second text of a module
            most = std::max<int>(most, ++here);
            std::this_thread::yield();
            --here;
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back(work);
    for (auto& t : threads) t.join();
    EXPECT_EQ(most, 1);
}

} // namespace ballast::tests
