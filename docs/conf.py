"""Settings of the documentation site:  make docs

Sphinx with MyST and furo; the pages are in build/docs and need no network.
"""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "extensions"))

project = "Charkoni"
author = "Charkoni contributors"
copyright = "Charkoni contributors, MIT licence"
version = release = version_of("charkoni")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "boards",
    "diagrams",
    "field_lists",
    "page_languages",
    "plots",
    "reference_members",
    "repository_links",
    "search_terms",
    "table_cells",
]
source_suffix = {".md": "markdown"}
exclude_patterns = ["games/sources/*", "games/printed/*", "games/summary/*", "pictures/*"]
root_doc = "index"

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_preserve_defaults = True
autodoc_mock_imports = ["ray"]
add_module_names = False
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "Charkoni"
html_static_path = ["static"]
html_css_files = ["charkoni.css"]
html_search_scorer = str(HERE / "static" / "search-order.js")
html_favicon = "../src/charkoni/web/client/icon.svg"
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a4b1f", "color-brand-content": "#8a4b1f"},
    "dark_css_variables": {"color-brand-primary": "#e8b27a", "color-brand-content": "#e8b27a"},
}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
pygments_style, pygments_dark_style = "a11y-high-contrast-light", "a11y-high-contrast-dark"  # 4.5 : 1 at least
suppress_warnings = ["misc.highlighting_failure"]  # blocks with output of the engine protocol are no pure JSON
