import os
import json

THIS_DIR = os.path.dirname(os.path.abspath(__file__))
CONFIG_FILE = os.path.join(THIS_DIR, '..', 'kit_config.json')

with open(CONFIG_FILE, 'r', encoding='UTF-8') as file:
    CONFIG = json.load(file)


def get_config_value(key, default=None):
    value = CONFIG
    for part in key.split('.'):
        if part not in value:
            return default
        value = value[part]
    return value
