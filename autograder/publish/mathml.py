"""Formulas as MathML, which browsers show by themselves: no script to load, and none that reads a student's text."""

import html
from typing import Any
from xml.etree import ElementTree

from jinja2 import pass_context
from jinja2.runtime import Context
from latex2mathml.converter import convert_to_element
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath, MathBlockParser, MathInlineParser

MAX_FORMULA = 5_000
_BEYOND_THE_FORMULA = ("href", "style", "class", "id")  # \href{javascript:...} and the like


@pass_context
def markdown_to_html(context: Context, source: str) -> str:
    """nbconvert's filter `markdown2html`, with formulas as MathML."""
    attachments = context.get("cell", {}).get("attachments", {})
    renderer = _Renderer(escape=False, attachments=attachments)
    return str(MarkdownWithMath(renderer, _BlockParser(), _InlineParser(hard_wrap=False)).render(source))


def formula(latex: str, display: str) -> str:
    """One formula; as its source if it cannot be read as LaTeX. `display` is "inline" or "block"."""
    source = f"<code>{html.escape(latex)}</code>"
    if len(latex) > MAX_FORMULA:
        return source
    try:
        math = convert_to_element(latex, display=display)
    except Exception:  # it stumbles over malformed formulas in any way, also over too many brackets in each other
        return source
    for element in math.iter():
        # The converter writes symbols as entities inside the text, for a text that is not escaped any more. Ours is.
        element.text = html.unescape(element.text or "")
        element.tail = html.unescape(element.tail or "")
        for name in _BEYOND_THE_FORMULA:
            element.attrib.pop(name, None)
    return ElementTree.tostring(math, encoding="unicode")


class _Renderer(IPythonRenderer):
    def block_math(self, body: str) -> str:
        return formula(body, "block")

    def inline_math(self, body: str) -> str:
        return formula(body, "inline")

    def latex_environment(self, name: str, body: str, **_: Any) -> str:
        return formula(f"\\begin{{{name}}}{body}\\end{{{name}}}", "block")


def _bounded(rules: dict[str, str]) -> dict[str, str]:
    """nbconvert's rules for formulas, each of which gives up where a formula would be too long. Without that, every
    start of a formula that has no end is a search through all the rest: minutes for a page of them."""
    return {
        name: rule.replace(".*?", f".{{0,{MAX_FORMULA}}}?").replace(".+?", f".{{1,{MAX_FORMULA}}}?")
        if "math" in name or "latex" in name
        else rule
        for name, rule in rules.items()
    }


class _BlockParser(MathBlockParser):
    SPECIFICATION = _bounded(MathBlockParser.SPECIFICATION)


class _InlineParser(MathInlineParser):
    SPECIFICATION = _bounded(MathInlineParser.SPECIFICATION)
