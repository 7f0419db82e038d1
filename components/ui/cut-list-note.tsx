import { text } from "#lib/language/text.ts";

interface CutListNoteProps {
  readonly listed: number;
  readonly total: number;
  /** Whether there are even more than `total`. */
  readonly isAtLeast?: boolean;
}

/** Says below a list that it has only the first, and how many there are; nothing if it has all. */
export function CutListNote({ listed, total, isAtLeast = false }: CutListNoteProps) {
  if (listed >= total && !isAtLeast) return null;
  return (
    <p className="border-t border-hairline px-4 py-2.5 text-sm text-pretty text-secondary">
      {isAtLeast
        ? text("The list has the first {listed, number} of more than {total, number} by name.", { listed, total })
        : text("The list has the first {listed, number} of {total, number} by name.", { listed, total })}
    </p>
  );
}
