from .tables import T, CLASSES, LANGS
lang = "zh"
NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}
for ident, (cls, labels) in CLASSES.items():
    NODE_CLASS_MAPPINGS[ident] = cls
    NODE_DISPLAY_NAME_MAPPINGS[ident] = labels[lang] if lang in labels else labels["en"]
    cls.DESCRIPTION = T(labels)
LABELS_ZH = {"标签": "不是节点"}
NODE_DISPLAY_NAME_MAPPINGS.update(LABELS_ZH)
