/** Names that Python binds everywhere, https://docs.python.org/3/library/functions.html and exceptions.html (2026-11-21). */
const NAMES = `abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex
copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr
hash help hex id input int isinstance issubclass iter len license list locals map max memoryview min next object oct open
ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars
zip Ellipsis NotImplemented WindowsError`;

const PYTHON_NAMES: ReadonlySet<string> = new Set(NAMES.split(/\s+/));

/** Whether Python itself binds a name. */
export function isBuiltinName(name: string): boolean {
  return (
    PYTHON_NAMES.has(name) ||
    /^__\w+__$/.test(name) ||
    /^(?:[A-Z]\w*)?(?:Error|Exception|Warning|Exit|Interrupt|Iteration|Group)$/.test(name)
  );
}
