"""What a program that was written for one schema (OpenAPI 3.0) would find broken in another. No database."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]
METHODS = ("get", "post", "put", "patch", "delete")
ONLY_NULL = {"enum": [None]}
LOWER = ("maximum", "maxLength", "maxItems")
"""Limits that break programs when they fall; those in HIGHER when they rise."""
HIGHER = ("minimum", "minLength", "minItems")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two whole schemas: the released one and the present one."""

    released: Schema
    present: Schema

    def breaks(self) -> Iterator[str]:
        """Every breaking change, as `where: what`."""
        for path, operations in self.released["paths"].items():
            now = self.present["paths"].get(path)
            if now is None:
                yield f"{path}: removed"
                continue
            for method in METHODS:
                if method in operations:
                    where = f"{method.upper()} {path}"
                    if method not in now:
                        yield f"{where}: removed"
                    else:
                        yield from self._operation(where, operations[method], now[method])

    def _operation(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        if old["operationId"] != new["operationId"]:
            yield f"{where}: operationId is {new['operationId']}, was {old['operationId']}"
        yield from self._parameters(where, old, new)
        yield from self._request(where, old, new)
        for status, response in old["responses"].items():
            if status == "default" or not status.startswith("2"):
                continue
            if status not in new["responses"]:
                yield f"{where}: no answer {status} any more"
                continue
            before, now = _body(response), _body(new["responses"][status])
            if before is not None:
                yield from self._answer(f"{where} {status}", before, now or {}, ())

    def _parameters(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        before, now = _parameters(old), _parameters(new)
        for key, parameter in before.items():
            if key not in now:
                yield f"{where}: parameter {key[1]} removed"
                continue
            if now[key].get("required") and not parameter.get("required"):
                yield f"{where}: parameter {key[1]} is required"
            at = f"{where} ?{key[1]}"
            yield from self._taken(at, parameter.get("schema", {}), now[key].get("schema", {}), ())
        for key, parameter in now.items():
            if key not in before and parameter.get("required"):
                yield f"{where}: parameter {key[1]} is new and required"

    def _request(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        before, now = _body(old.get("requestBody", {})), _body(new.get("requestBody", {}))
        if before is not None and now is None:
            yield f"{where}: takes no body any more"
        elif before is not None and now is not None:
            yield from self._taken(where, before, now, ())
        elif now is not None and new["requestBody"].get("required"):
            yield f"{where}: needs a body"

    def _taken(self, where: str, old: Schema, new: Schema, seen: tuple[str, ...]) -> Iterator[str]:
        """What programs send: nothing that was taken may be refused."""
        name = str(old.get("$ref", ""))
        if name and name in seen:
            return
        seen = (*seen, name) if name else seen
        old, new = _resolved(self.released, old), _resolved(self.present, new)
        yield from _types(where, old, new)
        yield from _values(where, old, new)
        parts = old.get("properties", {})
        for field, part in parts.items():
            if field not in new.get("properties", {}):
                yield f"{where}: field {field} is not taken"
            else:
                yield from self._taken(f"{where}.{field}", part, new["properties"][field], seen)
        for field in set(new.get("required", [])) - set(old.get("required", [])):
            yield f"{where}: field {field} is required"
        if "items" in old and "items" in new:
            yield from self._taken(f"{where}[]", old["items"], new["items"], seen)

    def _answer(self, where: str, old: Schema, new: Schema, seen: tuple[str, ...]) -> Iterator[str]:
        """What programs read: nothing that was there may be gone. New values of an enumeration may come."""
        name = str(old.get("$ref", ""))
        if name and name in seen:
            return
        seen = (*seen, name) if name else seen
        old, new = _resolved(self.released, old), _resolved(self.present, new)
        yield from _types(where, old, new)
        if new.get("nullable") and not old.get("nullable") and "type" in old:
            yield f"{where}: may be null"
        for field, part in old.get("properties", {}).items():
            if field not in new.get("properties", {}):
                yield f"{where}: field {field} removed"
            else:
                yield from self._answer(f"{where}.{field}", part, new["properties"][field], seen)
        kept = set(new.get("properties", {}))
        for field in (set(old.get("required", [])) - set(new.get("required", []))) & kept:
            yield f"{where}: field {field} may be missing"
        if "items" in old and "items" in new:
            yield from self._answer(f"{where}[]", old["items"], new["items"], seen)


def _types(where: str, old: Schema, new: Schema) -> Iterator[str]:
    before, now = old.get("type"), new.get("type")
    is_wider = (before, now) == ("integer", "number")
    if before is not None and before != now and not is_wider:
        yield f"{where}: type is {now or 'anything'}, was {before}"


def _values(where: str, old: Schema, new: Schema) -> Iterator[str]:
    """Values that were taken and are refused now."""
    if old.get("nullable") and not new.get("nullable") and "type" in new:
        yield f"{where}: null is refused"
    if new.get("enum") and (gone := set(old.get("enum", [])) - set(new["enum"])):
        yield f"{where}: {sorted(map(str, gone))} refused"
    if new.get("enum") and not old.get("enum"):
        yield f"{where}: only some values are taken"
    for limit, is_worse in _limits(old, new):
        if is_worse:
            yield f"{where}: {limit} is {new[limit]}, was {old.get(limit, 'none')}"


def _limits(old: Schema, new: Schema) -> Iterator[tuple[str, bool]]:
    for limit in LOWER:
        if limit in new:
            yield limit, limit not in old or new[limit] < old[limit]
    for limit in HIGHER:
        if limit in new:
            yield limit, new[limit] > old.get(limit, 0)


def _resolved(whole: Schema, schema: Schema) -> Schema:
    """A schema with what it refers to; of several alternatives the fields and values of all."""
    if name := str(schema.get("$ref", "")).rpartition("/")[2]:
        return _resolved(whole, whole["components"]["schemas"][name])
    parts = [
        _resolved(whole, part)
        for kind in ("allOf", "oneOf", "anyOf")
        for part in schema.get(kind, [])
    ]
    merged: dict[str, Any] = dict(schema)
    if ONLY_NULL in parts:
        merged["nullable"] = True
        parts = [part for part in parts if part != ONLY_NULL]
    for part in parts:
        for key, value in part.items():
            if key in ("properties",):
                merged[key] = {**merged.get(key, {}), **value}
            elif key in ("enum", "required"):
                merged[key] = [*merged.get(key, []), *value]
            else:
                merged.setdefault(key, value)
    return merged


def _parameters(operation: Schema) -> dict[tuple[str, str], Schema]:
    return {(each["in"], each["name"]): each for each in operation.get("parameters", [])}


def _body(holder: Schema) -> Schema | None:
    content = holder.get("content", {})
    schema = content.get("application/json", {}).get("schema")
    return schema if isinstance(schema, Mapping) else None
