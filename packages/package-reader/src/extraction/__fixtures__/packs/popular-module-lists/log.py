import re

base_log_level = "INFO"


def nodify(name):
    name = name.removeprefix("MTB_")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).title()
