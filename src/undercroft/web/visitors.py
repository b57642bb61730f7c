"""Who looks at the pages, how they are answered, and what their forms may say."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Form, Query, Request, Response
from fastapi.responses import RedirectResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from undercroft.web.assets import asset
from undercroft.web.keys import digest, new_secret
from undercroft.web.percents import unbroken
from undercroft.web.seating import Caller

COOKIE = "undercroft"
A_YEAR = 365 * 24 * 3600

templates = Environment(
    loader=PackageLoader("undercroft.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    finalize=unbroken,
)
templates.globals["asset"] = asset


class Visitor:
    """A browser, known by its cookie; one that has none yet gets one with the answer."""

    def __init__(self, request: Request) -> None:
        secret = request.cookies.get(COOKIE, "")
        self.is_new = not 20 <= len(secret) <= 64
        self.secret = new_secret() if self.is_new else secret
        self.id = digest(self.secret)
        self.caller = Caller(visitor=self.id)
        self.is_htmx = request.headers.get("hx-request") == "true"
        self.secure = request.app.state.house.settings.secure

    @staticmethod
    def page(template: str, status: int = 200, **values: Any) -> Response:
        """A template as the answer."""
        return Response(templates.get_template(template).render(values), status, media_type="text/html")

    def go_to(self, address: str) -> Response:
        """Send the browser elsewhere; htmx is told in its own way, or it would put the page into the page."""
        if self.is_htmx:
            return self.known(Response(status_code=204, headers={"HX-Redirect": address}))
        return self.known(RedirectResponse(address, 303))

    def known(self, response: Response) -> Response:
        """An answer with the cookie, for one who has come to stay."""
        if self.is_new:
            response.set_cookie(
                COOKIE, self.secret, max_age=A_YEAR, httponly=True, samesite="lax", secure=self.secure, path="/"
            )
        return response


async def visitor_of(request: Request) -> Visitor:
    """Who asks."""
    return Visitor(request)


TheVisitor = Annotated[Visitor, Depends(visitor_of)]
SeatQuery = Annotated[int | None, Query(ge=0, le=99)]
SeatForm = Annotated[int, Form(ge=0, le=99)]
NumberForm = Annotated[int, Form(ge=0, le=10_000_000)]
NumberQuery = Annotated[int, Query(ge=0, le=10_000_000)]
Short = Annotated[str, Form(max_length=120)]
