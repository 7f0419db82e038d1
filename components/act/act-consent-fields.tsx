import { ConfirmationPhraseField } from "#components/ui/form/confirmation-phrase-field.tsx";
import { ConsentCheckbox } from "#components/ui/form/consent-checkbox.tsx";
import { type ConfirmationInput, consequenceKeyOf, isPhraseMistyped } from "#lib/act/plan/consent.ts";
import type { ActPreview } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";

interface ActConsentProps {
  readonly friction: ActPreview["friction"];
  readonly value: ConfirmationInput;
  readonly onChange: (consent: ConfirmationInput) => void;
}

/** Controls to agree to an action: a checkbox per consequence, and a phrase to type if the action is risky. */
export function ActConsentFields({ friction: { consequences, phrase }, value, onChange }: ActConsentProps) {
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
        const key = consequenceKeyOf(consequence);
        return (
          <ConsentCheckbox key={key} ticked={value.ticked.has(key)} onTick={(ticked) => tick(key, ticked)}>
            {consequence.sentence}
          </ConsentCheckbox>
        );
      })}
      {phrase !== undefined && (
        <ConfirmationPhraseField
          phrase={phrase}
          typed={value.typed}
          wrong={isPhraseMistyped(phrase, value.typed)}
          onType={(typed) => onChange({ ...value, typed })}
        />
      )}
    </section>
  );
}
