"use client";

import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { inputClass } from "#components/ui/field.tsx";

interface LabelledSelectProps {
  /** Said, not shown, where the column's heading shows it. */
  readonly label: string;
  readonly hidden?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean;
  readonly children: ReactNode;
}

export function LabelledSelect(props: LabelledSelectProps) {
  const { label, hidden = false, value, onChange, describedBy, invalid = false, children } = props;
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={hidden ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className={clsx(inputClass, "h-8 w-full max-w-full text-sm")}
      >
        {children}
      </select>
    </>
  );
}
