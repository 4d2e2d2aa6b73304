"""A sample package: two nodes for pictures."""

from .nodes import ImageBlur, ImageSharpen

NODE_CLASS_MAPPINGS = {
    "Image Blur": ImageBlur,
    "Image Sharpen": ImageSharpen,
}
NODE_DISPLAY_NAME_MAPPINGS = {
    "Image Blur": "Image Blur",
    "Image Sharpen": "Image Sharpen",
}
