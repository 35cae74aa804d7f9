"""Tables for what concerns a group and not one match: who deleted, merged or brought in what, and what is gone."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from .base import Base
from .models import Moment, now


class Deed(Base):
    """What a phone did with its group, never rewritten. `kind`: what that was (`merge`, `part`, `delete match`, …),
    `subject`: with whom or what, by its id; `what`: more of it, but no names.
    """

    __tablename__ = "deeds"
    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"), index=True)
    phone_id: Mapped[int] = mapped_column(ForeignKey("phones.id"))
    at: Mapped[datetime] = mapped_column(Moment, default=now)
    kind: Mapped[str] = mapped_column(String(20))
    subject: Mapped[int]
    what: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)


class Import(Base):
    """A file that a phone brought: looked at, coming in, in, or taken back (`state`: preview, running, done, undone,
    failed). `form`: json, csv, bgstats, bgg. `data` is there until it is in; `choices`: whose names match whom;
    `report`: what came in and what was left out.
    """

    __tablename__ = "imports"
    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(16), unique=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"), index=True)
    phone_id: Mapped[int] = mapped_column(ForeignKey("phones.id"))
    at: Mapped[datetime] = mapped_column(Moment, default=now)
    name: Mapped[str] = mapped_column(String(120))
    form: Mapped[str] = mapped_column(String(10))
    state: Mapped[str] = mapped_column(String(10))
    data: Mapped[bytes | None] = mapped_column(LargeBinary)
    choices: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    report: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    done: Mapped[int] = mapped_column(default=0)
    total: Mapped[int] = mapped_column(default=0)


class Erased(Base):
    """What a match that was erased was called in files, so that the same file does not bring it back unasked."""

    __tablename__ = "erased"
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"), primary_key=True)
    name: Mapped[str] = mapped_column(String(80), primary_key=True)
    at: Mapped[datetime] = mapped_column(Moment, default=now)


class HouseFact(Base):
    """What this house knows of itself: by which version of the rules the derived rows were made."""

    __tablename__ = "house_facts"
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(String(200))
