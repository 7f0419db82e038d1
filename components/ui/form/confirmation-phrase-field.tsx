import { clsx } from "clsx";
import { text } from "#lib/language/text.ts";
import { richText } from "../rich-text.ts";
import { Field, verbatimInputProps } from "./field.tsx";
import { inputClass } from "./input-class.ts";

interface PhraseFieldProps {
  readonly phrase: string;
  readonly typed: string;
  /** Whether the typed text differs from the beginning of the phrase. */
  readonly wrong: boolean;
  readonly onType: (typed: string) => void;
  readonly className?: string;
}

/** Input in which the user types a phrase to confirm a critical action. A typing error is reported at once. */
export function ConfirmationPhraseField({ phrase, typed, wrong, onType, className }: PhraseFieldProps) {
  return (
    <Field
      label={richText("Type <phrase></phrase> to confirm", {
        phrase: () => (
          <code translate="no" className="rounded-tag bg-surface px-1 py-0.5 text-sm font-medium break-all">
            {phrase}
          </code>
        ),
      })}
      labelClass="text-base"
      className={clsx("flex flex-col gap-1.5", className)}
      error={wrong ? text("This is not what has to be typed: {phrase}", { phrase }) : undefined}
    >
      {(control) => (
        <input
          {...control}
          {...verbatimInputProps}
          value={typed}
          onChange={({ target }) => onType(target.value)}
          className={clsx(inputClass, "h-9 font-mono text-sm")}
        />
      )}
    </Field>
  );
}
