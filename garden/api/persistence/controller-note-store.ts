import "server-only";

interface NotebookParts {
  readonly notes?: Iterable<readonly [name: string, text: string]>;
  readonly onNote?: (name: string, text: string | undefined) => void;
}

export type ControllerNoteStore = ReturnType<typeof createControllerNoteStore>;

/**
 * Creates a store for state that controllers need but that is not part of any Kubernetes object, as text notes by name.
 * In a real landscape, this state is in clusters that the garden does not simulate.
 */
export function createControllerNoteStore({ notes = [], onNote = () => undefined }: NotebookParts = {}) {
  const texts = new Map(notes);
  return {
    read: (name: string): string | undefined => texts.get(name),
    /** Stores a note; undefined deletes it. */
    write(name: string, text: string | undefined): void {
      if (texts.get(name) === text) return;
      if (text === undefined) texts.delete(name);
      else texts.set(name, text);
      onNote(name, text);
    },
  };
}
