class ImageBlur:
    """Blurs a picture evenly."""

    CATEGORY = "image/filters"
    FUNCTION = "blur"
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "radius": ("INT", {"default": 2, "min": 1, "max": 32})}}

    def blur(self, image, radius):
        size = 2 * radius + 1
        padded = image.movedim(-1, 1)
        kernel = padded.new_full((padded.shape[1], 1, size, size), 1 / (size * size))
        return (convolved(padded, kernel, radius).movedim(1, -1),)


class ImageSharpen:
    """Sharpens a picture by what a blur takes away."""

    CATEGORY = "image/filters"
    FUNCTION = "sharpen"
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "strength": ("FLOAT", {"default": 0.5, "min": 0, "max": 2})}}

    def sharpen(self, image, strength):
        (soft,) = ImageBlur().blur(image, 1)
        return ((image + strength * (image - soft)).clamp(0, 1),)


def convolved(picture, kernel, radius):
    from torch.nn import functional

    framed = functional.pad(picture, (radius,) * 4, mode="reflect")
    return functional.conv2d(framed, kernel, groups=picture.shape[1])
