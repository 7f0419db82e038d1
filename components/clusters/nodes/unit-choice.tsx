"use client";

import { useId } from "react";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { text } from "#lib/language/text.ts";
import { commonUnits } from "#lib/view/nodes/units.ts";

export interface UnitChoiceValue {
  readonly ticked: ReadonlySet<string>;
  readonly typed: string;
}

interface UnitChoiceProps {
  readonly value: UnitChoiceValue;
  readonly onChange: (value: UnitChoiceValue) => void;
}

/** Which systemd units: from the list, or typed. */
export function UnitChoice({ value, onChange }: UnitChoiceProps) {
  const id = useId();
  const tick = (unit: string, on: boolean) => {
    const ticked = new Set(value.ticked);
    if (on) ticked.add(unit);
    else ticked.delete(unit);
    onChange({ ...value, ticked });
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-sm font-semibold">{text("Units to restart")}</legend>
      <div className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {commonUnits.map(([unit, words]) => (
          <div key={unit} className="flex items-start gap-2.5 text-sm">
            <span className="pt-0.5">
              <Checkbox
                id={`${id}-${unit}`}
                aria-describedby={`${id}-${unit}-words`}
                checked={value.ticked.has(unit)}
                onCheckedChange={(on) => tick(unit, on === true)}
              />
            </span>
            <span className="min-w-0">
              <label htmlFor={`${id}-${unit}`} className="font-medium" translate="no">
                {unit}
              </label>
              <span id={`${id}-${unit}-words`} className="block text-xs text-tertiary">
                {text(words)}
              </span>
            </span>
          </div>
        ))}
      </div>
      <TextField
        label={text("Other units")}
        hint={text("systemd names, separated by commas. You can omit .service.")}
        autoCapitalize="none"
        spellCheck={false}
        value={value.typed}
        onText={(typed) => onChange({ ...value, typed })}
      />
    </fieldset>
  );
}
