import { createStateStore, type StateStore } from "../state/store.ts";

export interface OpenTask<Task> {
  readonly task: Task;
  /** Element that had the focus and gets it back. */
  readonly opener: HTMLElement | null;
}

interface DialogState<Task> {
  /** The open dialog's task; undefined while none is open. */
  readonly door: StateStore<OpenTask<Task> | undefined>;
  readonly openTask: (task: Task) => void;
}

/** Creates the state of a dialog that any page may open, with one task at a time. */
export function createDialogState<Task>(): DialogState<Task> {
  const door = createStateStore<OpenTask<Task> | undefined>(undefined);
  return {
    door,
    openTask(task) {
      const opener = openerOf(document.activeElement);
      // A menu returns the focus first when its item is chosen: the dialog must open after that.
      requestAnimationFrame(() => requestAnimationFrame(() => door.set({ task, opener })));
    },
  };
}

/** Returns the element that gets the focus after the dialog: for a menu item, which disappears, the menu's button. */
function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = button ? document.getElementById(button) : active;
  return opener instanceof HTMLElement ? opener : null;
}
