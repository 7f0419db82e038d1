import type { RefObject } from "react";
import { text } from "#lib/language/text.ts";
import { Field, formLabelClass } from "./field.tsx";
import { inputClass } from "./input-class.ts";

interface NameFieldProps {
  readonly label?: string | undefined;
  readonly name: string;
  readonly maxLength: number;
  readonly onName: (name: string) => void;
  readonly control: RefObject<HTMLInputElement | null>;
}

/** Input for the name of something that the user creates. Any text is valid unless it is empty. */
export function NameField({ label = text("Name"), name, maxLength, onName, control }: NameFieldProps) {
  return (
    <Field label={label} labelClass={formLabelClass} className="flex flex-col gap-1.5">
      {(tied) => (
        <input
          {...tied}
          ref={control}
          value={name}
          maxLength={maxLength}
          required
          pattern=".*\S.*"
          title={text("A name of at least one letter")}
          onChange={({ target }) => onName(target.value)}
          className={`${inputClass} h-8`}
        />
      )}
    </Field>
  );
}
