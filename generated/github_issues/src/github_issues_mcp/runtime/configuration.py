"""The settings of one process over time: read once, or again for every call where the contract says so.

Flags, environment variables and commands are asked once, at the start. Only the configuration files may change, and
each call keeps what it found when it began.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from .contract import Contract
from .layers import Files, Layer, Sections
from .logs import Log
from .settings import Settings, settled, texts

Layers = Callable[[Mapping[str, str]], Sequence[Layer]]


class InvalidConfiguration(RuntimeError):
    """A setting is used while the configuration files hold what no server would have started with."""


class _Refused(Mapping[str, Any]):
    """Stands for settings that are not valid: nobody can take one for absent, and so no restriction is lifted by it."""

    def __getitem__(self, name: str) -> NoReturn:
        raise InvalidConfiguration(name)

    def __iter__(self) -> NoReturn:
        raise InvalidConfiguration

    def __len__(self) -> NoReturn:
        raise InvalidConfiguration


REFUSED = Settings(_Refused(), _Refused())


class Configuration:
    """Where the settings of a process come from."""

    def __init__(
        self,
        contract: Contract,
        *,
        flags: Mapping[str, str],
        environ: Mapping[str, str],
        layers: Layers,
        log: Log,
        complete: bool = True,
    ) -> None:
        """Ask flags, environment and commands. Without `complete` neither commands nor files are, nor is anything
        missed. `layers` are the files that the environment names; an empty variable counts as none.
        """
        facts: Mapping[str, Any] = contract.data.get("config_files", {})
        self._config = contract.config
        self._given = texts(contract.config, flags=flags, environ=environ, commands=complete)
        named = {name: value for name, value in environ.items() if value}
        self._files = Files(layers(named) if facts and complete else ())
        self._ignores = facts.get("unreadable") == "ignore"
        self._rereads = bool(facts) and complete and facts.get("read") == "call"
        self._complete = complete
        self._log = log
        self._told: Mapping[Path, str] = {}
        self._last: tuple[Sections, Settings] | None = None

    def start(self) -> tuple[Settings, tuple[str, ...]]:
        """The settings to start with, and what is wrong with them in words that show no value."""
        sections = self._files.read()
        settings, problems = self._settled(sections)
        self._last = (sections, settings if not problems else REFUSED)
        return settings, problems

    @property
    def for_each_call(self) -> Callable[[], Settings] | None:
        """What gives a call that begins its settings; None when all calls have those of the start."""
        return self._now if self._rereads else None

    def _now(self) -> Settings:
        sections = self._files.read()
        if self._last is None or self._last[0] is not sections:
            settings, problems = self._settled(sections)
            for problem in problems:
                self._log.event("error", "configuration", problem=problem)
            self._last = (sections, settings if not problems else REFUSED)
        return self._last[1]

    def _settled(self, sections: Sections) -> tuple[Settings, tuple[str, ...]]:
        settings, problems = settled(self._config, self._given, sections, complete=self._complete)
        return settings, (*self._unreadable(sections), *problems)

    def _unreadable(self, sections: Sections) -> Iterator[str]:
        """Yield what is wrong with files, unless they are ignored: then it is logged, once for as long as it lasts."""
        for path, fact in sections.unreadable.items():
            if not self._ignores:
                yield f"The configuration file {path} cannot be used: {fact}. Mend or remove it."
            elif path not in self._told:
                self._log.event("warning", "configuration_ignored", file=str(path), problem=fact)
        self._told = sections.unreadable
