"""See node."""
import random
from datetime import datetime
from .constants import get_category, get_name

initial_random_state = random.getstate()
random.seed(datetime.now().timestamp())
kit_seed_random_state = random.getstate()
random.setstate(initial_random_state)


def new_random_seed():
    """ Gets a new random seed from the kit_seed_random_state and resetting the previous state."""
    global kit_seed_random_state
    prev_random_state = random.getstate()
    random.setstate(kit_seed_random_state)
    seed = random.randint(1, 1125899906842624)
    kit_seed_random_state = random.getstate()
    random.setstate(prev_random_state)
    return seed


class KitSeed:
    """Seed node."""

    NAME = get_name('Seed')
    CATEGORY = get_category()

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "seed": ("INT", {
                    "default": 0,
                    "min": -1125899906842624,
                    "max": 1125899906842624
                }),
            },
            "hidden": {
                "prompt": "PROMPT",
                "unique_id": "UNIQUE_ID",
            },
        }

    RETURN_TYPES = ("INT",)
    RETURN_NAMES = ("SEED",)
    FUNCTION = "main"

    @classmethod
    def IS_CHANGED(cls, seed, prompt=None, unique_id=None):
        """Forces a changed state if we happen to get a special seed, as if from the API directly."""
        if seed in (-1, -2, -3):
            return new_random_seed()
        return seed
