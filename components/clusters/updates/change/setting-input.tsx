"use client";

import { clsx } from "clsx";
import { useId } from "react";
import { inputClass } from "#components/ui/field.tsx";

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
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label} <span className="sr-only">of pool {pool}</span>
        <code className="text-xs font-normal text-tertiary" translate="no">
          {field}
        </code>
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        placeholder={byDefault}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
        className={clsx(inputClass, "h-8 text-sm")}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm text-negative-text">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="text-sm text-pretty text-tertiary">
        {hint} {byDefault === "" ? "Not set by default." : `Default: ${byDefault}.`}
      </p>
    </div>
  );
}
