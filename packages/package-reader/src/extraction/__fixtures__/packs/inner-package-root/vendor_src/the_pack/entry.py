from the_pack.impl.core import Core as _Core
NODE_CLASS_MAPPINGS = {'TP.Core': _Core}
NODE_DISPLAY_NAME_MAPPINGS = {'TP.Core': 'Core'}
