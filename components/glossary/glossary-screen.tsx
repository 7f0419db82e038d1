"use client";

import { BookOpen, Search } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { text } from "#lib/language/text.ts";

import { type GlossarySection, searchGlossary } from "#lib/words/glossary/glossary.ts";
import { GlossaryLine } from "./glossary-line.tsx";

/** Every word of the screens that is no plain English. */
export function GlossaryScreen() {
  const [typed, setTyped] = useState("");
  const sections = searchGlossary(useDeferredValue(typed));
  const count = sections.reduce((sum, { entries }) => sum + entries.length, 0);
  useArrival();
  return (
    <div className="scrollbar-thin relative min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
      <div className="flex max-w-3xl flex-col gap-4">
        <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Glossary")}</h1>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <search className="relative w-full sm:w-88">
            <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-tertiary" />
            <input
              type="search"
              aria-label={text("Search words")}
              placeholder={text("Search words and their meaning")}
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              className={`${inputClass} h-8 pl-8`}
            />
          </search>
          <p role="status" className="text-sm text-secondary tabular-nums">
            {text("{words, plural, one {# word} other {# words}}", { words: count })}
          </p>
        </div>
        {sections.length === 0 ? (
          <EmptyState
            icon={<BookOpen />}
            title={text("No word matches")}
            action={<Button onClick={() => setTyped("")}>{text("Show all words")}</Button>}
          >
            {text("Gardener's own documentation may explain it.")}
          </EmptyState>
        ) : (
          sections.map((section) => <Section key={section.key} section={section} />)
        )}
      </div>
    </div>
  );
}

function Section({ section: { title, entries } }: { readonly section: GlossarySection }) {
  return (
    <section aria-label={text(title)}>
      <h2 className="text-md font-semibold">{text(title)}</h2>
      <dl className="mt-1 divide-y divide-hairline border-y border-hairline">
        {entries.map((entry) => (
          <GlossaryLine key={entry.id} entry={entry} />
        ))}
      </dl>
    </section>
  );
}

/** Whoever follows a link to a word stands before it, also coming from another page. */
function useArrival(): void {
  useEffect(() => {
    const { hash } = window.location;
    if (hash !== "") document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ block: "center" });
  }, []);
}
