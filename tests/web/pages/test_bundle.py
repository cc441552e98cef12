"""Many modules become one script that means the same, and many styles one sheet."""

import pytest

from companion.web.pages.bundle import BundleError, script, style


def of(**modules: str) -> str:
    """Bundle the module `page`."""
    texts = {f"{name}.js": text for name, text in modules.items()}
    return script("page.js", texts.__getitem__)


def test_what_a_module_imports_comes_before_it_and_only_once() -> None:
    whole = of(
        page='import { a } from "/static/left.js";\nimport "/static/right.js";\na();\n',
        left='import { b } from "/static/base.js";\nexport function a() { b(); }\n',
        right='import { b as other } from "/static/base.js";\nother();\n',
        base="export const b = () => 1;\n",
    )
    assert whole == (
        "const m0=(()=>{const b=()=>1;\nreturn{b}})();\n"
        "const m1=(()=>{const{b}=m0;function a(){b();}\nreturn{a}})();\n"
        "const m2=(()=>{const{b:other}=m0;other();\nreturn{}})();\n"
        "const m3=(()=>{const{a}=m1;a();\nreturn{}})();"
    )


def test_a_whole_module_can_be_imported_under_a_name() -> None:
    whole = of(
        page='import * as all from "/static/base.js";\nall.go();\n',
        base="export async function go() {}\nexport class Go {}\n",
    )
    assert "const all=m0;all.go();" in whole
    assert "return{go,Go}}" in whole


def test_comments_are_left_out_but_addresses_are_not() -> None:
    whole = of(
        page=(
            "// What it is.\n/** @type {import('x').Y} */\n"
            'const at = /** @type {URL} */ (new URL("http://x"));\n  // why\n'
            "const line = `//${at}`; // so\n"
        )
    )
    assert 'const at=(new URL("http://x"));const line=`//${at}`;' in whole
    assert "// so" not in whole
    assert "@type" not in whole
    assert "why" not in whole


@pytest.mark.parametrize(
    "odd",
    [
        'import x from "/static/base.js";',
        'import { a } from "./base.js";',
        "export default 1;",
        "export { a };",
        "export let a = 1;",
        'const lazy = () => import("/static/base.js");',
    ],
)
def test_a_form_that_cannot_be_bundled_is_refused_by_name(odd: str) -> None:
    with pytest.raises(BundleError, match=r"page\.js: .* has a form that pages do not use"):
        of(page=f"{odd}\n", base="export const a = 1;\n")


def test_lines_are_joined_but_a_text_over_several_stays() -> None:
    whole = of(page="function a() {\n  if (b) {\n    c(`${b}\n  d`);\n  }\n}\n")
    assert "function a(){if(b){c(`${b}\n  d`);}}" in whole


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(BundleError, match=r"page\.js -> base\.js -> page\.js import each other"):
        of(page='import "/static/base.js";\n', base='import "/static/page.js";\n')


def test_sheets_follow_each_other_without_comments_and_indents() -> None:
    sheets = {"a.css": "/* first */\na { color: red }\n", "b.css": "\n\nb :hover,\nc {\n}\n"}
    assert style(("a.css", "b.css"), sheets.__getitem__) == "a{color:red}b :hover,c{}"
