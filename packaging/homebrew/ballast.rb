# Formula for Homebrew. Not tested yet. scripts/recipes.sh fills in the names
# between `@`.
class Ballast < Formula
  desc "Reads, checks and prints XLA buffer-assignment dumps"
  homepage "https://github.com/@REPOSITORY@"
  url "@URL@"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "pegtl" => :build
  depends_on "rapidjson" => :build
  depends_on "fmt"
  depends_on :linux
  depends_on "sqlite"
  depends_on "zlib"
  depends_on "zstd"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", *std_cmake_args,
           "-DBALLAST_TESTS=OFF", "-DBALLAST_BENCH=OFF"
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    system "#{bin}/ballast generate --seed 1 > dump.txt"
    system bin/"ballast", "validate", "dump.txt"
  end
end
