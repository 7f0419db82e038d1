"use client";

import { clsx } from "clsx";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { inputClass } from "#components/ui/field.tsx";
import { isMistyped } from "#lib/view/act/consent.ts";
import { consequencesOf, type Plan, phraseOf } from "#lib/view/bulk/plan-run.ts";

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
  const confirm = () =>
    onConfirm().catch(() => setFault("This browser could not write the run down, so nothing was sent."));
  return (
    <div className="mt-5 flex flex-col gap-4 border-t border-hairline pt-4">
      {obstacle === undefined &&
        consequences.map((consequence) => (
          <Consequence
            key={consequence.sentence}
            {...consequence}
            ticked={ticked.has(consequence.sentence)}
            onTick={(on) =>
              setTicked((held) => {
                const next = new Set(held);
                if (on) next.add(consequence.sentence);
                else next.delete(consequence.sentence);
                return next;
              })
            }
          />
        ))}
      {phrase !== undefined && <Phrase phrase={phrase} typed={typed} onType={setTyped} />}
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

interface ConsequenceProps {
  readonly sentence: string;
  readonly clusters: number;
  readonly ticked: boolean;
  readonly onTick: (on: boolean) => void;
}

function Consequence({ sentence, clusters, ticked, onTick }: ConsequenceProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <span className="pt-0.5">
        <Checkbox id={id} checked={ticked} onCheckedChange={(on) => onTick(on === true)} />
      </span>
      <label htmlFor={id} className="text-base text-pretty">
        {sentence}{" "}
        <span className="text-secondary">
          ({clusters} {clusters === 1 ? "cluster" : "clusters"})
        </span>
      </label>
    </div>
  );
}

interface PhraseProps {
  readonly phrase: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

function Phrase({ phrase, typed, onType }: PhraseProps) {
  const id = useId();
  const wrong = isMistyped(phrase, typed);
  return (
    <div className="flex max-w-sm flex-col gap-1">
      <label htmlFor={id} className="text-base">
        Type <code className="font-medium">{phrase}</code> to confirm
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
        onChange={({ target }) => onType(target.value)}
        className={clsx(inputClass, "h-8 font-mono text-sm")}
      />
      {wrong && (
        <p id={`${id}-error`} className="text-sm text-negative-text">
          This is not the phrase.
        </p>
      )}
    </div>
  );
}
