"use client";

import { useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";
import type { ShootWithProfile, WhatIfChange } from "#lib/policy/forecast/what-if-change.ts";
import { autoUpdateOf } from "#lib/policy/versions/auto-update.ts";
import { whatIfChoices } from "#lib/view/upcoming-versions/what-if-choices.ts";
import {
  type ParsedWhatIf,
  withoutWhatIfChange,
  withWhatIfChange,
} from "#lib/view/upcoming-versions/what-if-grammar.ts";
import { describeWhatIfError, whatIfChangeLabel } from "#lib/view/upcoming-versions/what-if-labels.ts";
import type { RejectedWhatIfChange } from "#lib/view/upcoming-versions/what-if-outcome-of.ts";
import { EditChip } from "./change/edit-chip.tsx";
import { writeSimulatedChangesToUrl } from "./use-updates-address.ts";
import { WhatIfForm } from "./what-if-form.tsx";

interface WhatIfStripProps {
  /** The Shoot and its CloudProfile as of the snapshot. */
  readonly world: ShootWithProfile;
  readonly whatIf: ParsedWhatIf;
  readonly refused: readonly RejectedWhatIfChange[];
  /** Whether the simulated changes affect the forecast; undefined while the forecast is being computed. */
  readonly matters: boolean | undefined;
}

/** Toolbar that simulates changes on the page's data. The changes are in the URL and never sent to Gardener. */
export function WhatIfStrip({ world, whatIf, refused, matters }: WhatIfStripProps) {
  const [open, setOpen] = useState(false);
  const choices = useMemo(() => whatIfChoices(world), [world]);
  const { changes, misread } = whatIf;
  const apply = (change: WhatIfChange) => writeSimulatedChangesToUrl(withWhatIfChange(whatIf, change));
  const active = changes.length > 0;
  return (
    <section
      aria-labelledby="what-if-title"
      className="rounded-card border border-hairline bg-canvas"
      data-print="hidden"
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-2.5">
        <h2 id="what-if-title" className="text-base font-semibold">
          {text("Simulate")}
        </h2>
        <AutoUpdateSwitches world={world} changes={changes} onChange={apply} />
        <Button size="sm" aria-expanded={open} aria-controls="what-if-form" onClick={() => setOpen(!open)}>
          {text("More scenarios…")}
        </Button>
        <p className="text-sm text-tertiary">{text("Simulation only. Nothing is saved.")}</p>
      </div>
      {open && (
        <div id="what-if-form" className="border-t border-hairline px-4 py-3">
          <WhatIfForm world={world} choices={choices} onTry={apply} />
        </div>
      )}
      {(active || misread.length > 0) && (
        <div className="flex flex-col gap-2 border-t border-hairline px-4 py-3" aria-live="polite">
          {active && (
            <ul aria-label={text("Simulated changes")} className="flex flex-wrap items-center gap-1.5">
              {changes.map((change) => (
                <EditChip
                  key={JSON.stringify(change)}
                  words={whatIfChangeLabel(change)}
                  onRemove={() => writeSimulatedChangesToUrl(withoutWhatIfChange(whatIf, change))}
                />
              ))}
              <li>
                <Button
                  variant="ghost"
                  size="xs"
                  onClick={() => writeSimulatedChangesToUrl({ changes: [], misread: [] })}
                >
                  {text("As things stand")}
                </Button>
              </li>
            </ul>
          )}
          {active && matters !== undefined && (
            <p className="text-sm text-pretty text-secondary">
              {matters
                ? text("The chart and the table show the simulated result. Differences are marked.")
                : text("Nothing would change: the forecast stays as it is.")}{" "}
              {text("The API server is not asked.")}
            </p>
          )}
          {refused.map(({ change, fault }) => (
            <Notice
              key={JSON.stringify(change)}
              hue="caution"
              title={text("Not simulated: {change}", { change: whatIfChangeLabel(change) })}
            >
              {describeWhatIfError(fault)}
            </Notice>
          ))}
          {misread.map(({ text: part, why }) => (
            <Notice
              key={part}
              hue="caution"
              title={text("Not understood in the address: {part}", { part })}
              action={
                <Button
                  size="sm"
                  onClick={() =>
                    writeSimulatedChangesToUrl({ changes, misread: misread.filter((other) => other.text !== part) })
                  }
                >
                  {text("Remove")}
                </Button>
              }
            >
              {text("Not simulated: {why}.", { why })}
            </Notice>
          ))}
        </div>
      )}
    </section>
  );
}

interface SwitchesProps {
  readonly world: ShootWithProfile;
  readonly changes: readonly WhatIfChange[];
  readonly onChange: (change: WhatIfChange) => void;
}

function triedValue(changes: readonly WhatIfChange[], field: "kubernetes" | "machineImages"): boolean | undefined {
  const last = changes.findLast((change) => change.code === "auto-update" && change[field] !== undefined);
  return last?.code === "auto-update" ? last[field] : undefined;
}

function AutoUpdateSwitches({ world, changes, onChange }: SwitchesProps) {
  const { spec } = world.shoot;
  const now = autoUpdateOf(spec.maintenance);
  const look = { className: "text-sm", labelClass: "py-1" };
  return (
    <>
      <CheckField
        {...look}
        label={text("Kubernetes updates automatic")}
        checked={triedValue(changes, "kubernetes") ?? now.kubernetesVersion}
        onChange={(kubernetes) => onChange({ code: "auto-update", kubernetes })}
      />
      {(spec.provider.workers ?? []).length > 0 && (
        <CheckField
          {...look}
          label={text("Image updates automatic")}
          checked={triedValue(changes, "machineImages") ?? now.machineImageVersion}
          onChange={(machineImages) => onChange({ code: "auto-update", machineImages })}
        />
      )}
    </>
  );
}
