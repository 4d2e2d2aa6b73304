from __future__ import annotations
from enum import Enum
from typing import Optional
from typing_extensions import override

import torch
import comfy.utils
import node_helpers
from comfy_api.latest import ComfyExtension, io, ui

from .more import MORE


class BlendMode(str, Enum):
    NORMAL = "normal"
    SCREEN = "screen"


class Blend(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(
            node_id="PackImageBlend",
            display_name="Image Blend",
            category="image/postprocessing",
            inputs=[
                io.Image.Input("image1"),
                io.Image.Input("image2", "Second image"),
                io.Float.Input("blend_factor", default=0.5, min=0.0, max=1.0, step=0.01, display_mode=io.NumberDisplay.slider),
                io.Combo.Input("blend_mode", options=["normal", "multiply", "screen"]),
            ],
            outputs=[
                io.Image.Output(),
            ],
        )

    @classmethod
    def execute(cls, image1: torch.Tensor, image2: torch.Tensor, blend_factor: float, blend_mode: str) -> io.NodeOutput:
        return io.NodeOutput(image1)


class Encode(io.ComfyNode):
    """Not shown, as there is a description."""

    @classmethod
    def define_schema(cls) -> io.Schema:
        return io.Schema(
            node_id="PackEncode",
            category="advanced/conditioning",
            description="Encodes a text.",
            inputs=[
                io.Clip.Input("clip", tooltip="The CLIP model used."),
                io.String.Input("clip_l", multiline=True, dynamic_prompts=True),
                io.String.Input("note", optional=True, default="", placeholder="Write", force_input=True),
                io.Int.Input("width", default=1024, min=0, max=16384, step=8, control_after_generate=True),
                io.Boolean.Input("flip", default=False, label_on="yes", label_off="no", lazy=True),
                io.ClipVisionOutput.Input("vision", optional=True),
                io.MultiType.Input("any", [io.Image, io.Mask], optional=True),
            ],
            outputs=[io.Conditioning.Output(display_name="positive"), io.Conditioning.Output("negative"), io.Latent.Output("latents", "Latents", is_output_list=True)],
            hidden=[io.Hidden.unique_id, io.Hidden.extra_pnginfo],
            is_experimental=True,
            search_aliases=["text"],
        )


class Noise(io.ComfyNode):
    """
    Makes noise.

        Deeper.
    """

    @classmethod
    def define_schema(cls):
        return io.Schema("PackNoise", "Noise", "sampling/noise", [io.Int.Input("noise_seed", default=0, min=0, max=0xffffffffffffffff)], [io.Noise.Output()])


class Pick(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(
            node_id="PackPick",
            display_name="Pick",
            category="utils",
            inputs=[
                io.Combo.Input("mode", BlendMode, default=BlendMode.SCREEN),
                io.Combo.Input("file", options=["a.png"], upload=io.UploadType.image, image_folder=io.FolderType.input),
                io.MultiCombo.Input("many", ["x", "y"], chip=True),
                io.Custom("PACK_CURVE").Input("curve", extra_dict={"points": 3}),
                io.AnyType.Input("anything", raw_link=True),
            ],
            outputs=[io.Custom("PACK_CURVE").Output(display_name=""), io.Combo.Output(), io.SEGS.Output(), io.Load3DCamera.Output()],
            is_output_node=False,
            is_deprecated=True,
        )


class PackExtension(ComfyExtension):
    @override
    async def get_node_list(self) -> list[type[io.ComfyNode]]:
        return [Blend, Encode, Noise, Pick] + MORE


async def comfy_entrypoint() -> PackExtension:
    return PackExtension()
