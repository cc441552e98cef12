"""The cookie of a browser that has joined."""

from pathlib import Path

from tests.web.box import Served, run


def test_joining_sets_a_cookie_that_scripts_and_other_sites_cannot_use(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as phone:
            body = {"seat": 0, "code": served.gateway.seats.code}
            address = f"{phone.base}/api/join"
            async with phone.session.post(
                address, json=body, headers={"Origin": phone.base}
            ) as answer:
                cookie = answer.headers["Set-Cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=Strict" in cookie
            assert f"Max-Age={365 * 86_400}" in cookie, "a phone may restart, too"
            assert "Secure" not in cookie
            async with phone.session.post(
                address,
                json=body,
                headers={"Origin": phone.base, "X-Forwarded-Proto": "https"},
            ) as answer:
                assert "Secure" in answer.headers["Set-Cookie"]

    run(tmp_path, scene)
