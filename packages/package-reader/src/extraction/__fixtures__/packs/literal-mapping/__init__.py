"""Grain and vignette."""
from .grain import FilmGrain, Vignette

# NODE_CLASS_MAPPINGS = {"Old Grain": FilmGrain}
NODE_CLASS_MAPPINGS = {
    "Film Grain": FilmGrain,
    # "Halation": Halation,
    "Vignette ": Vignette,
    'lens/soft:focus [beta]': Vignette,
    "胶片颗粒": FilmGrain,
    "Zerkornung \u00e4\x21": FilmGrain,
}
NODE_DISPLAY_NAME_MAPPINGS = {"Film Grain": "Film Grain 🎞", "Never Registered": "A label only"}
