import os
import sys
import json
import re
import folder_paths
from .utils import BIGMAX, BIGMIN, DIMMAX, ContainsAll, imageOrLatent, floatOrInt
from comfy.utils import ProgressBar

folder_paths.folder_names_and_paths["VHS_video_formats"] = (
    [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "video_formats")],
    [".json"]
)
video_extensions = ['webm', 'mp4', 'mkv', 'gif', 'mov']


def get_video_formats():
    format_files = {}
    for name in ["h264-mp4", "webm"]:
        format_files[name] = os.path.join(os.path.dirname(__file__), "..", "video_formats", name + ".json")
    formats = []
    format_widgets = {}
    for format_name, path in format_files.items():
        with open(path, 'r') as stream:
            video_format = json.load(stream)
        widgets = list(video_format.get("extra_widgets", []))
        formats.append("video/" + format_name)
        if len(widgets) > 0:
            format_widgets["video/" + format_name] = widgets
    return formats, format_widgets


class VideoCombine:
    @classmethod
    def INPUT_TYPES(s):
        ffmpeg_formats, format_widgets = get_video_formats()
        format_widgets["image/webp"] = [['lossless', "BOOLEAN", {'default': True}]]
        return {
            "required": {
                "images": (imageOrLatent,),
                "frame_rate": (
                    floatOrInt,
                    {"default": 8, "min": 1, "step": 1},
                ),
                "loop_count": ("INT", {"default": 0, "min": 0, "max": 100, "step": 1}),
                "filename_prefix": ("STRING", {"default": "AnimateDiff"}),
                "format": (["image/gif", "image/webp"] + ffmpeg_formats, {'formats': format_widgets}),
                "pingpong": ("BOOLEAN", {"default": False}),
            },
            "optional": {
                "audio": ("AUDIO",),
                "meta_batch": ("VHS_BatchManager",),
            },
            "hidden": ContainsAll({
                "prompt": "PROMPT",
                "extra_pnginfo": "EXTRA_PNGINFO",
                "unique_id": "UNIQUE_ID"
            }),
        }

    RETURN_TYPES = ("VHS_FILENAMES",)
    RETURN_NAMES = ("Filenames",)
    OUTPUT_NODE = True
    CATEGORY = "Video Helper Suite 🎥🅥🅗🅢"
    FUNCTION = "combine_video"


class LoadVideo:
    @classmethod
    def INPUT_TYPES(s):
        return {"required": {
                     "video": ("STRING", {"placeholder": "X://insert/path/here.mp4", "vhs_path_extensions": video_extensions}),
                     "force_rate": (floatOrInt, {"default": 0, "min": 0, "max": 60, "step": 1, "disable": 0}),
                     "custom_width": ("INT", {"default": 0, "min": 0, "max": DIMMAX, 'disable': 0}),
                     "frame_load_cap": ("INT", {"default": 0, "min": 0, "max": BIGMAX, "step": 1, "disable": 0}),
                     },
                "hidden": {"force_size": "STRING", "unique_id": "UNIQUE_ID"},
                }

    CATEGORY = "Video Helper Suite 🎥🅥🅗🅢"

    RETURN_TYPES = (imageOrLatent, "INT", "AUDIO", "VHS_VIDEOINFO")
    RETURN_NAMES = ("IMAGE", "frame_count", "audio", "video_info")

    FUNCTION = "load_video"


class VideoInfo:
    @classmethod
    def INPUT_TYPES(s):
        return {"required": {"video_info": ("VHS_VIDEOINFO",)}}

    CATEGORY = "Video Helper Suite 🎥🅥🅗🅢"
    RETURN_TYPES = ("FLOAT", "INT", "FLOAT", "INT", "INT") * 2
    RETURN_NAMES = (
        "source_fps🟨", "source_frame_count🟨", "source_duration🟨", "source_width🟨", "source_height🟨",
        "loaded_fps🟦", "loaded_frame_count🟦", "loaded_duration🟦", "loaded_width🟦", "loaded_height🟦",
    )
    FUNCTION = "get_video_info"


class SelectEvery:
    @classmethod
    def INPUT_TYPES(s):
        return {"required": {
            "images": ("IMAGE",),
            "skip": ("INT", {"default": 0, "min": BIGMIN, "max": BIGMAX, "step": 1}),
        }}
    CATEGORY = "Video Helper Suite 🎥🅥🅗🅢/image"
    RETURN_TYPES = ("IMAGE", "INT",)
    FUNCTION = "select_images"


NODE_CLASS_MAPPINGS = {
    "VHS_Combine": VideoCombine,
    "VHS_LoadVideoPath": LoadVideo,
    "VHS_Info": VideoInfo,
    "VHS_SelectEvery": SelectEvery,
}
NODE_DISPLAY_NAME_MAPPINGS = {
    "VHS_Combine": "Video Combine 🎥🅥🅗🅢",
    "VHS_LoadVideoPath": "Load Video (Path) 🎥🅥🅗🅢",
    "VHS_Info": "Video Info 🎥🅥🅗🅢",
    "VHS_SelectEvery": "Select Every 🎥🅥🅗🅢",
}
