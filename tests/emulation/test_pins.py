"""Pins report every change of their level."""

from gpiozero import LED, Button, TonalBuzzer

from companion.emulation.pins import ObservedFactory


def watched() -> tuple[ObservedFactory, list[str]]:
    factory, reports = ObservedFactory(), list[str]()
    factory.report_to(lambda: reports.append("changed"))
    return factory, reports


def test_a_lit_lamp_is_reported_once() -> None:
    factory, reports = watched()
    led = LED(5, pin_factory=factory)
    reports.clear()
    led.on()
    led.on()
    assert reports == ["changed"]
    led.close()


def test_a_tone_and_its_end_are_reported() -> None:
    factory, reports = watched()
    buzzer = TonalBuzzer(12, pin_factory=factory)
    reports.clear()
    buzzer.play("A4")
    assert reports
    reports.clear()
    buzzer.stop()
    assert reports
    buzzer.close()


def test_a_finger_on_a_button_is_reported_too() -> None:
    factory, reports = watched()
    button = Button(6, pin_factory=factory)
    reports.clear()
    factory.pin(6).drive_low()
    assert reports == ["changed"]
    button.close()


def test_nobody_has_to_watch() -> None:
    factory = ObservedFactory()
    led = LED(5, pin_factory=factory)
    led.on()
    assert led.value == 1
    led.close()


def test_a_pin_remembers_only_its_last_state() -> None:
    """gpiozero's mock pin keeps them all, which would add up in a demo that runs for days."""
    factory, _ = watched()
    led = LED(5, pin_factory=factory)
    for _ in range(100):
        led.toggle()
    assert len(factory.pin(5).states) == 1
    led.close()
