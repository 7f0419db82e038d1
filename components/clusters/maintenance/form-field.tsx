"use client";

import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { inputClass } from "#components/ui/field.tsx";

interface FieldFrame {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
}

interface Described {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

const fieldClass = clsx(inputClass, "h-8 text-base");

function Frame({ label, error, hint, children }: FieldFrame & { readonly children: (field: Described) => ReactNode }) {
  const id = useId();
  const noted = error !== undefined || hint !== undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        "aria-describedby": noted ? `${id}-note` : undefined,
        "aria-invalid": error === undefined ? undefined : true,
      })}
      {noted && (
        <p
          id={`${id}-note`}
          className={clsx("text-sm text-pretty", error === undefined ? "text-tertiary" : "text-negative-text")}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

type InputProps = FieldFrame & Omit<ComponentProps<"input">, "onChange"> & { readonly onText: (text: string) => void };

/** A labelled line of text, with what is wrong with it or what it means beneath. */
export function FormInput({ label, error, hint, onText, className, ...props }: InputProps) {
  return (
    <Frame label={label} error={error} hint={hint}>
      {(field) => (
        <input
          {...props}
          {...field}
          onChange={({ target }) => onText(target.value)}
          className={clsx(fieldClass, className)}
        />
      )}
    </Frame>
  );
}

interface SelectProps extends FieldFrame {
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onText: (value: string) => void;
}

export function FormSelect({ label, error, hint, value, options, onText }: SelectProps) {
  return (
    <Frame label={label} error={error} hint={hint}>
      {(field) => (
        <select {...field} value={value} onChange={({ target }) => onText(target.value)} className={fieldClass}>
          {options.map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}
