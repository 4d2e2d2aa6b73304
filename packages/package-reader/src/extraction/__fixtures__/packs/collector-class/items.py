class Base:
    _abstract = True
    CATEGORY = "col"
class ItemOne(Base):
    LABEL = "Item № 1"
class ItemTwo(ItemOne):
    ID = "two"
class Extra:
    CATEGORY = "extra"
class Foreign:
    pass
