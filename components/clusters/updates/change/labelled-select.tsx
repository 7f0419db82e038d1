"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { nativeSelectClass } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";

interface LabelledSelectProps {
  /** Label for screen readers; sighted users see the header of the column. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean;
  readonly children: ReactNode;
}

export function LabelledSelect(props: LabelledSelectProps) {
  const { label, value, onChange, describedBy, invalid = false, children } = props;
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      className={clsx(inputClass, nativeSelectClass, "h-8 w-full max-w-full text-sm")}
    >
      {children}
    </select>
  );
}
