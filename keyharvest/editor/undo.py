"""Undo and redo of edits."""

from __future__ import annotations

from typing import Generic, TypeVar

Form = TypeVar("Form")


class Undoable(Generic[Form]):
    """Something edited, with its earlier forms.

    >>> word = Undoable("hop")
    >>> word._keep("hops")
    >>> word.undo()
    >>> word.form, word.undoable(), word.redoable()
    ('hop', False, True)
    """

    def __init__(self, form: Form) -> None:
        self._forms = [form]
        self._step = 0

    @property
    def form(self) -> Form:
        """Its form now."""
        return self._forms[self._step]

    @property
    def edited(self) -> bool:
        """Whether anything has been edited, or undone."""
        return len(self._forms) > 1

    def undoable(self) -> bool:
        """Whether there is an edit to undo."""
        return self._step > 0

    def redoable(self) -> bool:
        """Whether there is an edit to redo."""
        return self._step + 1 < len(self._forms)

    def undo(self) -> None:
        """Undo the last edit, if any."""
        self._step = max(self._step - 1, 0)

    def redo(self) -> None:
        """Redo the last edit undone, if any."""
        self._step = min(self._step + 1, len(self._forms) - 1)

    def _keep(self, form: Form) -> None:
        """Note an edit, if it has changed anything; what was undone before can't be redone."""
        if form != self.form:
            self._forms[self._step + 1 :] = [form]
            self._step += 1
