"""The memory of modules: the functions say the same as the command, as objects."""

import json
import subprocess
from pathlib import Path

import pytest
from conftest import COMMAND, GOLDEN, generated

import ballast


def command(*arguments: object) -> str:
    return subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, check=True, text=True).stdout


def test_show_has_the_numbers_of_the_command(train: Path) -> None:
    memory = ballast.show(train / "before")
    told = json.loads(command("show", train / "before", "--format", "json"))
    assert memory.as_dict()["holders"] == told["holders"]
    assert memory.total == told["spaces"][0]["total"] == 17718345880
    assert memory.peak == told["spaces"][0]["peak"]
    assert memory.fingerprint == told["fingerprint"]
    assert [holder.bytes for holder in memory.holders] == [holder["bytes"] for holder in told["holders"]]
    assert memory.holders[0].as_dict()["label"] == "train_step/add"
    assert memory.groups()[0].count == told["spaces"][0]["groups"][0]["count"]
    assert sum(group.bytes for group in memory.groups("source")) == memory.peak


def test_show_prints_what_the_command_prints(train: Path) -> None:
    # The command adds hints about itself.
    told = command("show", "--width", 80, train / "before").rpartition("\n\n")[0]
    assert ballast.show(train / "before").text().rstrip().startswith(told.rstrip())


def test_show_has_the_failures_of_a_log(train: Path) -> None:
    told = json.loads(command("show", train / "oom.log", "--format", "json"))
    memory = ballast.show(train / "oom.log")
    assert memory.as_dict()["messages"] == told["messages"]
    # Lines are wrapped by the length of the path.
    assert ": GPU: an allocation of 7.31 GiB failed" in " ".join(memory.text().split())


def test_show_takes_a_step(train: Path) -> None:
    module = ballast.read_module(train / "before")
    first, peak = ballast.show(module, step=0), ballast.show(module, step=59)
    assert len(first.holders) < len(peak.holders)
    assert [holder.bytes for holder in peak.holders] == [holder.bytes for holder in ballast.show(module).holders]


def test_what_would_save_memory_is_listed(train: Path) -> None:
    memory = ballast.show(train / "before")
    assert memory.savings[0].kind == "donation"
    assert memory.donations[0].argument == "v['embed']"
    assert ballast.show(train / "after").donations == []


def test_a_text_without_allocations_has_no_memory() -> None:
    with pytest.raises(ballast.BallastError, match="no allocations"):
        ballast.show((GOLDEN / "dumps" / "d19_live_range.txt").read_bytes())


def test_summary_sorts_modules(train: Path) -> None:
    summary = ballast.summary(train)
    told = json.loads(command("summary", train, "--format", "json"))
    assert [row.numbers.total for row in summary.rows] == [row["total"] for row in told["rows"]]
    assert summary.as_dict()["rows"] == told["rows"]
    assert ballast.read(train).summary().rows == summary.rows


def test_diff_lists_changes(train: Path) -> None:
    diff = ballast.diff(train / "before", train / "after")
    told = json.loads(command("diff", train / "before", train / "after", "--format", "json"))
    assert diff.as_dict()["modules"][0]["groups"] == told["modules"][0]["groups"]
    assert str(diff) == command("diff", "--width", 80, train / "before", train / "after")
    change = diff.changes[0].spaces[0]
    assert change.after.total - change.before.total == -2113929216
    assert diff.growth() == 0
    assert ballast.diff(train / "after", train / "before").growth("total") == 2113929216


def test_report_is_a_page(train: Path, tmp_path: Path) -> None:
    report = ballast.report(train / "before")
    report.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text().startswith("<!")
    assert "jit_train_step" in report.html


def test_folders_and_changes_have_pages(train: Path) -> None:
    folder = ballast.report(train).html
    assert folder.count("jit_train_step") >= 2
    changes = ballast.report(train / "before", train / "after").html
    assert "before" in changes
    assert changes != folder


def test_notebooks_show_tables_and_pictures(train: Path) -> None:
    modules = ballast.read(train)
    html = modules[0]._repr_html_()
    assert "<table>" in html
    assert "<svg" in html
    assert "train_step/add" in modules[1]._repr_html_()
    assert "16.50 GiB" in modules._repr_html_()
    assert "<iframe" in ballast.report(modules[0])._repr_html_()
    assert "f32[32768,6144]" in ballast.diff(*modules)._repr_html_()


def test_html_is_escaped() -> None:
    data = generated(3).replace(b'op_name="', b'op_name="<script>')
    html = ballast.read_module(data)._repr_html_()
    assert "<script>" not in html


def test_a_dump_is_dated(train: Path) -> None:
    era = ballast.era(train / "before")
    assert era.text == "D21..D24 2026-06-02..now"
    assert era.periods[-1][1] is None
    assert era.periods[0][0].year == 2026
    assert ballast.era(generated(1, era="D9")).text.startswith("D9..")


def test_a_dump_is_printed_as_another_era() -> None:
    module = ballast.read_module(generated(1, era="D18"))
    older = ballast.print(module, era="D9")
    assert ballast.era(str(older).encode()).text.startswith("D9..")
    assert older.losses
    newer = module.print(era="D24")
    assert set(newer.files) == {"assignment", "values", "live-range"}
    with pytest.raises(ValueError, match="no era"):
        module.print(era="tomorrow")


def test_trees_are_data() -> None:
    data = generated(1)
    file = ballast.read_module(data).files[0]
    tree = ballast.tree(file)
    assert tree["tree"]["dump"]["allocations"][0]["size"] == ballast.read_module(data).allocations[0].size
    assert ballast.print_tree(tree).encode() == data
    assert "at" in json.dumps(ballast.tree(file, positions=True))
    tree["tree"]["dump"]["allocations"][0]["sizz"] = 1
    with pytest.raises(ValueError, match="sizz"):
        ballast.print_tree(tree)


def test_validation_has_findings(tmp_path: Path) -> None:
    good = ballast.validate(generated(1))
    assert good.conforms
    assert list(good) == []
    data = generated(1).replace(b"Total bytes used: ", b"Total bytes used: 1", 1)
    bad = ballast.validate(data)
    assert not bad
    assert bad[0].id == "total_sum"
    assert bad[0].phase == "semantic"
    assert "total_sum" in str(bad)
    assert str(bad[0]).endswith("[total_sum]")
    assert ballast.validate(data, disabled=["total_sum", "total_human"]).conforms
    assert not ballast.validate(generated(1), era="D4").conforms
    (tmp_path / "bad.txt").write_bytes(data)
    assert [finding.id for finding in ballast.validate(tmp_path)] == [finding.id for finding in bad]
    with pytest.raises(ValueError, match="no finding"):
        ballast.validate(data, only=["total_sun"])


def test_findings_are_explained() -> None:
    explanation = ballast.explain("total_sum")
    assert explanation.sentence
    assert explanation.text in str(explanation)
    with pytest.raises(KeyError):
        ballast.explain("total_sun")


def test_an_incomplete_dump_never_fits(train: Path, tmp_path: Path) -> None:
    whole = next((train / "before").glob("*-buffer-assignment.txt")).read_text()
    part = tmp_path / "part-buffer-assignment.txt"
    part.write_text("".join(whole.splitlines(keepends=True)[:60]))
    memory = ballast.show(part, limit="1TiB")
    assert memory.incomplete[:2] == ["parameter 2 has no allocation", "no allocation has the output shape"]
    assert memory.fits is None
    assert "cannot be decided" in memory.text()
    assert "cannot be decided" in memory._repr_html_()
    assert "fits" not in memory.as_dict()["fit"]
    assert ballast.show(part, limit="1GiB").fits is False
    modules = [*ballast.read(part), *ballast.read(train / "before")]
    assert ballast.summary(modules, limit="1TiB").fits is None
    assert ballast.summary(modules, limit="1GiB").fits is False
    assert ballast.summary(train / "before", limit="1TiB").fits is True
    assert not ballast.show(train / "before").incomplete


def test_a_module_fits_a_device_or_not(train: Path) -> None:
    before = ballast.show(train / "before", limit="16GiB")
    assert before.fits is False
    assert before.capacity is not None
    assert before.capacity.available == 16 << 30
    assert before.fit is not None
    assert before.fit.left == (16 << 30) - before.total
    assert "does not fit the limit" in before.text()
    assert before.as_dict()["fit"]["fits"] is False
    assert "does not fit" in before._repr_html_()
    v5p = ballast.show(train / "before", device="tpu:v5p:2x2x1")
    assert v5p.fits
    assert v5p.capacity is not None
    assert v5p.capacity.device == "v5p"
    plain = ballast.show(train / "before")
    assert (plain.fits, plain.capacity, plain.fit, plain.suggestions) == (None, None, None, [])


def test_suggestions_are_the_largest_first(train: Path) -> None:
    suggestions = ballast.show(train / "before", limit=16.0 * 2**30).suggestions
    assert suggestions[0].kind == "donation"
    assert [s.bytes for s in suggestions] == sorted((s.bytes for s in suggestions), reverse=True)
    assert all(s.bytes > 0 and s.text for s in suggestions)
    assert suggestions[0].parameters
    assert suggestions[0].as_dict()["kind"] == "donation"


def test_an_unknown_device_names_the_known_ones(train: Path) -> None:
    with pytest.raises(ValueError, match=r"v99.*v5e.*h100.*limit"):
        ballast.show(train / "after", device="v99")
    with pytest.raises(ValueError, match="either"):
        ballast.show(train / "after", device="v5e", limit=1)
    names = [device.name for device in ballast.devices()]
    assert "v5e" in names
    assert "mi300x" in names
    assert all(device.source and device.bytes > 0 for device in ballast.devices())


def test_summaries_diffs_and_reports_take_limits(train: Path) -> None:
    summary = ballast.summary(train, limit="16GiB")
    assert summary.fits is False
    assert ballast.summary(train).fits is None
    assert [row["fits"] for row in summary.as_dict()["rows"]] == [False, True]
    diff = ballast.diff(train / "after", train / "before", limit="16GiB")
    assert "does not fit" in diff.text()
    assert diff.as_dict()["limit"]["available"] == 16 << 30
    assert "does not fit the limit" in ballast.report(train / "before", limit="16GiB").html
