from .names import make, SUFFIX, Keys
class Base:
    CATEGORY = "k"
    @classmethod
    def key(cls):
        return make(cls.__name__)

class Alpha(Base):
    NAME = make('alpha')
class Beta(Base):
    NAME = f'Beta ({SUFFIX})'

NODE_CLASS_MAPPINGS = {
    Alpha.NAME: Alpha,
    Beta.NAME: Beta,
    Beta.key(): Beta,
    Keys.GAMMA.value: Alpha,
    "%s-%d" % (SUFFIX, 7): Alpha,
    "{0}.{kind}".format("fmt", kind="node"): Alpha,
    "joined" " " "literal": Alpha,
    make("x", version=2.0): Alpha,
}
