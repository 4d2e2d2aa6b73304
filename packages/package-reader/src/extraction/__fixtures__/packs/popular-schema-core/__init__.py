from .nodes_post import comfy_entrypoint
