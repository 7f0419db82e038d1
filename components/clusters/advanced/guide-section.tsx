"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import type { GardenFacts } from "#lib/policy/editions/rules-of-shoot.ts";

interface GuideSectionProps {
  readonly id: string;
  readonly title: string;
  /** Whether the section is expanded at first, as for short sections about this cluster. */
  readonly unfolded?: boolean;
  readonly children: ReactNode;
}

function addressOf(id: string): string {
  const { origin, pathname } = window.location;
  return `${origin}${pathname}#${id}`;
}

/** Section of the cluster guide. Its heading has a link that can be copied; following that link expands the section. */
export function GuideSection({ id, title, unfolded = false, children }: GuideSectionProps) {
  const [open, setOpen] = useState(unfolded);
  useEffect(() => {
    const openWhenNamed = () => {
      if (window.location.hash === `#${id}`) setOpen(true);
    };
    openWhenNamed();
    window.addEventListener("hashchange", openWhenNamed);
    return () => window.removeEventListener("hashchange", openWhenNamed);
  }, [id]);
  return (
    <Card
      id={id}
      title={title}
      flush={!open}
      aside={
        <span className="flex gap-1">
          <CopyButton size="xs" variant="ghost" label={text("Copy link")} text={() => addressOf(id)} />
          <Button size="xs" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? text("Hide") : text("Show")}
            <span className="sr-only"> {title}</span>
          </Button>
        </span>
      }
    >
      {open && <div className="flex flex-col gap-3 text-sm text-pretty">{children}</div>}
    </Card>
  );
}

interface GuideFoldedDetailsProps {
  readonly title: string;
  /** Whether the details are expanded at first. */
  readonly unfolded?: boolean;
  readonly children: ReactNode;
}

/** Collapsed details in a guide section that most readers do not need. */
export function GuideFoldedDetails({ title, unfolded = false, children }: GuideFoldedDetailsProps) {
  return (
    <details open={unfolded} className="group/fold border-t border-hairline pt-2">
      <summary className="flex min-h-8 cursor-pointer list-none items-center gap-2 rounded-control font-medium">
        <ChevronRight
          aria-hidden
          className="-ml-1 size-4 shrink-0 text-tertiary transition-transform group-open/fold:rotate-90"
        />
        {title}
      </summary>
      <div className="flex flex-col gap-2 pb-1 pl-5 text-secondary">{children}</div>
    </details>
  );
}

/** Inline code: a Kubernetes or Gardener term that must not be translated. */
export function Code({ children }: { readonly children: ReactNode }) {
  return (
    <code translate="no" className="rounded-tag bg-neutral-tint px-1 text-xs break-all text-ink">
      {children}
    </code>
  );
}

/** Renders the `<code>` tags of messages that are formatted with `richText`. */
export const renderInlineCode = (words: ReactNode) => <Code>{words}</Code>;

export interface SectionProps {
  readonly cluster: ClusterRef;
  readonly shoot: Shoot;
  readonly garden: GardenFacts;
}
