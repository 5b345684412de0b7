"""Recipe for Conan 2. Not tested yet. scripts/recipes.sh fills in
the names between `@`."""
from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get


class Ballast(ConanFile):
    name = "ballast"
    version = "@VERSION@"
    description = "Reads, checks and prints XLA buffer-assignment dumps"
    homepage = "https://github.com/@REPOSITORY@"
    license = "Apache-2.0"
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"tool": [True, False], "sqlite": [True, False]}
    default_options = {"tool": True, "sqlite": True}

    def layout(self):
        cmake_layout(self, src_folder="source")

    def requirements(self):
        self.requires("fmt/[>=9.1 <12]", transitive_headers=True)
        self.requires("taocpp-pegtl/[>=3.2.7 <4]")
        self.requires("rapidjson/1.1.0")
        self.requires("zlib/[>=1.2.13 <2]")
        self.requires("zstd/[>=1.5 <2]")
        if self.options.tool:
            self.requires("cli11/[>=2.1 <3]")
        if self.options.sqlite:
            self.requires("sqlite3/[>=3.20 <4]")

    def validate(self):
        check_min_cppstd(self, 20)

    def source(self):
        get(self, "@URL@", sha256="@SHA256@", strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update({
            "BALLAST_TESTS": False,
            "BALLAST_BENCH": False,
            "BALLAST_FILES": True,
            "BALLAST_TOOL": bool(self.options.tool),
            "BALLAST_SQLITE": bool(self.options.sqlite),
        })
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, self.package_folder + "/licenses")
        copy(self, "copyright", self.source_folder + "/cmake", self.package_folder + "/licenses")

    def package_info(self):
        # The files that the project installs have all targets.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/ballast"]
