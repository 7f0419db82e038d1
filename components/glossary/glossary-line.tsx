"use client";

import { ExternalLink } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Meaning } from "#components/data/fleet-parts/meaning.tsx";
import { text } from "#lib/language/text.ts";
import type { GlossaryEntry } from "#lib/words/glossary/entry.ts";

/** A word, what it means, and who has defined it. The one that the address names is marked. */
export function GlossaryLine({ entry: { id, word, meaning, source } }: { readonly entry: GlossaryEntry }) {
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
        <Meaning text={text(meaning)} />
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
