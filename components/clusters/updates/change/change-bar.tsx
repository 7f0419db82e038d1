"use client";

import { X } from "lucide-react";
import { useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { DraftJudgement } from "#lib/act/updates/draft-faults.ts";
import type { DraftLine } from "#lib/act/updates/draft-lines.ts";
import { emptyDraft } from "#lib/act/updates/update-draft.ts";
import { text } from "#lib/language/text.ts";
import type { ChangeProps } from "./change-props.ts";

interface ChangeBarProps extends ChangeProps {
  readonly lines: readonly DraftLine[];
  readonly judgement: DraftJudgement;
  /** Pools of the draft that are gone. */
  readonly lost: readonly string[];
}

/** Everything that is gathered, what stands against it, and the way to its preview. */
export function ChangeBar({ lines, judgement, lost, obstacle, draft, onChange, onPreview }: ChangeBarProps) {
  const title = useId();
  const { faults } = judgement;
  const refused = faults.length > 0 ? text("The API server would refuse the change: see above.") : undefined;
  const nothing = lines.length === 0 ? text("Nothing would change.") : undefined;
  return (
    <section
      aria-labelledby={title}
      className="sticky bottom-0 z-10 flex max-h-[60dvh] flex-col gap-2 overflow-y-auto rounded-b-card border-t border-hairline bg-raised px-4 py-3 shadow-overlay"
    >
      <h3 id={title} className="text-base font-medium">
        {text("One change with {edits, plural, one {# edit} other {# edits}}", { edits: lines.length })}
      </h3>
      {lines.length > 0 && (
        <ul aria-label={text("Edits in this change")} className="flex flex-wrap gap-1.5">
          {lines.map(({ key, words, without }) => (
            <li
              key={key}
              className="inline-flex min-h-6 max-w-full items-center gap-0.5 rounded-control border border-info-border bg-info-tint pl-2 text-sm text-info-text"
            >
              <span className="min-w-0 py-0.5 break-words">{words}</span>
              <button
                type="button"
                aria-label={text("Remove: {words}", { words })}
                onClick={() => onChange(without)}
                className="grid size-6 shrink-0 place-items-center rounded-control hover:text-ink"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {lost.length > 0 && (
        <Notice hue="caution" title={text("Part of this is left out")}>
          {text("The cluster has no {pools, plural, one {pool} other {pools}} {names} any more.", {
            pools: lost.length,
            names: lost.join(", "),
          })}
        </Notice>
      )}
      {faults.length > 0 && (
        <Notice hue="negative" title={text("The API server would refuse this")}>
          <ul className="wrap-anywhere">
            {faults.map(({ words }) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          disabledReason={obstacle ?? nothing ?? refused}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onPreview(draft, currentTarget)}
        >
          {text("Preview the change…")}
        </Button>
        <Button variant="ghost" onClick={() => onChange(emptyDraft)}>
          {text("Discard")}
        </Button>
        <p className="text-sm text-pretty text-tertiary">{text("Kept in this tab until sent or discarded.")}</p>
      </div>
    </section>
  );
}
