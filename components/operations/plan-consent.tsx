import { useState } from "react";
import { ApiProblem } from "#components/data/calls/api-problem.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmationPhraseField } from "#components/ui/form/confirmation-phrase-field.tsx";
import { ConsentCheckbox } from "#components/ui/form/consent-checkbox.tsx";
import { type BulkPlan, confirmationPhraseOf, consequencesOfBulkPlan } from "#lib/act/bulk/plan-run.ts";
import type { BulkVerb } from "#lib/act/bulk-verbs.ts";
import { isPhraseMistyped } from "#lib/act/plan/consent.ts";
import { text } from "#lib/language/text.ts";

interface PlanConsentProps {
  readonly verb: BulkVerb;
  readonly plan: BulkPlan;
  /** Reason why the plan cannot be confirmed yet. */
  readonly obstacle: string | undefined;
  readonly words: string;
  readonly onConfirm: () => Promise<void>;
}

/** Form that confirms a bulk plan: a checkbox per consequence, a phrase with the number of clusters, and a button. */
export function PlanConsent({ verb, plan, obstacle, words, onConfirm }: PlanConsentProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const consequences = consequencesOfBulkPlan(plan);
  const phrase = obstacle === undefined ? confirmationPhraseOf({ verb }, plan) : undefined;
  const open = consequences.filter(({ sentence }) => !ticked.has(sentence)).length;
  const missing =
    obstacle ??
    (open > 0
      ? open === 1
        ? text("Tick the consequence first.")
        : text("Tick the {open} consequences first.", { open })
      : phrase !== undefined && typed.trim() !== phrase
        ? text("Type {phrase} to confirm.", { phrase })
        : undefined);
  const tick = (sentence: string, on: boolean) =>
    setTicked((held) => {
      const next = new Set(held);
      if (on) next.add(sentence);
      else next.delete(sentence);
      return next;
    });
  const confirm = () =>
    onConfirm().catch((error: unknown) =>
      setFault(
        (error instanceof ApiProblem ? error.fault.detail : undefined) ??
          text("This browser could not write the run down, so nothing was sent."),
      ),
    );
  return (
    <div className="mt-5 flex flex-col gap-4 border-t border-hairline pt-4">
      {obstacle === undefined &&
        consequences.map(({ sentence, clusters }) => (
          <ConsentCheckbox key={sentence} ticked={ticked.has(sentence)} onTick={(on) => tick(sentence, on)}>
            {sentence}{" "}
            <span className="text-secondary">
              ({text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters })})
            </span>
          </ConsentCheckbox>
        ))}
      {phrase !== undefined && (
        <ConfirmationPhraseField
          className="max-w-sm"
          phrase={phrase}
          typed={typed}
          wrong={isPhraseMistyped(phrase, typed)}
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
