"""How a box is set from afar, and what it reports of that."""

from pathlib import Path

from tests.fleet.scene import BASE, Scene, until
from tests.fleet.test_member import run


def test_settings_from_afar_are_those_of_the_box_itself(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        wanted = {"language": "de", "sound": "off", "brightness": "blinding", "rules": "none"}
        desired = {"id": "7", "settings": wanted}
        there.broker.publish(f"{BASE}cfg/desired", desired, retain=True)
        await until(lambda: there.broker.last("/cfg/reported")["of"] == "7")
        report = there.broker.last("/cfg/reported")
        assert report["settings"] == {"language": "de", "sound": "off", "brightness": "full"}
        assert set(report["refused"]) == {"brightness", "rules"}
        assert there.session.stage.console.quiet
        await there.tell()
        await until(lambda: there.broker.last("/view")["language"] == "de")

    run(tmp_path, scene)
