from nodes import PreviewImage, SaveImage
import folder_paths

class imageCount:
    @classmethod
    def INPUT_TYPES(s):
        return {
            "required": {"images": ("IMAGE",), }
        }
    CATEGORY = "EasyUse/Image"

    RETURN_TYPES = ("INT",)
    RETURN_NAMES = ("count",)
    FUNCTION = "get_count"

class imageSaver(SaveImage):
    """Saves with a size limit."""
    @classmethod
    def INPUT_TYPES(s):
        return {"required": {"images": ("IMAGE",), "only_preview": ("BOOLEAN", {"default": False})}}

    RETURN_TYPES = ("IMAGE",)
    OUTPUT_NODE = True
    FUNCTION = "save"
    CATEGORY = "EasyUse/Image"
    DEPRECATED = False
    EXPERIMENTAL = False

NODE_CLASS_MAPPINGS = {"easy imageCount": imageCount, "easy imageSave": imageSaver}
NODE_DISPLAY_NAME_MAPPINGS = {"easy imageCount": "ImageCount"}
