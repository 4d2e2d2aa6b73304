import os

NODE_CLASS_MAPPINGS = {}
for name in ("Imported",):
    exec(f"from .parts import {name}")
    NODE_CLASS_MAPPINGS[name] = eval(name)
NODE_CLASS_MAPPINGS["Evalu" + eval("'a' + 'ted'")] = eval("Imported")
names = {"__name__": "table"}
path = os.path.join(os.path.dirname(__file__), "table.py")
with open(path) as file:
    exec(compile(file.read(), path, "exec"), names)
NODE_CLASS_MAPPINGS.update(names["NODES"])
exec("this is no code")
