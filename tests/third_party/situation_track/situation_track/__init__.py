"""Situation Track: tokens on a track; slide one to the bottom and score the space it leaves."""

from typing import Final

from situation_track.game import SituationTrack

GAME: Final = SituationTrack()
