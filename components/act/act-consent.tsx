import { ConsentCheckbox } from "#components/ui/form/consent-checkbox.tsx";
import { PhraseField } from "#components/ui/form/phrase-field.tsx";
import { type Consent, isMistyped, keyOfConsequence } from "#lib/act/plan/consent.ts";
import type { ActPreview } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";

interface ActConsentProps {
  readonly friction: ActPreview["friction"];
  readonly value: Consent;
  readonly onChange: (consent: Consent) => void;
}

/** Consent to an act: a checkbox per consequence, and a phrase to type where the risk requires it. */
export function ActConsent({ friction: { consequences, phrase }, value, onChange }: ActConsentProps) {
  if (consequences.length === 0 && phrase === undefined) return null;
  const tick = (key: string, ticked: boolean) => {
    const next = new Set(value.ticked);
    if (ticked) next.add(key);
    else next.delete(key);
    onChange({ ...value, ticked: next });
  };
  return (
    <section aria-label={text("Your consent")} className="flex flex-col gap-2.5">
      {consequences.map((consequence) => {
        const key = keyOfConsequence(consequence);
        return (
          <ConsentCheckbox key={key} ticked={value.ticked.has(key)} onTick={(ticked) => tick(key, ticked)}>
            {consequence.sentence}
          </ConsentCheckbox>
        );
      })}
      {phrase !== undefined && (
        <PhraseField
          phrase={phrase}
          typed={value.typed}
          wrong={isMistyped(phrase, value.typed)}
          onType={(typed) => onChange({ ...value, typed })}
        />
      )}
    </section>
  );
}
