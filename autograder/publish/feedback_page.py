"""nbgrader's feedback page, made self-contained: it loads nothing, and no browser runs anything in it."""

from jinja2 import BaseLoader, DictLoader
from nbconvert.exporters import HTMLExporter
from traitlets import default

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
# nbgrader's template asks for MathJax in the head of the page. Formulas are MathML (see `mathml`), so what stands in
# its place is the page's policy: even a script that slipped through everything else would not be run.
_IN_PLACE_OF_MATHJAX = (
    f'{{% macro mathjax(url="") %}}<meta http-equiv="Content-Security-Policy" content="{POLICY}">{{% endmacro %}}'
)


class FeedbackExporter(HTMLExporter):
    """The exporter that `nbgrader generate_feedback` uses in our courses."""

    @default("extra_loaders")
    def _extra_loaders_default(self) -> list[BaseLoader]:
        return [DictLoader({"mathjax.html.j2": _IN_PLACE_OF_MATHJAX})]
