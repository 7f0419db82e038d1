"use client";

import { type ReactNode, useState } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { text } from "#lib/language/text.ts";
import type { ManifestPartsValidation } from "#lib/view/advanced/critical-daemon-set-manifest-of.ts";

interface GeneratedTextProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** Text that a form has generated, with a copy button. Nothing is sent to a server. */
export function GeneratedText({ title, text: content, children }: GeneratedTextProps) {
  return (
    <figure className="min-w-0 rounded-control border border-hairline">
      <figcaption className="flex flex-wrap items-center justify-between gap-2 border-b border-hairline px-3 py-1.5">
        <span className="min-w-0 text-sm font-medium break-words">{title}</span>
        <CopyButton size="xs" variant="ghost" label={text("Copy")} text={content} />
      </figcaption>
      {children !== undefined && <p className="px-3 pt-2 text-sm text-pretty text-secondary">{children}</p>}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={title}
        className="scrollbar-thin max-h-80 overflow-auto px-3 py-2"
      >
        <pre className="text-xs leading-5">
          <code translate="no">{content}</code>
        </pre>
      </section>
    </figure>
  );
}

interface NameGeneratorProps {
  readonly label: string;
  readonly hint: string;
  readonly title: string;
  readonly example: string;
  readonly judge: (name: string) => ManifestPartsValidation;
}

/** Form that generates a part of a manifest from a name. */
export function NameToManifestForm({ label, hint, title, example, judge }: NameGeneratorProps) {
  const [name, setName] = useState(example);
  const { fault, yaml } = judge(name);
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={label}
        value={name}
        onText={setName}
        error={fault}
        hint={hint}
        autoComplete="off"
        spellCheck={false}
      />
      {yaml !== undefined && <GeneratedText title={title} text={yaml} />}
    </div>
  );
}
