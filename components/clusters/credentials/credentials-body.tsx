"use client";

import { useState } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { SelectField } from "#components/ui/form/field.tsx";
import { WhyDetails } from "#components/ui/why-details.tsx";
import { text } from "#lib/language/text.ts";
import {
  type AutomaticRotationFamily,
  automaticRotationFamilies,
  rotationPeriodSeconds,
} from "#lib/policy/operations/auto-rotation.ts";
import { isSshEnabled } from "#lib/policy/rotations/ssh-access.ts";
import { autoRotationAct, rotationPeriodChoices } from "#lib/view/rotations/auto-rotation-act.ts";
import { rotationScopeLabels } from "#lib/view/rotations/rotation-scope.ts";
import { findSpecChangeBlocker } from "../cluster-blockers.ts";
import type { Cluster } from "../use-cluster.ts";
import { CloudAccountCard } from "./cloud-account-card.tsx";
import { CredentialsTable } from "./credentials-table.tsx";
import { GardenctlCard } from "./gardenctl-card.tsx";
import { RetrieveCredentialsCard } from "./retrieve-credentials-card.tsx";
import { RotationCard } from "./rotation-card.tsx";
import { gardenerRulesOf } from "./rotation-context.ts";

/** Cards of a cluster's credentials: those that Gardener manages, separated from those that the user manages. */
export function CredentialsBody({ cluster, nowMs }: { readonly cluster: Cluster; readonly nowMs: number }) {
  const rules = gardenerRulesOf(cluster);
  const context = { cluster, rules, nowMs };
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <CredentialsTable context={context} />
        <RotationCard context={context} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <RetrieveCredentialsCard cluster={cluster} />
        <GardenctlCard cluster={cluster} />
        <CloudAccountCard cluster={cluster} />
        {rules("maint.autoRotation") !== "absent" && <AutomaticRotationCard cluster={cluster} />}
      </div>
    </div>
  );
}

/** Card that says which credentials Gardener rotates automatically, and how often. */
function AutomaticRotationCard({ cluster }: { readonly cluster: Cluster }) {
  return (
    <Card id="automatic-rotation" title={text("Automatic rotation")}>
      <p className="text-sm text-pretty text-secondary">{text("In the maintenance window after each period.")}</p>
      <WhyDetails
        about={text("other credentials are not rotated automatically")}
        label={text("Which are not?")}
        className="mb-2"
      >
        {text("Certificate authorities and the ServiceAccount signing key are never rotated automatically.")}
      </WhyDetails>
      <ul className="divide-y divide-hairline">
        {automaticRotationFamilies.map((family) => (
          <Setting key={family} cluster={cluster} family={family} />
        ))}
      </ul>
    </Card>
  );
}

function Setting({ cluster, family }: { readonly cluster: Cluster; readonly family: AutomaticRotationFamily }) {
  const { shoot, row } = cluster;
  const current = rotationPeriodSeconds(shoot, family) ?? 0;
  const [picked, setPicked] = useState<string>();
  const value = picked ?? String(current);
  const name = text(rotationScopeLabels[family]);
  const unchanged = value === String(current) ? text("Choose another period first.") : undefined;
  const workerless =
    family === "sshKeypair" && !isSshEnabled(shoot) ? text("SSH access is off, or there are no nodes.") : undefined;
  return (
    <li className="flex flex-wrap items-end justify-between gap-2 py-2.5">
      <SelectField label={name} value={value} options={rotationPeriodChoices(current)} onText={setPicked} />
      <ActButton
        cluster={row}
        act={autoRotationAct(family, Number(value))}
        label={text("Change…")}
        title={text("Change the automatic rotation ({name})", { name })}
        aria-label={text("Change the automatic rotation: {name}", { name })}
        disabledReason={workerless ?? findSpecChangeBlocker(cluster) ?? unchanged}
        onAccepted={() => setPicked(undefined)}
      />
    </li>
  );
}
