"""The cohort page: a static site for instructors, one page for the class and one for each learner.

Every page stands alone: inline style and script, no request to anywhere, readable without the script.
"""

from grader.analytics.site.anonymous import aliases, anonymised
from grader.analytics.site.pages import Site, site_pages, write_site

__all__ = ["Site", "aliases", "anonymised", "site_pages", "write_site"]
