"""Pins that are watched."""

from gpiozero import LED, Button, TonalBuzzer

from companion.emulation.pins import ObservedFactory


def watched() -> tuple[ObservedFactory, list[str]]:
    factory, told = ObservedFactory(), list[str]()
    factory.on_change = lambda: told.append("changed")
    return factory, told


def test_a_lamp_that_is_lit_is_told_once() -> None:
    factory, told = watched()
    led = LED(5, pin_factory=factory)
    told.clear()
    led.on()
    led.on()
    assert told == ["changed"]
    led.close()


def test_a_tone_and_its_end_are_told() -> None:
    factory, told = watched()
    buzzer = TonalBuzzer(12, pin_factory=factory)
    told.clear()
    buzzer.play("A4")
    assert told
    told.clear()
    buzzer.stop()
    assert told
    buzzer.close()


def test_a_finger_on_a_button_is_told_too() -> None:
    factory, told = watched()
    button = Button(6, pin_factory=factory)
    told.clear()
    factory.pin(6).drive_low()
    assert told == ["changed"]
    button.close()


def test_nobody_has_to_watch() -> None:
    factory = ObservedFactory()
    led = LED(5, pin_factory=factory)
    led.on()
    assert led.value == 1
    led.close()


def test_a_pin_remembers_its_last_state_alone() -> None:
    """gpiozero's mock keeps all of them, which a convention would feel."""
    factory, _ = watched()
    led = LED(5, pin_factory=factory)
    for _ in range(100):
        led.toggle()
    assert len(factory.pin(5).states) == 1
    led.close()
