import "server-only";

interface NotebookParts {
  readonly notes?: Iterable<readonly [name: string, text: string]>;
  readonly onNote?: (name: string, text: string | undefined) => void;
}

export type ControllerMemory = ReturnType<typeof createControllerMemory>;

/**
 * What controllers have to remember beside the objects, as texts by name: in reality it stands elsewhere, in clusters
 * which nobody simulates.
 */
export function createControllerMemory({ notes = [], onNote = () => undefined }: NotebookParts = {}) {
  const texts = new Map(notes);
  return {
    read: (name: string): string | undefined => texts.get(name),
    /** Undefined takes the note away. */
    write(name: string, text: string | undefined): void {
      if (texts.get(name) === text) return;
      if (text === undefined) texts.delete(name);
      else texts.set(name, text);
      onNote(name, text);
    },
  };
}
