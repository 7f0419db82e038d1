"use client";

import { clsx } from "clsx";
import { useId } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { inputClass } from "#components/ui/field.tsx";

export interface Consent {
  readonly ticked: boolean;
  readonly typed: string;
}

export const emptyConsent: Consent = { ticked: false, typed: "" };

/** What is still missing, in words for the button; undefined when all is there. */
export function missingConsent({ ticked, typed }: Consent, name: string): string | undefined {
  if (!ticked) return "Tick that you accept the consequence.";
  return typed.trim() === name ? undefined : `Type the cluster's name, ${name}.`;
}

interface OperationConsentProps {
  readonly value: Consent;
  readonly consequence: string;
  readonly name: string;
  readonly onChange: (consent: Consent) => void;
}

export function OperationConsent({ value, consequence, name, onChange }: OperationConsentProps) {
  const id = useId();
  const wrong = value.typed.trim() !== "" && !name.startsWith(value.typed.trim());
  return (
    <div className="flex flex-col gap-3 border-t border-hairline pt-3">
      <div className="flex items-start gap-2.5">
        <span className="pt-0.5">
          <Checkbox
            id={`${id}-tick`}
            checked={value.ticked}
            onCheckedChange={(ticked) => onChange({ ...value, ticked: ticked === true })}
          />
        </span>
        <label htmlFor={`${id}-tick`} className="text-base text-pretty">
          {consequence}
        </label>
      </div>
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}-name`} className="text-base">
          Type <code className="font-medium">{name}</code> to confirm
        </label>
        <input
          id={`${id}-name`}
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={value.typed}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-error` : undefined}
          onChange={({ target }) => onChange({ ...value, typed: target.value })}
          className={clsx(inputClass, "h-8 font-mono text-sm")}
        />
        {wrong && (
          <p id={`${id}-error`} className="text-sm text-negative-text">
            This is not the name of the cluster.
          </p>
        )}
      </div>
    </div>
  );
}
