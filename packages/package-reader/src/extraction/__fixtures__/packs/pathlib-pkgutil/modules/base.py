class Base:
    CATEGORY = 'b'
