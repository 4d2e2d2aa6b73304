from .nodes.upscale import Up
EXTRA = {'Spelled': Up}
