class classproperty:
    def __init__(self, fget):
        self.fget = fget
    def __get__(self, instance, owner):
        return self.fget(owner)
class Meta(type):
    @property
    def KEY(cls):
        return cls.prefix + " from meta"
    @property
    def CATEGORY(cls):
        return "meta/" + cls.prefix.lower()
