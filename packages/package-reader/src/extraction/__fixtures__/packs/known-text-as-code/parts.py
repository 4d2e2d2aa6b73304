class Imported:
    CATEGORY = "text"
