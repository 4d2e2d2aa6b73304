"""Writes src/atelier_client/generated from openapi.json: a type for each schema, a method for each operation."""

from __future__ import annotations

import json
import keyword
import re
import textwrap
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE / "../../openapi.json"
OUTPUT = HERE / "src/atelier_client/generated"

Json = dict[str, Any]
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
# Read by hand: `wait` and `stream`.
STREAMS = {"text/event-stream", "application/x-ndjson"}
# For these fields the methods that start a task take bytes and files, too.
MEDIA = {"images": "Sequence[Media]"} | dict.fromkeys(
    "image reference_image transfer_light_from_lightmap transfer_light_from_reference_image video_url".split(), "Media"
)
START_OPTIONS = {
    "idempotency_key": ("str", "To repeat the call in another process; made up if absent."),
    "quote_id": ("str", "The `id` of a quote for this request."),
    "output_retention_hours": ("int", "Hours that the task is kept after its end."),
    "on_upload_progress": ("Progress", "Is called with the bytes sent and in total."),
}
HEAD = '"""Made from openapi.json by generate.py."""\n\nfrom __future__ import annotations\n\n'


def generate() -> None:
    document = json.loads(DOCUMENT.read_text("utf-8"))
    OUTPUT.mkdir(parents=True, exist_ok=True)
    (OUTPUT / "__init__.py").write_text("")
    (OUTPUT / "types.py").write_text("".join(types_of(document)), "utf-8")
    (OUTPUT / "operations.py").write_text("".join(operations_of(document)), "utf-8")


def types_of(document: Json) -> list[str]:
    schemas = sorted(document["components"]["schemas"].items())
    names = [*dict(schemas), "OperationErrorCode", "WebhookMessage"]
    sent = (item["post"]["requestBody"]["content"]["application/json"] for item in document["webhooks"].values())
    messages = ", ".join(dict.fromkeys(type_of(content["schema"]) for content in sent))
    head = f"{HEAD}from typing import Any, Literal, TypedDict, Union\n\n__all__ = {names}\n\n"
    codes = f"OperationErrorCode = Literal{sorted(error_codes(document))}\n"
    return [head, codes, *(class_of(*one) for one in schemas), f"\n\nWebhookMessage = Union[{messages}]\n"]


def error_codes(part: Any) -> set[str]:
    if isinstance(part, list):
        return set().union(*map(error_codes, part))
    if not isinstance(part, dict):
        return set()
    error = part.get("error")
    return set(error.get("enum", []) if isinstance(error, dict) else []).union(*map(error_codes, part.values()))


def class_of(name: str, schema: Json) -> str:
    """For Python 3.10, fields that may be absent are in a class of their own."""
    fields, required = schema.get("properties", {}), schema.get("required", [])
    if any(map(keyword.iskeyword, fields)):
        typed = {key: type_of(field) for key, field in fields.items()}
        return f"\n\n{name} = TypedDict({name!r}, {typed}, total={len(required) == len(fields)})\n"
    about = docstring([schema.get("description", "")], 4)
    needed = fields_of({key: fields[key] for key in fields if key in required})
    others = fields_of({key: fields[key] for key in fields if key not in required})
    if not others:
        return f"\n\nclass {name}(TypedDict):\n{about}{needed or '    pass'}\n"
    base = f"\n\nclass _{name}(TypedDict):\n{needed}" if needed else ""
    return f"{base}\n\nclass {name}({f'_{name}' if needed else 'TypedDict'}, total=False):\n{about}{others}"


def fields_of(fields: Json) -> str:
    return "".join(f"    {key}: {type_of(field)}\n{docstring([told(field)], 4)}" for key, field in fields.items())


def type_of(schema: Json) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    kinds = schema.get("type", "object")
    several = schema.get("allOf") or schema.get("oneOf") or schema.get("anyOf")
    if several or isinstance(kinds, list):
        return " | ".join(dict.fromkeys(map(type_of, several or [{**schema, "type": kind} for kind in kinds])))
    if "enum" in schema and kinds != "null":
        return f"Literal{[value for value in schema['enum'] if value is not None]}"
    if kinds == "array":
        return f"list[{type_of(schema['items'])}]"
    if kinds == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {type_of(values) if isinstance(values, dict) and values else 'Any'}]"
    return "bytes" if schema.get("format") == "binary" else SCALARS[kinds]


def operations_of(document: Json) -> list[str]:
    calls, pages, starts = [], [], []
    for path, item in document["paths"].items():
        for verb, operation in item.items():
            method = Method(document, path, verb.upper(), operation)
            if method.replies.keys() & STREAMS:
                continue
            if "quote_id" in method.headers:
                starts.append(method.start())
                continue
            calls.append(method.call())
            if "cursor" in method.query:
                pages.append(method.pages())
    imports = "from collections.abc import Callable, Iterator, Sequence\nfrom typing import Any, Literal\n\n"
    own = "from ..connection import part\nfrom ..media import Media, Progress\nfrom ..tasks import TaskHandle\n"
    return [
        f"{HEAD}{imports}{own}from .types import *\n",
        holder("Operations", "Every operation of the API that is not a stream and does not start a task.", calls),
        holder("Pages", "Every list of the API that is read by cursor: all entries, page after page.", pages),
        holder("Starts", "Every operation that starts a task of pictures, videos or a model.", starts),
    ]


def holder(name: str, about: str, methods: list[str]) -> str:
    start = "    def __init__(self, send: Callable[..., Any]) -> None:\n        self._send = send\n"
    return f'\n\nclass {name}:\n    """{about}"""\n\n{start}{"".join(methods)}'


class Field:
    """A parameter or a field of the body, under its name in Python."""

    def __init__(self, sent_as: str, schema: Json, needed: bool) -> None:
        plain = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", sent_as).replace("-", "_").lower()
        self.name = f"{plain}_" if keyword.iskeyword(plain) else plain
        self.sent_as, self.schema, self.needed = sent_as, schema, needed


class Method:
    """One operation as source text."""

    def __init__(self, document: Json, path: str, verb: str, operation: Json) -> None:
        self.document, self.verb, self.operation = document, verb, operation
        self.name = Field(operation["operationId"], {}, True).name
        places: dict[str, dict[str, Field]] = {"path": {}, "query": {}, "header": {}}
        for one in (resolve(parameter, document) for parameter in operation.get("parameters", [])):
            field = Field(one["name"], {**one["schema"], "description": told(one)}, one.get("required", False))
            if field.name != "prefer":
                places[one["in"]][field.name] = field
        self.path, self.query, self.headers = places.values()
        self.address = re.sub(r"\{(\w+)\}", lambda found: f"{{part({Field(found[1], {}, True).name})}}", path)
        content = operation.get("requestBody", {}).get("content", {})
        body = resolve(content.get("application/json", {}).get("schema", {}), document)
        fields = (Field(key, one, key in body.get("required", [])) for key, one in body.get("properties", {}).items())
        self.body = {field.name: field for field in fields}
        self.media_types = list(content) if "properties" not in body else []
        statuses = sorted(status for status in operation["responses"] if status.startswith("2"))
        self.is_maybe_empty = "204" in statuses
        self.replies: Json = resolve(operation["responses"][statuses[0]], document).get("content", {})
        names = [*self.path, *self.query, *self.headers, *self.body]
        assert len(set(names)) == len(names), f"{self.name} has two parameters of one name."

    def call(self) -> str:
        kinds = ["data: bytes", f"content_type: Literal{self.media_types} = {self.media_types[0]!r}"] if self.media_types else []
        data = ["data=data", "content_type=content_type"] if kinds else []
        is_raw = bool(self.replies) and not any("json" in kind or kind.startswith("text/") for kind in self.replies)
        types = ["bytes"] if is_raw else [type_of(one["schema"]) for one in self.replies.values()]
        reply = " | ".join(dict.fromkeys(types + ["None"] * (self.is_maybe_empty or not types)))
        sent = self.sent(query=self.query, json=self.body, headers=self.headers)
        given = [repr(self.verb), f"f{self.address!r}", *sent, *data, f"is_raw={is_raw}"]
        return self.source({**self.query, **self.body, **self.headers}, reply, given, kinds)

    def pages(self) -> str:
        query = {name: field for name, field in self.query.items() if name not in ("cursor", "page")}
        schema = self.replies["application/json"]["schema"]
        lists = [schema, *resolve(schema, self.document).get("properties", {}).values()]
        (entry,) = (one["items"] for one in lists if one.get("type") == "array")
        return self.source(query, f"Iterator[{type_of(entry)}]", [f"f{self.address!r}", *self.sent(query=query)])

    def start(self) -> str:
        self.name = "relight" if self.name == "relight_image" else self.name
        for name in self.body.keys() & MEDIA.keys():
            self.body[name].schema = {**self.body[name].schema, "$ref": MEDIA[name]}
        options = {name: Field(name, {"$ref": kind, "description": text}, False) for name, (kind, text) in START_OPTIONS.items()}
        given = [repr(self.address), *self.sent(fields=self.body), *(f"{name}={name}" for name in options)]
        return self.source({**self.body, **options}, "TaskHandle", given)

    def sent(self, **groups: dict[str, Field]) -> list[str]:
        pairs = {kind: [f"{one.sent_as!r}: {one.name}" for one in fields.values()] for kind, fields in groups.items()}
        return [f"{kind}={{{', '.join(one)}}}" for kind, one in pairs.items() if one]

    def source(self, options: dict[str, Field], kind: str, given: list[str], more: list[str] = []) -> str:
        fields = sorted(options.values(), key=lambda field: not field.needed)
        typed = [f"{one.name}: {type_of(one.schema)}{'' if one.needed else ' | None = None'}" for one in fields]
        first = ["self", *(f"{one.name}: {type_of(one.schema)}" for one in self.path.values())]
        parameters = lines([*first, *(["*", *more, *typed] if more or typed else [])], 8)
        about = [f"{self.operation['summary']}.", told(self.operation)]
        about += [f"{one.name}: {told(one.schema)}" for one in [*self.path.values(), *fields]]
        code = f"        result: {kind} = self._send({lines(given, 12)}        )\n        return result\n"
        return f"\n    def {self.name}({parameters}    ) -> {kind}:\n{docstring(about, 8)}{code}"


def resolve(part: Json, document: Json) -> Json:
    for key in part["$ref"][2:].split("/") if "$ref" in part else []:
        part = document = document[key]
    return part


def lines(parts: list[str], indent: int) -> str:
    return "\n" + textwrap.indent(",\n".join([*parts, ""]), " " * indent)


def told(part: Json) -> str:
    return str(part.get("description", ""))


def docstring(paragraphs: list[str], indent: int) -> str:
    wrapped = ("\n".join(textwrap.wrap(" ".join(text.split()), 100)) for text in paragraphs if text.strip())
    text = "\n\n".join(wrapped).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    end = "\n" if "\n" in text or text.endswith('"') else ""
    return textwrap.indent(f'"""{text}{end}"""\n', " " * indent) if text else ""


if __name__ == "__main__":
    generate()
