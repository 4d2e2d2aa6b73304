CATEGORY_ROOT = "KitNodes"

def tensor2pil(image):
    return [image]
