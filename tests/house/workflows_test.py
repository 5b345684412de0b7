#!/usr/bin/env python3
"""The action, the pre-commit hooks and the workflows as their runners use them: workflows_test.py COMMAND"""
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
DUMPS = ROOT / "tests/golden/dumps"
BAD = ROOT / "tests/golden/inputs/bad_value_line.txt"
COMMAND = None


# What a release for this machine is called.
VERSION = re.search(r"^project\(ballast VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE).group(1)
PACKED = f"ballast-{VERSION}-{platform.system()}-{platform.machine()}".lower()


def read_yaml(path):
    return yaml.safe_load((ROOT / path).read_text())


class Action(unittest.TestCase):
    """Runs the steps of action.yml by the rules of the runner: expressions filled in, bash with -e and pipefail."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ballast-action-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.action = self.folder / "action path"
        self.workspace = self.folder / "workspace"
        self.served = self.folder / "served"
        programs = self.folder / "programs"
        for folder in (self.action / "scripts/dev", self.action / "scripts/release", self.action / ".ci", self.workspace, self.served, programs):
            folder.mkdir(parents=True)
        for name in ("scripts/release/get_command.sh", "CMakeLists.txt"):
            shutil.copy(ROOT / name, self.action / name)
        self.pins = self.action / ".ci/pins.txt"
        self.pins.write_text("# no release\n")
        # The command is built already: what would install and build it only puts it where the build would.
        self.program(self.action / "scripts/dev/install_dependencies.sh", "exit 0")
        self.program(programs / "cmake", f"""
            if [[ $1 == --build ]]; then
                echo built from source
                mkdir -p "$2/src" && ln -sf '{COMMAND}' "$2/src/ballast"
            fi""")
        # What would download takes the file of that name from a folder.
        self.program(programs / "curl", f"""
            while [[ $1 != --output ]]; do shift; done
            cp '{self.served}'/"${{3##*/}}" "$2" || exit 22""")
        self.search = f"{programs}:{os.environ['PATH']}"

    @staticmethod
    def program(path, text):
        path.write_text("#!/usr/bin/env bash\n" + text + "\n")
        path.chmod(0o755)

    def dump(self, name, source=DUMPS / "d17.txt"):
        path = self.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, path)

    def release(self, name=PACKED, digest=None):
        """Serves an archive with the command, which says that it was released, and lists it in the pins."""
        command = self.served / name / "bin/ballast"
        command.parent.mkdir(parents=True)
        self.program(command, f"""echo released command; exec '{COMMAND}' "$@" """)
        archive = self.served / f"{name}.tar.gz"
        with tarfile.open(archive, "w:gz") as packed:
            packed.add(self.served / name, name)
        digest = digest or hashlib.sha256(archive.read_bytes()).hexdigest()
        with self.pins.open("a") as pins:
            pins.write(f"binary https://releases.example/v{VERSION}/{archive.name} v{VERSION} sha256:{digest}\n")
        return archive

    def run_action(self, **given):
        """The exit code of the first step that fails, else 0, and what all printed."""
        action = read_yaml("action.yml")
        values = {"github.action_path": str(self.action)}
        for name, row in action["inputs"].items():
            self.assertTrue(name in given or not row.get("required"), f"{name} is required")
            values["inputs." + name] = given.get(name, row.get("default", ""))

        def filled(text):
            return re.sub(r"\$\{\{\s*([\w.]+)\s*\}\}", lambda found: values[found.group(1)], text)

        printed = ""
        for number, step in enumerate(action["runs"]["steps"]):
            self.assertEqual(step["shell"], "bash")
            script = self.folder / f"step {number}.sh"
            script.write_text(filled(step["run"]))
            environment = dict(os.environ, PATH=self.search, GITHUB_ACTIONS="true", GITHUB_ACTION_PATH=str(self.action),
                               GITHUB_WORKSPACE=str(self.workspace))
            environment.update({name: filled(value) for name, value in step.get("env", {}).items()})
            done = subprocess.run(["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script], env=environment,
                                  cwd=filled(step.get("working-directory", str(self.workspace))), text=True,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            printed += done.stdout
            if done.returncode:
                return done.returncode, printed
        return 0, printed

    def test_every_path_is_read(self):
        for name in ("a.txt", "b.txt", "c.txt"):
            self.dump(name)
        code, printed = self.run_action(paths="a.txt\nb.txt\nc.txt\n")
        self.assertEqual(code, 0, printed)
        self.assertIn("3 files: 3 conform", printed)

    def test_a_fault_in_the_last_path_fails(self):
        self.dump("a.txt")
        self.dump("b.txt", BAD)
        code, printed = self.run_action(paths="a.txt\nb.txt")
        self.assertEqual(code, 1, printed)
        self.assertIn("::error", printed)
        self.assertIn("file=b.txt", printed)

    def test_names_with_blanks_and_dashes_are_read(self):
        self.dump("two words/of a run.txt")
        self.dump("-x.txt")
        code, printed = self.run_action(paths="two words/of a run.txt\n-x.txt\n")
        self.assertEqual(code, 0, printed)
        self.assertIn("2 files: 2 conform", printed)

    def test_empty_lines_and_carriage_returns_are_no_part_of_names(self):
        self.dump("a.txt")
        self.dump("b.txt")
        code, printed = self.run_action(paths="a.txt\r\n\n  \nb.txt\r\n")
        self.assertEqual(code, 0, printed)
        self.assertIn("2 files: 2 conform", printed)

    def python(self, code, installed=True):
        """An interpreter that writes down what it is called with, and ends its preflight with an exit code."""
        path = self.folder / "python"
        self.program(path, f"""
            printf '%s\\n' "$*" >>'{self.folder}/calls'
            case "$*" in
            "-c import"*) exit {0 if installed else 1} ;;
            *preflight*) echo the table; exit {code} ;;
            esac""")
        return str(path)

    def calls(self):
        return (self.folder / "calls").read_text().splitlines()

    def test_a_program_that_fits_passes(self):
        code, printed = self.run_action(preflight="train.py:example", targets="tpu:v5e:2x2\n cuda:h100\n",
                                        python=self.python(0))
        self.assertEqual(code, 0, printed)
        self.assertEqual(printed, "the table\n")
        self.assertEqual(self.calls()[1:],
                         ["-m ballast preflight --target=tpu:v5e:2x2 --target=cuda:h100 -- train.py:example"])

    def test_a_program_that_does_not_fit_fails(self):
        code, printed = self.run_action(preflight="train.py:example", targets="cuda:h100", python=self.python(1))
        self.assertEqual(code, 1, printed)
        self.assertIn("::error::ballast: train.py:example does not fit cuda:h100\n", printed)

    def test_with_several_targets_the_error_names_all(self):
        code, printed = self.run_action(preflight="a:b", targets="cpu cuda:h100", python=self.python(1))
        self.assertEqual(code, 1, printed)
        self.assertIn("::error::ballast: a:b does not fit all of cpu cuda:h100\n", printed)

    def test_an_error_of_preflight_is_not_reported_as_a_lack_of_memory(self):
        code, printed = self.run_action(preflight="train.py:example", targets="cuda:h100", python=self.python(2))
        self.assertEqual((code, printed), (2, "the table\n"))

    def test_the_package_is_installed_if_it_is_missing(self):
        code, printed = self.run_action(preflight="a:b", targets="cpu", python=self.python(0, installed=False))
        self.assertEqual(code, 0, printed)
        self.assertEqual(self.calls()[1], f"-m pip install --quiet {self.action}")

    def test_dumps_are_validated_before_a_program_is_compiled(self):
        self.dump("a.txt")
        code, printed = self.run_action(paths="a.txt", preflight="a:b", targets="cpu", python=self.python(0))
        self.assertEqual(code, 0, printed)
        self.assertIn("1 conform", printed)
        self.assertTrue(printed.endswith("the table\n"), printed)

    def test_preflight_without_targets_fails(self):
        code, printed = self.run_action(preflight="a:b", python=self.python(0))
        self.assertEqual(code, 2)
        self.assertIn("the input 'targets' is empty", printed)

    def test_no_path_fails(self):
        for paths in ("", "\n", " \n\n"):
            code, printed = self.run_action(paths=paths)
            self.assertEqual(code, 2, printed)
            self.assertIn("::error", printed)

    def test_a_path_that_is_missing_fails(self):
        self.dump("a.txt")
        code, printed = self.run_action(paths="a.txt\nnot there.txt")
        self.assertEqual(code, 2, printed)

    def test_every_option_is_given(self):
        self.dump("a.txt", BAD)
        self.dump("b.txt")
        code, printed = self.run_action(paths="a.txt\nb.txt", options="--quiet --era\n  D24\n")
        self.assertEqual(code, 1, printed)
        self.assertRegex(printed, "D24")

    def test_sarif_is_written_for_dumps_with_errors_too(self):
        self.dump("a.txt", BAD)
        code, printed = self.run_action(paths="a.txt", sarif="found here.sarif")
        self.assertEqual(code, 1, printed)
        found = yaml.safe_load((self.workspace / "found here.sarif").read_text())
        self.assertEqual(found["version"], "2.1.0")
        self.assertTrue(found["runs"][0]["results"])

    def test_without_a_release_it_is_built(self):
        self.dump("a.txt")
        code, printed = self.run_action(paths="a.txt")
        self.assertEqual(code, 0, printed)
        self.assertIn("built from source", printed)

    def test_a_release_of_this_version_and_system_is_taken(self):
        self.dump("a.txt")
        self.release()
        code, printed = self.run_action(paths="a.txt")
        self.assertEqual(code, 0, printed)
        self.assertIn("released command", printed)
        self.assertNotIn("built from source", printed)
        self.assertIn("1 files: 1 conform", printed)

    def test_a_release_of_another_version_or_system_is_not_taken(self):
        self.dump("a.txt")
        self.release("ballast-0.0.0-linux-x86_64")
        self.release(f"ballast-{VERSION}-plan9-pdp11")
        code, printed = self.run_action(paths="a.txt")
        self.assertEqual(code, 0, printed)
        self.assertIn("built from source", printed)
        self.assertNotIn("released command", printed)

    def test_a_release_with_another_digest_is_not_run(self):
        self.dump("a.txt")
        for digest in ("0" * 64, "-"):
            self.pins.write_text("")
            shutil.rmtree(self.served / PACKED, ignore_errors=True)
            self.release(digest=digest)
            code, printed = self.run_action(paths="a.txt")
            self.assertEqual(code, 1, printed)
            self.assertIn("::error", printed)
            self.assertNotIn("released command", printed)
            self.assertNotIn("built from source", printed)

    def test_a_release_that_cannot_be_downloaded_is_built(self):
        self.dump("a.txt")
        self.release().unlink()
        code, printed = self.run_action(paths="a.txt")
        self.assertEqual(code, 0, printed)
        self.assertIn("built from source", printed)


class Hooks(unittest.TestCase):
    """The entries of .pre-commit-hooks.yaml, with the command on the PATH and the names appended."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ballast-hooks-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "ballast").symlink_to(COMMAND)
        self.hooks = {hook["id"]: hook for hook in read_yaml(".pre-commit-hooks.yaml")}

    def run_hook(self, name, *paths):
        environment = dict(os.environ, PATH=f"{self.folder}:{os.environ['PATH']}")
        done = subprocess.run([*self.hooks[name]["entry"].split(), *paths], env=environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def test_dumps_pass_and_faults_fail(self):
        self.assertEqual(sorted(self.hooks), ["ballast-roundtrip", "ballast-validate"])
        for name in self.hooks:
            code, printed = self.run_hook(name, DUMPS / "d10.txt", DUMPS / "d17.txt")
            self.assertEqual(code, 0, f"{name}: {printed}")
            code, printed = self.run_hook(name, DUMPS / "d10.txt", BAD)
            self.assertEqual(code, 1, f"{name}: {printed}")

    def test_names_that_XLA_gives_are_taken(self):
        taken = ["module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt",
                 "out/1700000000.module_0001.jit_f.cl_1.after-buffer-assignment-values.txt",
                 "module_0001.jit_f.cpu_after_optimizations-live-range.txt"]
        for hook in self.hooks.values():
            for name in taken:
                self.assertRegex(name, hook["files"])
            self.assertNotRegex("notes.txt", hook["files"])


def tracked(*suffixes):
    """The files of the project that end so."""
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if path.is_file() and not name.startswith(("build/", ".git/", ".local/")) and name.endswith(suffixes):
            yield name, path.read_text()


class Workflows(unittest.TestCase):
    def setUp(self):
        lines = [line.split() for line in (ROOT / ".ci/pins.txt").read_text().splitlines() if not line.startswith("#")]
        for line in lines:
            self.assertEqual(len(line), 4, line)
            self.assertRegex(line[3], r"^(-|[0-9a-f]{40}|sha256:[0-9a-f]{64}|sha512-[A-Za-z0-9+/]{86}==)$")
        self.pins = {(kind, source): (tag, found) for kind, source, tag, found in lines}

    def test_each_says_what_it_may_do(self):
        for name, _ in tracked(".yml"):
            if name.startswith(".github/workflows/"):
                permissions = read_yaml(name).get("permissions")
                self.assertIsInstance(permissions, dict, name)
                self.assertEqual(set(permissions.values()), {"read"}, name)
                for job in read_yaml(name)["jobs"].values():
                    if name != ".github/workflows/release.yml":  # attaches and signs; see Release
                        self.assertNotIn("permissions", job, name)

    def test_what_is_fetched_is_in_the_list_of_pins(self):
        seen = set()
        for name, text in tracked(".yml"):
            for source, version in re.findall(r"uses: ([\w-]+/[\w-]+)[^@\s]*@(\S+)", text):
                if source == "OWNER/ballast":
                    continue
                seen.add(("action", source))
                tag, found = self.pins["action", source]
                # By its commit as soon as that is known.
                self.assertEqual(version, tag if found == "-" else found, f"{name}: {source}")
            for image in re.findall(r"(?:container|IMAGE): (\S+)", text):
                self.check_image(name, image, seen)
        for name, text in tracked("Dockerfile"):
            for image in re.findall(r"^FROM (\S+)", text, re.MULTILINE):
                self.check_image(name, image, seen)
        cmake = (ROOT / "cmake/Dependencies.cmake").read_text()
        fetched = re.findall(r"(https://\S+\.git) ([^\s)]+)", cmake)
        self.assertEqual(len(fetched), len(re.findall(r"https://", cmake)))
        for source, tag in fetched:
            seen.add(("library", source))
            self.assertEqual(self.pins["library", source][0], tag, source)
        for (kind, source), (tag, digest) in self.pins.items():
            if kind == "binary":  # scripts/release/get_command.sh downloads it
                seen.add((kind, source))
                self.assertRegex(source, rf"^https://.*/{tag}/ballast-{tag[1:]}-[a-z]+-[a-z0-9_]+\.tar\.gz$")
                self.assertRegex(digest, "^sha256:", "a released command is pinned by its digest")
            if kind == "npm":  # a script installs it
                seen.add((kind, source))
                self.assertRegex(digest, "^sha512-", "a package is pinned by its integrity")
        self.assertEqual(seen, set(self.pins), "the list has more, or less, than is fetched")

    def check_image(self, name, image, seen):
        if image == "scratch":  # the empty image
            return
        source, _, tag = image.partition("@")[0].partition(":")
        seen.add(("image", source))
        self.assertEqual(self.pins["image", source][0], tag or "latest", name)


class Release(unittest.TestCase):
    """Runs the steps of the workflow `release`, with stand-ins for what needs a server or hours."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ballast-release-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.temporary = self.folder / "temporary"
        self.workspace = self.folder / "workspace"
        self.programs = self.folder / "programs"
        for folder in (self.temporary, self.programs, self.workspace / "scripts/release/package"):
            folder.mkdir(parents=True)
        for name in ("CMakeLists.txt", "scripts/release/release_notes.sh", "scripts/release/package/sign.txt"):
            shutil.copy(ROOT / name, self.workspace / name)
        self.changelog(f"## [Unreleased]\n\n## [{VERSION}]\n\n- what is new\n\n## [0.0.1]\n\n- what is old\n")
        self.calls = self.folder / "calls"
        # Packages appear in the folder that the container sees as /packages.
        self.program("docker", """
            for word in "$@"; do if [[ $word == *:/packages ]]; then folder=${word%:/packages}; fi; done
            cd "$folder" && echo one >a.tar.gz && echo two >b.deb && sha256sum -- * >SHA256SUMS""")
        self.program("gh", "")
        self.program("python3", """
            mkdir -p "$3/bin" && ln -s "$(dirname "$0")/pip" "$3/bin/pip" && ln -s "$(dirname "$0")/signer" "$3/bin/python" """)
        self.program("pip", "")
        self.program("signer", """
            for file in "$@"; do if [[ $file == */packages/* ]]; then echo {} >"$file.sigstore.json"; fi; done""")
        self.job = read_yaml(".github/workflows/release.yml")["jobs"]["packages"]

    def program(self, name, text):
        path = self.programs / name
        Action.program(path, f"""printf '%s %s\\n' "${{0##*/}}" "${{*//$'\\n'/ }}" >>'{self.calls}'\n{text}""")

    def changelog(self, text):
        (self.workspace / "CHANGELOG.md").write_text(text)

    def run_job(self, tag=f"v{VERSION}"):
        printed = ""
        given = {"GITHUB_REF_NAME": tag, "GITHUB_REF": f"refs/tags/{tag}", "GITHUB_REPOSITORY": "somebody/ballast",
                 "GITHUB_SERVER_URL": "https://server.example", "GITHUB_SHA": "1" * 40, "GITHUB_RUN_ID": "7",
                 "GITHUB_WORKFLOW_REF": f"somebody/ballast/.github/workflows/release.yml@refs/tags/{tag}",
                 "GITHUB_WORKSPACE": str(self.workspace), "RUNNER_TEMP": str(self.temporary)}
        for number, step in enumerate(self.job["steps"]):
            if "run" not in step:
                continue
            script = self.folder / f"step {number}.sh"
            script.write_text(step["run"])
            environment = dict(os.environ, PATH=f"{self.programs}:{os.environ['PATH']}", **given, **self.job["env"])
            environment.update(step.get("env", {}))
            done = subprocess.run(["bash", "--noprofile", "--norc", "-e", script], env=environment, cwd=self.workspace,
                                  text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            printed += done.stdout
            if done.returncode:
                return done.returncode, printed
        return 0, printed

    def test_packages_are_signed_and_attached_to_a_draft(self):
        code, printed = self.run_job()
        self.assertEqual(code, 0, printed)
        draft = [call for call in self.calls.read_text().splitlines() if call.startswith("gh ")]
        self.assertEqual(len(draft), 1)
        self.assertIn(f"release create v{VERSION} --repo somebody/ballast --draft --verify-tag", draft[0])
        for name in ("a.tar.gz", "b.deb", "SHA256SUMS"):
            self.assertIn(f"/packages/{name} ", draft[0])
            self.assertIn(f"/packages/{name}.sigstore.json", draft[0])
        self.assertEqual((self.temporary / "notes.md").read_text().strip(), "- what is new")

    def test_the_provenance_names_commit_and_workflow(self):
        code, printed = self.run_job()
        self.assertEqual(code, 0, printed)
        said = yaml.safe_load((self.temporary / "provenance.json").read_text())
        self.assertEqual(said["buildDefinition"]["resolvedDependencies"],
                         [{"uri": f"git+https://server.example/somebody/ballast@refs/tags/v{VERSION}",
                           "digest": {"gitCommit": "1" * 40}}])
        self.assertEqual(said["runDetails"]["builder"]["id"], "https://server.example/somebody/ballast/.github/workflows/"
                                                              f"release.yml@refs/tags/v{VERSION}")

    def test_a_tag_of_another_version_makes_nothing(self):
        code, printed = self.run_job("v99.0.0")
        self.assertEqual(code, 2, printed)
        self.assertFalse(self.calls.exists())

    def test_a_version_without_a_section_makes_nothing(self):
        self.changelog("## [Unreleased]\n\n- what is new\n")
        code, printed = self.run_job()
        self.assertEqual(code, 2, printed)
        self.assertFalse(self.calls.exists())

    def test_packages_that_are_not_what_the_digests_say_are_not_signed(self):
        self.program("docker", """
            for word in "$@"; do if [[ $word == *:/packages ]]; then folder=${word%:/packages}; fi; done
            cd "$folder" && echo one >a.tar.gz && sha256sum -- * >SHA256SUMS && echo two >a.tar.gz""")
        code, printed = self.run_job()
        self.assertEqual(code, 1, printed)
        self.assertEqual([call.split()[0] for call in self.calls.read_text().splitlines()], ["docker"])

    def test_the_packages_are_all_of_package_sh_with_a_wheel_for_each_python(self):
        build = next(step["run"] for step in self.job["steps"] if step.get("name") == "packages")
        self.assertRegex(build, r"scripts/release/package\.sh --twice\n")
        project = (ROOT / "pyproject.toml").read_text()
        lowest = int(re.search(r'requires-python = ">=3\.(\d+)"', project).group(1))
        stable = int(re.search(r'wheel\.py-api = "cp3(\d+)"', project).group(1))
        debian = 11  # python3 of the image
        installed = re.search(r"uv python install ([\d. ]+)\n", build).group(1).split()
        wanted = {f"3.{minor}" for minor in range(lowest, stable + 1)}
        self.assertEqual({*installed, f"3.{debian}"}, wanted)
        tags = {f"cp3{minor}" for minor in range(lowest, stable)} | {"abi3"}
        self.assertEqual(set(re.findall(r"build/package/\*-(\w+)-\*\.whl", build)), tags)

    def test_the_page_is_one_of_the_packages(self):
        build = next(step["run"] for step in self.job["steps"] if step.get("name") == "packages")
        made = build.index("scripts/release/page.sh -o build/package/ballast.html\n")
        self.assertLess(build.index("scripts/release/wasm.sh\n"), made)
        self.assertLess(made, build.index("sha256sum ballast.html >>SHA256SUMS"))
        self.assertLess(made, build.index("cp build/package/* /packages/"))

    def test_it_may_write_the_draft_and_sign(self):
        self.assertEqual(self.job["permissions"], {"contents": "write", "id-token": "write"})

    def test_what_builds_gets_no_token(self):
        for step in self.job["steps"]:
            text = yaml.safe_dump(step)
            self.assertEqual("token" in text, step.get("name") == "draft", text)
        build = next(step["run"] for step in self.job["steps"] if step.get("name") == "packages")
        self.assertEqual(re.findall(r"--env (\w+)", build), ["BALLAST_REPOSITORY"])
        self.assertIn(":/source:ro", build)


if __name__ == "__main__":
    COMMAND = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
