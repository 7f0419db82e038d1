import { X } from "lucide-react";
import { text } from "#lib/language/text.ts";

/** Chip for one edit or one simulated change, with a button that removes it. */
export function EditChip({ words, onRemove }: { readonly words: string; readonly onRemove: () => void }) {
  return (
    <li className="inline-flex min-h-6 max-w-full items-center gap-0.5 rounded-control border border-info-border bg-info-tint pl-2 text-sm text-info-text">
      <span className="min-w-0 py-0.5 break-words">{words}</span>
      <button
        type="button"
        aria-label={text("Remove: {words}", { words })}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded-control hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}
