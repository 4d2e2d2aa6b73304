import json
from ..utility.utility import CATEGORY_ROOT as ROOT


def parse_json_tracks(tracks):
    return json.loads(tracks)


class SplineEditor:

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "points_store": ("STRING", {"multiline": False}),
                "coordinates": ("STRING", {"multiline": False}),
                "mask_width": ("INT", {"default": 512, "min": 8, "max": 4096, "step": 8}),
                "sampling_method": (
                [
                    'path',
                    'time',
                    'controlpoints',
                    'speed'
                ],
                {
                "default": 'time'
                }),
                "tension": ("FLOAT", {"default": .5, "min": 0.0, "max": 1.0, "step": 1e-2}),
                "repeat_output": ("INT", {"default": 1, "min": 1, "max": 4096, "step": 1}),
                "float_output_type": (['list', 'pandas series', 'tensor'], {"default": "list"}),
            },
            "optional": {
                "min_value": ("FLOAT", {"default": 0.0, "min": -10000.0, "max": 10000.0, "step": 0.01}),
            }
        }

    RETURN_TYPES = ("MASK", "STRING", "FLOAT", "INT", "STRING",)
    RETURN_NAMES = ("mask", "coord_str", "float", "count", "normalized_str",)
    FUNCTION = 'splinedata'
    CATEGORY = ROOT + '/weights'
    DESCRIPTION = r"""
# WORK IN PROGRESS
Do not count on this as part of your workflow yet, \*probably\*.

**Shift + click** to add control point at end.
"""

    def splinedata(self, **kwargs):
        yield kwargs
