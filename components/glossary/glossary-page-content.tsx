"use client";

import { BookOpen, ExternalLink, Search } from "lucide-react";
import { useDeferredValue, useEffect, useState, useSyncExternalStore } from "react";
import { ExplanationText } from "#components/data/fleet-parts/explanation-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { text } from "#lib/language/text.ts";
import { type GlossarySection, searchGlossary } from "#lib/words/glossary/glossary.ts";
import type { GlossaryEntry } from "#lib/words/glossary/glossary-entry.ts";

/** Page that explains all technical terms used in Almanac. */
export function GlossaryPageContent() {
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

/** Scrolls to the term named in the URL on mount, because the browser does not do so after client-side navigation. */
function useArrival(): void {
  useEffect(() => {
    const { hash } = window.location;
    if (hash !== "") document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ block: "center" });
  }, []);
}

/** Glossary term with its meaning and source. The term named in the URL is highlighted. */
function GlossaryLine({ entry: { id, word, meaning, source } }: { readonly entry: GlossaryEntry }) {
  const isNamed = useSyncExternalStore(
    followHash,
    () => window.location.hash === `#${id}`,
    () => false,
  );
  return (
    <div
      id={id}
      data-named={isNamed || undefined}
      className="grid scroll-mt-4 grid-cols-[13rem_1fr] gap-x-4 gap-y-0.5 px-2 py-2 data-named:bg-selected max-sm:grid-cols-1"
    >
      <dt className="min-w-0 text-base font-medium">
        <a href={`#${id}`} title={text("Link to this word")} className="rounded-tag break-words hover:underline">
          {text(word)}
        </a>
      </dt>
      <dd className="text-base text-pretty text-secondary">
        <ExplanationText text={text(meaning)} />
        {source !== undefined && (
          <a
            href={source}
            target="_blank"
            rel="noreferrer"
            className="ml-2 inline-flex items-center gap-1 whitespace-nowrap text-link hover:underline"
          >
            {source.includes("kubernetes.io") ? "Kubernetes" : "Gardener"}
            <ExternalLink aria-hidden className="size-3.5" />
            <span className="sr-only"> {text("on {word} (opens in a new tab)", { word: text(word) })}</span>
          </a>
        )}
      </dd>
    </div>
  );
}

function followHash(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}
