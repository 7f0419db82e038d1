"use client";

import { clsx } from "clsx";
import { useId } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { inputClass } from "#components/ui/field.tsx";
import type { ActPreview } from "#lib/contract/act.ts";
import { type Consent, isMistyped, keyOfConsequence } from "#lib/view/act/consent.ts";

interface ActConsentProps {
  readonly friction: ActPreview["friction"];
  readonly value: Consent;
  readonly onChange: (consent: Consent) => void;
}

/** One tick for each consequence, and the words to type where the damage calls for it. */
export function ActConsent({ friction: { consequences, phrase }, value, onChange }: ActConsentProps) {
  const id = useId();
  if (consequences.length === 0 && phrase === undefined) return null;
  const tick = (key: string, ticked: boolean) => {
    const next = new Set(value.ticked);
    if (ticked) next.add(key);
    else next.delete(key);
    onChange({ ...value, ticked: next });
  };
  return (
    <section aria-label="Your consent" className="flex flex-col gap-3 border-t border-hairline pt-4">
      {consequences.map((consequence) => {
        const key = keyOfConsequence(consequence);
        return (
          <div key={key} className="flex items-start gap-2.5">
            <span className="pt-0.5">
              <Checkbox
                id={`${id}-${consequence.id}`}
                checked={value.ticked.has(key)}
                onCheckedChange={(ticked) => tick(key, ticked === true)}
              />
            </span>
            <label htmlFor={`${id}-${consequence.id}`} className="text-base text-pretty">
              {consequence.sentence}
            </label>
          </div>
        );
      })}
      {phrase !== undefined && (
        <TypedPhrase id={id} phrase={phrase} typed={value.typed} onType={(typed) => onChange({ ...value, typed })} />
      )}
    </section>
  );
}

interface TypedPhraseProps {
  readonly id: string;
  readonly phrase: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

function TypedPhrase({ id, phrase, typed, onType }: TypedPhraseProps) {
  const wrong = isMistyped(phrase, typed);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={`${id}-phrase`} className="text-base">
        Type{" "}
        <code translate="no" className="rounded-tag bg-surface px-1 py-0.5 text-sm font-medium break-all">
          {phrase}
        </code>{" "}
        to confirm
      </label>
      <input
        id={`${id}-phrase`}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
        onChange={({ target }) => onType(target.value)}
        className={clsx(inputClass, "h-9 font-mono text-sm")}
      />
      {wrong && (
        <p id={`${id}-error`} className="text-sm text-negative-text">
          This is not what has to be typed: {phrase}
        </p>
      )}
    </div>
  );
}
