"""Client of a Gleaner service, with the standard library of Python 3.9 or newer only.

    from gleaner import Gleaner, GleanerError

    gleaner = Gleaner("http://localhost:8080", "a-secret-of-24-characters")
    print(gleaner.scrape("https://example.com/")["markdown"])
    for document in gleaner.crawl("https://example.com/", max_pages=20):
        print(document["url"], document["title"])

Options have the names of the API, such as fields, max_pages and include: see /docs/options. This file may be copied
into any program.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import time
import uuid
from typing import Any, AsyncIterator, Dict, Iterator, List, Mapping, Optional, Sequence
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

__all__ = ["AsyncCrawl", "AsyncGleaner", "Crawl", "Document", "Gleaner", "GleanerError"]

Document = Dict[str, Any]

_RETRIED = (429, 502, 503, 504)
_MAX_WAIT = 60.0


class GleanerError(Exception):
    """An answer that is an error, or no answer.

    `code` is stable: one of /docs/errors, or `connection_failed`. `status` is 0 without an answer, `retry_after` the
    seconds after which the same request may be sent again, and `errors` lists the wrong fields of a request.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        status: int = 0,
        retry_after: Optional[float] = None,
        errors: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.status = status
        self.retry_after = retry_after
        self.errors: List[Mapping[str, Any]] = list(errors)


class Gleaner:
    """A Gleaner service, as one of its API keys sees it.

    `timeout` is in seconds and for one request. A request that the service cannot take now, or whose connection breaks,
    is sent up to `tries` times in all.
    """

    def __init__(self, base: str, key: str, timeout: float = 90.0, tries: int = 5) -> None:
        self._base = base.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._tries = max(1, tries)
        self._opener = build_opener(_NoRedirects)

    def scrape(self, url: str, **options: Any) -> Document:
        """Fetch a page, and return its Document."""
        return self.request("POST", "/v1/scrape", {"url": url, **options}, final=(502, 504))

    def extract(self, html: str, url: str = "", **options: Any) -> Document:
        """Return the Document of a page that the program has fetched itself."""
        return self.request("POST", "/v1/extract", {"html": html, **({"url": url} if url else {}), **options})

    def discover(self, url: str, **options: Any) -> Dict[str, Any]:
        """List the links of a page."""
        return self.request("POST", "/v1/discover", {"url": url, **options}, final=(502, 504))

    def crawl(self, url: str, **options: Any) -> "Crawl":
        """Start a crawl, and iterate over its Documents as they are stored."""
        return self._start("/v1/crawl", {"url": url, **options})

    def batch(self, urls: Sequence[str], **options: Any) -> "Crawl":
        """Fetch a list of pages, and iterate over their Documents as they are stored."""
        return self._start("/v1/batch", {"urls": list(urls), **options})

    def resume(self, id: str, position: str = "") -> "Crawl":
        """Iterate over the Documents of a job, from the `position` of an earlier iterator on."""
        return Crawl(self, id, position)

    def job(self, id: str) -> Dict[str, Any]:
        """Read a job: its status, counters and newest errors."""
        return self.request("GET", f"/v1/jobs/{quote(id, safe='')}")

    def cancel(self, id: str) -> Dict[str, Any]:
        """Cancel a job. Its Documents can still be read."""
        return self.request("DELETE", f"/v1/jobs/{quote(id, safe='')}")

    def request(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
        final: Sequence[int] = (),
    ) -> Any:
        """Send a request of the API, and return its JSON. `final`: statuses that are not tried again."""
        for attempt in range(1, self._tries + 1):
            try:
                return self._send(method, path, body, headers or {})
            except GleanerError as error:
                temporary = error.status == 0 or (error.status in _RETRIED and error.status not in final)
                if attempt == self._tries or not temporary:
                    raise
                wait = error.retry_after if error.retry_after is not None else random.uniform(0.5, 1) * 2**attempt / 2
                time.sleep(min(wait, _MAX_WAIT))
        raise AssertionError("unreachable")

    def _start(self, path: str, body: Mapping[str, Any]) -> "Crawl":
        # A repeated request with this key returns the job of the first one.
        job = self.request("POST", path, body, {"idempotency-key": uuid.uuid4().hex})
        if "id" not in job:
            raise GleanerError("invalid_request", "A dry run starts no job; send it with request().")
        return Crawl(self, job["id"])

    def _send(self, method: str, path: str, body: Optional[Mapping[str, Any]], headers: Mapping[str, str]) -> Any:
        data = None if body is None else json.dumps(body).encode()
        sent = {"x-api-key": self._key, "accept": "application/json", **headers}
        if data is not None:
            sent["content-type"] = "application/json"
        try:
            with self._opener.open(
                Request(self._base + path, data, sent, method=method), timeout=self._timeout
            ) as answer:
                return json.load(answer)
        except HTTPError as error:
            with error:
                raise _refusal(error) from None
        except (URLError, OSError, http.client.HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise GleanerError("connection_failed", f"{method} {self._base}{path} failed: {reason}") from error


class _NoRedirects(HTTPRedirectHandler):
    """The key goes to the given service only."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _refusal(error: HTTPError) -> GleanerError:
    try:
        problem = json.load(error)
    except (ValueError, OSError, http.client.HTTPException):
        problem = {}
    if not isinstance(problem, dict):
        problem = {}
    retry_after = problem.get("retry_after")
    if retry_after is None and (error.headers.get("retry-after") or "").isdigit():
        retry_after = float(error.headers["retry-after"])
    return GleanerError(
        str(problem.get("code", f"http_{error.code}")),
        str(problem.get("detail", error.reason)),
        error.code,
        retry_after,
        problem.get("errors", ()),
    )


class Crawl(Iterator[Document]):
    """The Documents of a crawl or a batch, in the order in which they are stored.

    Iteration waits for the next one, goes on after a broken connection or a restart of the service, and ends with the
    job. A job that failed raises its error. `id` and `position`, stored by a program, let another process go on with
    `Gleaner.resume(id, position)`.
    """

    def __init__(self, client: Gleaner, id: str, position: str = "", pause: float = 1.0) -> None:
        self.id = id
        self._client = client
        self._pause = pause
        cursor, _, passed = position.rpartition("+")
        self._cursor = cursor
        self._passed = int(passed) if passed.isdigit() else 0
        self._part: Optional[Dict[str, Any]] = None

    @property
    def position(self) -> str:
        """The place after the last Document."""
        return f"{self._cursor}+{self._passed}"

    def job(self) -> Dict[str, Any]:
        return self._client.job(self.id)

    def cancel(self) -> Dict[str, Any]:
        return self._client.cancel(self.id)

    def __iter__(self) -> "Crawl":
        return self

    def __next__(self) -> Document:
        while True:
            part = self._part if self._part is not None else self._read()
            self._part = part
            documents = part["documents"]
            if self._passed < len(documents):
                document: Document = documents[self._passed]
                self._passed += 1
                return document
            if not part["has_more"]:
                self._end()
                raise StopIteration
            if documents:
                self._cursor, self._passed = str(part["next_cursor"]), 0
            else:
                time.sleep(self._pause)
            self._part = None

    def _read(self) -> Dict[str, Any]:
        query = {"limit": 100, **({"after": self._cursor} if self._cursor else {})}
        return self._client.request("GET", f"/v1/jobs/{quote(self.id, safe='')}/documents?{urlencode(query)}")

    def _end(self) -> None:
        job = self.job()
        if job["status"] != "failed":
            return
        last = (job["errors"] or [{"code": "failed", "message": "The job failed."}])[-1]
        raise GleanerError(last["code"], last["message"])


class AsyncGleaner:
    """The same for asyncio. Each request waits in a thread, so that the event loop goes on."""

    def __init__(self, base: str, key: str, timeout: float = 90.0, tries: int = 5) -> None:
        self._client = Gleaner(base, key, timeout, tries)

    async def scrape(self, url: str, **options: Any) -> Document:
        return await asyncio.to_thread(self._client.scrape, url, **options)

    async def extract(self, html: str, url: str = "", **options: Any) -> Document:
        return await asyncio.to_thread(self._client.extract, html, url, **options)

    async def discover(self, url: str, **options: Any) -> Dict[str, Any]:
        return await asyncio.to_thread(self._client.discover, url, **options)

    def crawl(self, url: str, **options: Any) -> "AsyncCrawl":
        """`async for document in gleaner.crawl(url)`. The crawl starts with the first step."""
        return AsyncCrawl(lambda: self._client.crawl(url, **options))

    def batch(self, urls: Sequence[str], **options: Any) -> "AsyncCrawl":
        return AsyncCrawl(lambda: self._client.batch(urls, **options))

    def resume(self, id: str, position: str = "") -> "AsyncCrawl":
        return AsyncCrawl(lambda: self._client.resume(id, position))

    async def job(self, id: str) -> Dict[str, Any]:
        return await asyncio.to_thread(self._client.job, id)

    async def cancel(self, id: str) -> Dict[str, Any]:
        return await asyncio.to_thread(self._client.cancel, id)

    async def request(self, method: str, path: str, body: Optional[Mapping[str, Any]] = None) -> Any:
        return await asyncio.to_thread(self._client.request, method, path, body)


class AsyncCrawl(AsyncIterator[Document]):
    """The Documents of a job, for `async for`. `id` and `position` are empty before the first one."""

    def __init__(self, start: Any) -> None:
        self._start = start
        self._crawl: Optional[Crawl] = None

    @property
    def id(self) -> str:
        return "" if self._crawl is None else self._crawl.id

    @property
    def position(self) -> str:
        return "" if self._crawl is None else self._crawl.position

    def __aiter__(self) -> "AsyncCrawl":
        return self

    async def __anext__(self) -> Document:
        document = await asyncio.to_thread(self._next)
        if document is None:
            raise StopAsyncIteration
        return document

    def _next(self) -> Optional[Document]:
        if self._crawl is None:
            self._crawl = self._start()
        return next(self._crawl, None)
