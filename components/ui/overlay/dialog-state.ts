import { createStateStore, type StateStore } from "../state/store.ts";

export interface OpenDialogTask<Task> {
  readonly task: Task;
  /** Element that had the focus when the dialog was opened, and gets it back. */
  readonly opener: HTMLElement | null;
}

interface DialogState<Task> {
  /** Store with what the open dialog is for; undefined while the dialog is closed. */
  readonly door: StateStore<OpenDialogTask<Task> | undefined>;
  readonly openTask: (task: Task) => void;
}

/** Creates the state of a dialog that any page may open, with one task at a time. */
export function createDialogState<Task>(): DialogState<Task> {
  const door = createStateStore<OpenDialogTask<Task> | undefined>(undefined);
  return {
    door,
    openTask(task) {
      const opener = openerOf(document.activeElement);
      // A closing menu first returns the focus to its button, so the dialog opens two frames later.
      requestAnimationFrame(() => requestAnimationFrame(() => door.set({ task, opener })));
    },
  };
}

/** Returns the element that gets the focus back. A menu item disappears, so for an item it is the menu's button. */
function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = button ? document.getElementById(button) : active;
  return opener instanceof HTMLElement ? opener : null;
}
