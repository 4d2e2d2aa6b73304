import torch
from PIL import Image
from .base import Base

class Crop(Base):
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}
    NAME = 'Crop ✂'

    def run(self, image):
        return (image,)

class Config:
    size = 1
