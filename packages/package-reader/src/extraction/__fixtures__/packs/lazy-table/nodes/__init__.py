NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}
_TABLE = {
    "LazyLoad": (".loader", "Loader", "Lazy loader"),
    "LazySample": (".sampler", "Sampler", "Lazy sampler"),
    "LazyGone": (".gone", "Gone", "Never there"),
    "LazyWrong": (".loader", "NoSuchClass", "Wrong class"),
}
for key, (module_path, class_name, label) in _TABLE.items():
    try:
        import importlib
        mod = importlib.import_module(module_path, package=__name__)
        NODE_CLASS_MAPPINGS[key] = getattr(mod, class_name)
        NODE_DISPLAY_NAME_MAPPINGS[key] = label
    except (ImportError, AttributeError) as error:
        print(f"skipping {key}: {error}")
