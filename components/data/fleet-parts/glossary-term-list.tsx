import { Suspense, useRef, useState } from "react";
import { lazyComponent, preloadModule } from "#components/ui/lazy-component.tsx";
import { type Message, text } from "#lib/language/text.ts";
import type { GlossaryId } from "#lib/words/glossary/glossary.ts";

const load = () => import("./term-explanation.tsx");
const TermExplanation = lazyComponent(async () => (await load()).TermExplanation);

interface TermProps {
  readonly id: GlossaryId;
  /** Word as it appears in the surrounding text. */
  readonly children: string;
}

/** Button in a text that shows a glossary term and opens its explanation. */
export function GlossaryTermButton({ id, children }: TermProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => preloadModule(load)}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-6 items-center rounded-tag underline decoration-dotted underline-offset-4 hover:text-ink hover:decoration-solid"
      >
        {children}
      </button>
      {open && (
        <Suspense>
          <TermExplanation id={id} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** List of a page's technical terms, each with its explanation. */
export function GlossaryTermList({ words }: { readonly words: readonly (readonly [id: GlossaryId, word: Message])[] }) {
  return (
    <p data-print="hidden" className="flex flex-wrap items-center gap-x-3 text-sm text-tertiary">
      <span>{text("Explain:")}</span>
      {words.map(([id, word]) => (
        <GlossaryTermButton key={id} id={id}>
          {text(word)}
        </GlossaryTermButton>
      ))}
    </p>
  );
}
