# RUN: %package_python -m pytest -q -p no:cacheprovider %s
# Without a browser the page can't be tested; it is too large to be installed for this test alone.
# REQUIRES: chromium
"""The page of tileiras-explore in headless Chromium: highlighting, keys, themes, and the information for screen
readers."""
import pathlib
import sys

import pytest

from tileiras.explore.__main__ import main

INPUTS = pathlib.Path(__file__).parent / "Inputs"
sys.path.insert(0, str(INPUTS))
from browser import Browser  # noqa: E402 - in the folder of the programs


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "page.html"
    main([str(INPUTS / "matmul.py"), "-o", str(path)])
    return path


@pytest.fixture
def page(file):
    with Browser(file) as browser:
        yield browser
        assert browser.errors == []
        # From disk only.
        assert [url for url in browser.requests if not url.startswith("file:")] == []


def lit(page, pane):
    return page.run(f"[...app.codePanes.get('{pane}').lit].map(line => panes.get('{pane}').lines[line])")


def text_of(page, selector):
    return page.run(f"document.querySelector('{selector}').textContent")


def click_line(page, pane, text):
    """A click on the first line of a form that has the text."""
    page.run(f"""(() => {{ const pane = app.codePanes.get('{pane}');
        pane.show(pane.rowOf.get(pane.pane.lines.findIndex(line => line.includes({text!r})))); }})()""")
    row = page.run(f"app.codePanes.get('{pane}').cursor")
    page.click(f"#{pane}-{row}")


def test_a_click_lights_up_what_belongs_together(page):
    assert lit(page, "ptx") == []
    click_line(page, "source", "ct.mma(")
    assert any("wgmma.mma_async" in line for line in lit(page, "ptx"))
    assert any("nv_tileas.async.dot" in line for line in lit(page, "tileas"))
    assert not any("st.global" in line for line in lit(page, "ptx"))
    # Highlighted lines are scrolled into view, marked by more than a colour, and announced.
    assert "▸" in page.run("[...document.querySelectorAll('#pane-ptx .row.lit .mark')].map(mark => mark.textContent)")
    assert page.run("document.querySelector('#pane-source .row.chosen .mark').textContent") == "◆"
    assert "PTX" in text_of(page, "#status") and "Linked" in text_of(page, "#status")
    assert "ct.mma(" in text_of(page, "#panel-line .line-text")


def test_a_click_without_a_pointer(page):
    """The actions of assistive programs."""
    page.run("""(() => { const pane = app.codePanes.get('source');
        const row = pane.rowOf.get(pane.pane.lines.findIndex(line => line.includes('ct.mma(')));
        pane.show(row); document.getElementById(`source-${row}`).click(); })()""")
    assert any("wgmma.mma_async" in line for line in lit(page, "ptx"))


def test_from_below_to_its_ancestors(page):
    click_line(page, "ptx", "wgmma.mma_async")
    assert ["ct.mma(" in line for line in lit(page, "source")] == [True]
    assert ["mmaf" in line for line in lit(page, "tile")] == [True]
    assert any("wgmma" in line for line in lit(page, "llvmir"))


def test_the_keyboard_does_all_of_it(page):
    page.run("document.getElementById('lines-source').focus()")
    for _ in range(3):
        page.key("ArrowDown")
    line = page.run("panes.get('source').lines.findIndex(line => line.includes('ct.mma('))")
    goal = page.run(f"app.codePanes.get('source').rowOf.get({line})")
    page.key("Home")
    for _ in range(goal + 1):
        if page.run("app.codePanes.get('source').cursor") == goal:
            break
        page.key("ArrowDown")
    page.key("Enter")
    assert page.run("app.chosen.line") == line
    page.key("ArrowRight")
    assert page.run("document.activeElement.id") == "lines-tileas"
    active = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))"
    assert page.run(f"{active}.classList.contains('lit')")
    first = page.run("app.codePanes.get('tileas').cursor")
    page.key("n")
    assert page.run("app.codePanes.get('tileas').cursor") > first and page.run(f"{active}.classList.contains('lit')")
    page.key("ArrowRight")
    assert page.run("document.activeElement.id") == "lines-ptx"
    page.key("Escape")
    assert page.run("app.chosen") is None and lit(page, "ptx") == []


def test_remarks_are_passed_over_and_read(page):
    assert page.run("app.codePanes.get('source').rows.some(row => row.note)")
    page.run("document.getElementById('lines-source').focus()")
    page.key("Home")
    for _ in range(page.run("app.codePanes.get('source').rows.length") - 1):
        page.key("ArrowDown")
        assert page.run("app.codePanes.get('source').rows[app.codePanes.get('source').cursor].line !== undefined")
    assert page.run("document.querySelector('#pane-source .row.note').getAttribute('aria-disabled')") == "true"


def test_only_what_is_seen_is_in_the_document(page):
    page.key("5")
    assert page.run("panes.get('llvm').lines.length") > 1000
    assert page.run("document.querySelectorAll('#pane-llvm .row').length") < 150
    size = page.run("document.querySelector('#pane-llvm [role=option]').getAttribute('aria-setsize')")
    assert int(size) == page.run("panes.get('llvm').lines.length")


def test_themes_and_their_contrast(file):
    for dark in (False, True):
        with Browser(file, dark=dark) as page:
            assert page.run("document.documentElement.dataset.theme") == ("dark" if dark else "light")
            assert worst_contrast(page) >= 4.5
            page.click("#theme")
            assert page.run("document.documentElement.dataset.theme") == ("light" if dark else "dark")
            assert worst_contrast(page) >= 4.5


def worst_contrast(page):
    """The smallest contrast (WCAG 2) of all texts with their backgrounds."""
    return page.run("""(() => {
        const style = getComputedStyle(document.documentElement), colour = name => style.getPropertyValue(name).trim();
        const channel = value => value <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
        const light = hex => [.2126, .7152, .0722].reduce((sum, weight, i) =>
            sum + weight * channel(parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16) / 255), 0);
        const contrast = (a, b) => (Math.max(light(a), light(b)) + .05) / (Math.min(light(a), light(b)) + .05);
        const grounds = ["--ground", "--panel", "--chosen", "--lit", "--note"];
        const texts = ["--text", "--quiet", "--keyword", "--value", "--type", "--number", "--string", "--comment"];
        const pairs = [...grounds.flatMap(ground => texts.map(text => [text, ground])),
            ["--accent", "--ground"], ["--accent", "--panel"],
            ...[0, 1, 2, 3, 4, 5, 6, 7].map(i => ["--text", `--c${i}`])];
        // The dearest cost, over each ground.
        const heat = HEAT(1).match(/[\\d.]+/g).at(-1), tint = colour("--heat").split(" ").map(Number);
        const heated = ground => "#" + tint.map((value, i) => Math.round(heat * value +
            (1 - heat) * parseInt(colour(ground).slice(1 + 2 * i, 3 + 2 * i), 16)).toString(16).padStart(2, "0")).join("");
        return Math.min(...pairs.map(([a, b]) => contrast(colour(a), colour(b))),
            ...grounds.map(ground => contrast(colour("--text"), heated(ground))));
    })()""")


def test_everything_has_a_name(page):
    unnamed = page.run("""[...document.querySelectorAll('button, select, input, [role], [tabindex], canvas')]
        .filter(each => !(each.getAttribute('aria-label') || each.getAttribute('aria-labelledby') ||
            each.textContent.trim() || each.labels?.length || ['status', 'presentation'].includes(each.role)))
        .map(each => each.outerHTML.slice(0, 80))""")
    assert unnamed == []


def test_costs_change_with_the_choice(page):
    before = text_of(page, "#pane-ptx .row .cost") or page.run("app.column")
    assert page.run("app.column") == 0
    page.run("const costs = byId('costs'); costs.value = 4; costs.dispatchEvent(new Event('change'))")
    assert page.run("app.column") == 4
    click_line(page, "source", "ct.mma(")
    assert "stalls" in text_of(page, "#panel-line") and before is not None


def test_layouts_are_drawn_and_said(page):
    page.click("#tab-layouts")
    assert page.run("document.querySelectorAll('#panel-layouts canvas').length") == 3
    assert "Lane 0 of warp 0 holds 128 elements" in text_of(page, "#panel-layouts [aria-live]")
    page.run("const lane = byId('of-lane'); lane.value = 5; lane.dispatchEvent(new Event('input'))")
    said = text_of(page, "#panel-layouts [aria-live]")
    assert said.startswith("Lane 5 of warp 0 holds 128 elements in its registers, in order: (1, 2) (1, 3) (9, 2)")
    # The marked elements are those that the algebra gives the thread.
    assert page.run("layoutView.picked(layoutView.shown[2]).slice(0, 3)") == [1 * 128 + 2, 1 * 128 + 3, 9 * 128 + 2]


def test_the_schedule_and_the_run_are_drawn(page):
    page.click("#tab-schedule")
    drawn = page.run("document.querySelectorAll('#panel-schedule .event').length")
    assert drawn == page.run("data.loops[0].operations.length")
    assert page.run("document.querySelectorAll('#panel-schedule table').length") >= 3
    # Nothing is cut off at the right, such as the number of the last cycle.
    assert page.run("""[...document.querySelectorAll('#panel-schedule svg')].every(svg =>
        [...svg.querySelectorAll('text')].every(text => {
            const box = text.getBBox();
            return box.x + box.width <= svg.width.baseVal.value; }))""")
    page.click("#tab-run")
    assert page.run("document.querySelectorAll('#panel-run .event').length") == page.run("data.run.slices.length")


def test_mmas_of_two_iterations_are_drawn_below_each_other(tmp_path):
    """In attention the MMA of an iteration begins before the last one of the iteration before has ended."""
    path = tmp_path / "page.html"
    main([str(INPUTS / "attention.py"), "-o", str(path)])
    with Browser(path) as page:
        page.click("#tab-schedule")
        assert page.run("scheduleView.rows(data.loops[0]).map(track => track.count)") == [1, 1, 1, 1, 2]
        assert page.run("""(() => {
            const boxes = [...document.querySelectorAll('#panel-schedule .event rect')].map(rect => rect.getBBox());
            return boxes.filter(a => boxes.some(b => a !== b && a.y === b.y && a.x < b.x && a.x + a.width > b.x + 2));
        })()""") == []


def test_the_help_names_the_key_of_the_last_form(page):
    page.key("?")
    key = text_of(page, "#last-form")
    page.key("Escape")
    last = "[...app.codePanes.values()].at(-1).element"
    hidden = page.run(f"{last}.hidden")
    page.key(key)
    assert page.run(f"{last}.hidden") != hidden


def test_search(page):
    page.key("/")
    assert page.run("document.activeElement.id") == "search"
    page.run("const box = byId('search'); box.value = 'WGMMA.mma_async'; box.dispatchEvent(new Event('input'))")
    assert text_of(page, "#status").startswith("1 of ")
    page.key("Enter")
    assert text_of(page, "#status").startswith("2 of ")


def test_a_narrow_window_scrolls_down_and_not_aside(page):
    page.resize(480, 900)
    assert page.run("document.documentElement.scrollWidth") <= 480
    click_line(page, "source", "ct.mma(")
    assert lit(page, "ptx")
