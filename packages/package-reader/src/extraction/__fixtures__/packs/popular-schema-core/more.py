from comfy_api.latest import IO, io as _io

NAMES = {"Up": 2, "Down": -2}


def base_inputs(prefix):
    return [IO.Image.Input(f"{prefix}_image"), IO.Mask.Input(f"{prefix}_mask", optional=True)]


class _Scale(IO.ComfyNode):
    FACTOR = 1

    @classmethod
    def define_schema(cls):
        name = cls.__name__
        return IO.Schema(
            node_id=f"Pack{name}",
            display_name=name,
            category=f"image/{name.lower()}",
            description=f"Scales {name.lower()} by {abs(cls.FACTOR)}.",
            inputs=base_inputs(name.lower()) + [IO.Float.Input("factor", default=float(cls.FACTOR), round=0.01)],
            outputs=[IO.Image.Output(id="IMAGE", tooltip="scaled"), IO.Int.Output(display_name="factor")],
        )


MORE = [type(name, (_Scale,), {"FACTOR": factor}) for name, factor in NAMES.items()]


class Wide(_Scale):
    """Wider."""
    FACTOR = 3

    @classmethod
    def define_schema(cls):
        schema = super().define_schema()
        schema.inputs.append(_io.Vae.Input("vae"))
        schema.outputs = [_io.Video.Output(), _io.Audio.Output("sound")]
        schema.description = None
        return schema


MORE.append(Wide)
