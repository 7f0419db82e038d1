"use client";

import { clsx } from "clsx";
import { Field, verbatimLine } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { text } from "#lib/language/text.ts";

interface SettingInputProps {
  readonly label: string;
  /** The field as the specification spells it. */
  readonly field: string;
  readonly pool: string;
  readonly hint: string;
  readonly value: string;
  /** What holds while the field is empty; empty where nothing does. */
  readonly byDefault: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
}

/** One setting of a pool, with what it means and what holds without it. */
export function SettingInput(props: SettingInputProps) {
  const { label, field, pool, hint, value, byDefault, error, onChange } = props;
  return (
    <Field
      label={
        <>
          {label} <span className="sr-only">{text("of pool {pool}", { pool })}</span>
          <code className="text-xs font-normal text-tertiary" translate="no">
            {field}
          </code>
        </>
      }
      error={error}
      hint={`${hint} ${byDefault === "" ? text("Not set by default.") : text("Default: {byDefault}.", { byDefault })}`}
      hintStays
      className="flex flex-col gap-1"
    >
      {(control) => (
        <input
          {...control}
          {...verbatimLine}
          value={value}
          placeholder={byDefault}
          onChange={({ target }) => onChange(target.value)}
          className={clsx(inputClass, "h-8 text-sm")}
        />
      )}
    </Field>
  );
}
