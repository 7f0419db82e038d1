import "server-only";

/**
 * What controllers have to remember beside the objects, as texts by name: in reality it stands elsewhere, in clusters
 * which nobody simulates.
 */
export interface Notebook {
  read(name: string): string | undefined;
  /** Undefined takes the note away. */
  write(name: string, text: string | undefined): void;
}

export interface NotebookParts {
  readonly notes?: Iterable<readonly [name: string, text: string]>;
  readonly onNote?: (name: string, text: string | undefined) => void;
}

export function createNotebook({ notes = [], onNote = () => undefined }: NotebookParts = {}): Notebook {
  const texts = new Map(notes);
  return {
    read: (name) => texts.get(name),
    write(name, text) {
      if (texts.get(name) === text) return;
      if (text === undefined) texts.delete(name);
      else texts.set(name, text);
      onNote(name, text);
    },
  };
}
