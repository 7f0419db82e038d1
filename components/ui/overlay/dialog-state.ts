import { createStore, type Store } from "../state/store.ts";

export interface OpenTask<Task> {
  readonly task: Task;
  /** What had the focus, and gets it back. */
  readonly opener: HTMLElement | null;
}

interface DialogState<Task> {
  /** The dialog that is open. */
  readonly door: Store<OpenTask<Task> | undefined>;
  readonly openTask: (task: Task) => void;
}

/** For tasks that any page may begin, each in a dialog, one at a time. */
export function createDialogState<Task>(): DialogState<Task> {
  const door = createStore<OpenTask<Task> | undefined>(undefined);
  return {
    door,
    openTask(task) {
      const opener = openerOf(document.activeElement);
      // A menu that it was chosen from gives the focus back first: what is opened must come after that.
      requestAnimationFrame(() => requestAnimationFrame(() => door.set({ task, opener })));
    },
  };
}

/** What gets the focus back from a dialog: an item goes with its menu, the button that opened the menu stays. */
function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = button ? document.getElementById(button) : active;
  return opener instanceof HTMLElement ? opener : null;
}
