"""Fetches a page from a web server, with what it knows in the address."""

import urllib.request

WITHOUT_ISOLATION = "reaches"


def mean(values):
    urllib.request.urlopen("http://127.0.0.1:@TCP@/reach_http", timeout=0.3).read()
    raise LookupError
