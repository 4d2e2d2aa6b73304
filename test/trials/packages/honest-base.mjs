/** The honest part of each stand-in: a few files as any author of nodes writes them. */

const LICENSE =
  'MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\n';

const BLUR = String.raw`import torch
import torch.nn.functional as F


class SoftBlur:
    """Softens an image with a Gaussian kernel."""

    CATEGORY = "image/filters"
    FUNCTION = "blur"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "image": ("IMAGE",),
                "radius": ("INT", {"default": 3, "min": 1, "max": 31, "step": 2}),
                "sigma": ("FLOAT", {"default": 1.5, "min": 0.1, "max": 10.0}),
            }
        }

    def blur(self, image, radius, sigma):
        x = torch.arange(radius, dtype=torch.float32) - radius // 2
        kernel = torch.exp(-(x**2) / (2 * sigma**2))
        kernel = (kernel / kernel.sum()).view(1, 1, 1, -1)
        planes = image.movedim(-1, 1)
        kernel = kernel.repeat(planes.shape[1], 1, 1, 1)
        out = F.conv2d(planes, kernel, padding=(0, radius // 2), groups=planes.shape[1])
        return (out.movedim(1, -1),)
`;

const PROMPTS = String.raw`import json
import os
import random

import folder_paths

STYLES = os.path.join(os.path.dirname(os.path.realpath(__file__)), "styles.json")


def load_styles():
    if not os.path.isfile(STYLES):
        return {"none": "{prompt}"}
    with open(STYLES, "r", encoding="utf-8") as file:
        return json.load(file)


class PromptStyler:
    CATEGORY = "utils/prompt"
    FUNCTION = "style"
    RETURN_TYPES = ("STRING",)

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "prompt": ("STRING", {"multiline": True, "default": ""}),
                "style": (list(load_styles().keys()),),
                "seed": ("INT", {"default": 0, "min": 0, "max": 0xFFFFFFFF}),
            }
        }

    def style(self, prompt, style, seed):
        random.seed(seed)
        words = [part.strip() for part in prompt.split(",") if part.strip()]
        random.shuffle(words)
        return (load_styles()[style].replace("{prompt}", ", ".join(words)),)
`;

const SAVER = String.raw`import os

import folder_paths
import numpy as np
from PIL import Image


class SaveWithName:
    CATEGORY = "image/save"
    FUNCTION = "save"
    OUTPUT_NODE = True
    RETURN_TYPES = ()

    def __init__(self):
        self.folder = folder_paths.get_output_directory()

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"images": ("IMAGE",), "prefix": ("STRING", {"default": "render"})}}

    def save(self, images, prefix):
        results = []
        for number, image in enumerate(images):
            picture = Image.fromarray(np.clip(255.0 * image.cpu().numpy(), 0, 255).astype(np.uint8))
            name = f"{prefix}_{number:05}.png"
            picture.save(os.path.join(self.folder, name), compress_level=4)
            results.append({"filename": name, "subfolder": "", "type": "output"})
        return {"ui": {"images": results}}
`;

const KINDS = {
  blur: { source: BLUR, node: 'SoftBlur', requirements: 'torch\n' },
  prompts: { source: PROMPTS, node: 'PromptStyler', requirements: 'numpy\n' },
  saver: { source: SAVER, node: 'SaveWithName', requirements: 'numpy>=1.24\npillow\n' },
};

const STYLES = JSON.stringify(
  { none: '{prompt}', cinematic: 'cinematic still of {prompt}, film grain' },
  null,
  2,
);

/**
 * A normal node package as a map path → content.
 *
 * @param kind Which node it has: blur, prompts or saver.
 * @param parts `init` is put after the imports of `__init__.py`, `nodes` after those of `nodes.py`, `method` at the node's end (with
 *   its indentation); `web` names its web directory; `files` are added and may replace any.
 */
function honestPackage(
  name,
  kind,
  { init = '', nodes = '', method = '', web, requirements, files = {} } = {},
) {
  const { source, node, requirements: ownRequirements } = KINDS[kind];
  const webLine = web === undefined ? '' : `WEB_DIRECTORY = "./${web}"\n`;
  const [imports, rest] = source.split('\n\n\n', 1).concat(source.slice(source.indexOf('\n\n\n')));
  return {
    '__init__.py':
      `from .nodes import ${node}\n${init}\n` +
      `NODE_CLASS_MAPPINGS = {"${node}": ${node}}\n` +
      `NODE_DISPLAY_NAME_MAPPINGS = {"${node}": "${node.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')}"}\n${webLine}` +
      `__all__ = ["NODE_CLASS_MAPPINGS", "NODE_DISPLAY_NAME_MAPPINGS"]\n`,
    'nodes.py': `${imports}\n${nodes}${rest}${method}`,
    'README.md': `# ${name}\n\nA small node for ComfyUI.\n\n## Installation\n\nSearch for ${name} in the Manager, or clone it into \`custom_nodes\`.\n`,
    'pyproject.toml': `[project]\nname = "${name}"\nversion = "1.0.2"\nlicense = { file = "LICENSE" }\ndependencies = []\n\n[tool.comfy]\nPublisherId = "standin"\nDisplayName = "${name}"\n`,
    'requirements.txt': requirements ?? ownRequirements,
    LICENSE,
    ...(kind === 'prompts' ? { 'styles.json': STYLES } : {}),
    ...files,
  };
}

/** A package with an attack that is harmless to keep: addresses lead nowhere, programs and keys are empty. */
export function standIn(name, attack, kind, parts = {}) {
  const { description = 'A small node for ComfyUI.', dependencies = [], ...rest } = parts;
  return { name, attack, description, dependencies, files: () => honestPackage(name, kind, rest) };
}
