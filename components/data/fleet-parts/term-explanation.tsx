import type { RefObject } from "react";
import { Link } from "#components/ui/address/link.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { text } from "#lib/language/text.ts";
import { type GlossaryId, glossaryEntry } from "#lib/words/glossary/glossary.ts";
import { ExplanationText } from "./explanation-text.tsx";

interface TermExplanationProps {
  readonly id: GlossaryId;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

export function TermExplanation({ id, anchor, onClose }: TermExplanationProps) {
  const entry = glossaryEntry(id);
  return (
    <Popover anchor={anchor} onClose={onClose} label={text(entry.word)} align="start" className="w-80">
      <p className="text-base font-semibold">{text(entry.word)}</p>
      <p className="mt-1 text-base text-pretty text-secondary">
        <ExplanationText text={text(entry.meaning)} />
      </p>
      <Link href={`/glossary#${id}`} className="mt-2 inline-block text-sm font-medium text-link hover:underline">
        {text("All words")}
      </Link>
    </Popover>
  );
}
