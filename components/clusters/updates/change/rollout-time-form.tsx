"use client";

import { useId } from "react";
import { withShootEdit } from "#lib/act/updates/update-draft.ts";
import { type RowWindow, rowWindow } from "#lib/fleet/fields/row-window.ts";
import { text } from "#lib/language/text.ts";
import type { Clock } from "#lib/words/clock.ts";
import { formatSpan } from "#lib/words/format-time.ts";
import type { ChangeProps } from "./change-props.ts";

/** When a change reaches the cluster: as soon as it is taken, or in the maintenance window. */
export function RolloutTimeForm({ context, draft, clock, onChange }: ChangeProps) {
  const name = useId();
  const { maintenance } = context.shoot.spec;
  const held = maintenance?.confineSpecUpdateRollout === true;
  const waits = draft.confine ?? held;
  const choose = (confine: boolean) =>
    onChange(withShootEdit(draft, { confine: confine === held ? undefined : confine }));
  const window = rowWindow(maintenance?.timeWindow ?? undefined, context.now);
  const ways = [
    { confine: false, words: text("Immediately") },
    { confine: true, words: text("In the maintenance window: {window}", { window: windowWords(window, clock) }) },
  ];
  return (
    <fieldset className="border-t border-hairline px-4 py-3.5">
      <legend className="sr-only">{text("When to roll out")}</legend>
      <p aria-hidden className="text-base font-medium">
        {text("When to roll out")}
      </p>
      <div className="mt-1.5 flex flex-col gap-1.5 text-base">
        {ways.map(({ confine, words }) => (
          <label key={words} className="flex items-start gap-2.5">
            <input
              type="radio"
              name={name}
              checked={waits === confine}
              onChange={() => choose(confine)}
              className="mt-1 size-4"
            />
            <span>
              {words}
              {confine === held && <span className="text-tertiary"> {text("(as this cluster is set)")}</span>}
            </span>
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-sm text-pretty text-tertiary">
        {waits === held
          ? text("Applies to every change of the cluster (spec.maintenance.confineSpecUpdateRollout).")
          : text(
              "Also sets spec.maintenance.confineSpecUpdateRollout, which applies to every later change of the cluster.",
            )}
      </p>
    </fieldset>
  );
}

function windowWords(window: RowWindow | undefined, clock: Clock): string {
  if (window === undefined) return text("none is set, so Gardener chooses a moment within a day");
  const span = formatSpan(window, clock);
  return window.open ? text("open now, {span}", { span }) : text("next {span}", { span });
}
