"""The types of all requests, replies and webhooks."""

from .generated.types import *  # noqa: F403
from .music import MusicLine as MusicLine
