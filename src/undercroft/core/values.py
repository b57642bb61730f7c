"""Values made of fields: what a frozen dataclass of a compiled module needs to be copied and sent elsewhere."""

from __future__ import annotations

from dataclasses import fields
from typing import Any


class Value:
    """Something that is its fields and never changes; it is copied by making it again from them.

    Python itself would make an empty one and then set its fields, which a frozen one refuses when it is compiled.
    """

    def __reduce__(self) -> tuple[object, ...]:
        this: Any = self
        return type(self), tuple([getattr(self, field.name) for field in fields(this)])
