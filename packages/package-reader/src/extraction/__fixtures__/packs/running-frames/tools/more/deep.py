from ..grey import Grey


class Deep(Grey):
    NAME = "deep"
