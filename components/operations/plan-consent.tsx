"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { PhraseField } from "#components/ui/form/phrase-field.tsx";
import { Tick } from "#components/ui/form/tick.tsx";
import { consequencesOf, type Plan, phraseOf } from "#lib/act/bulk/plan-run.ts";
import { isMistyped } from "#lib/act/plan/consent.ts";
import { countOf } from "#lib/words/count.ts";

interface PlanConsentProps {
  readonly verb: string;
  readonly plan: Plan;
  /** Why nothing can be confirmed yet. */
  readonly obstacle: string | undefined;
  readonly words: string;
  readonly onConfirm: () => Promise<void>;
}

/** One tick for each consequence, the phrase with the number of clusters, and the button that names the act. */
export function PlanConsent({ verb, plan, obstacle, words, onConfirm }: PlanConsentProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const consequences = consequencesOf(plan);
  const phrase = obstacle === undefined ? phraseOf({ verb }, plan) : undefined;
  const open = consequences.filter(({ sentence }) => !ticked.has(sentence)).length;
  const missing =
    obstacle ??
    (open > 0
      ? `Tick ${open === 1 ? "the consequence" : `the ${open} consequences`} first.`
      : phrase !== undefined && typed.trim() !== phrase
        ? `Type ${phrase} to confirm.`
        : undefined);
  const tick = (sentence: string, on: boolean) =>
    setTicked((held) => {
      const next = new Set(held);
      if (on) next.add(sentence);
      else next.delete(sentence);
      return next;
    });
  const confirm = () =>
    onConfirm().catch(() => setFault("This browser could not write the run down, so nothing was sent."));
  return (
    <div className="mt-5 flex flex-col gap-4 border-t border-hairline pt-4">
      {obstacle === undefined &&
        consequences.map(({ sentence, clusters }) => (
          <Tick key={sentence} ticked={ticked.has(sentence)} onTick={(on) => tick(sentence, on)}>
            {sentence} <span className="text-secondary">({countOf(clusters, "cluster")})</span>
          </Tick>
        ))}
      {phrase !== undefined && (
        <PhraseField
          className="max-w-sm"
          phrase={phrase}
          typed={typed}
          wrong={isMistyped(phrase, typed)}
          onType={setTyped}
        />
      )}
      {fault !== undefined && (
        <p role="alert" className="text-sm text-negative-text">
          {fault}
        </p>
      )}
      <div>
        <Button variant="primary" disabledReason={missing} onClick={() => void confirm()}>
          {words}
        </Button>
      </div>
    </div>
  );
}
