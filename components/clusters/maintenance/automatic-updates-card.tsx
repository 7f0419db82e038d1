"use client";

import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Status } from "#components/ui/status.tsx";
import type { Act } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";
import { autoUpdateOf } from "#lib/policy/versions/auto-update.ts";
import { autoUpdateAct, confineSpecUpdateAct } from "#lib/view/maintenance/maintenance-acts.ts";
import { findSpecChangeBlocker } from "../cluster-blockers.ts";
import type { Cluster } from "../use-cluster.ts";

/** Card with the settings of the maintenance window: automatic updates, and whether changes of the spec wait for it. */
export function AutomaticUpdatesCard({ cluster }: { readonly cluster: Cluster }) {
  const { maintenance, provider } = cluster.shoot.spec;
  const { kubernetesVersion, machineImageVersion } = autoUpdateOf(maintenance);
  const confined = maintenance?.confineSpecUpdateRollout === true;
  const hasPools = (provider.workers ?? []).length > 0;
  return (
    <Card id="automatic" title={text("Automatic in the maintenance window")}>
      <ul className="-my-3.5 divide-y divide-hairline">
        <Switch
          cluster={cluster}
          name={text("Automatic Kubernetes updates")}
          title={
            kubernetesVersion
              ? text("Turn off automatic Kubernetes updates")
              : text("Turn on automatic Kubernetes updates")
          }
          on={kubernetesVersion}
          act={autoUpdateAct("kubernetesVersion", !kubernetesVersion)}
        >
          {kubernetesVersion
            ? text("Installs the newest patch of the minor as soon as it is supported.")
            : text("No updates until the version expires. Then Gardener updates it anyway.")}
        </Switch>
        {hasPools && (
          <Switch
            cluster={cluster}
            name={text("Automatic machine image updates")}
            title={
              machineImageVersion ? text("Turn off automatic image updates") : text("Turn on automatic image updates")
            }
            on={machineImageVersion}
            act={autoUpdateAct("machineImageVersion", !machineImageVersion)}
          >
            {machineImageVersion
              ? text("Installs new image versions by the profile's update strategy. The pools' nodes are replaced.")
              : text("No updates until the image version expires. Then Gardener updates it anyway.")}
          </Switch>
        )}
        <Switch
          cluster={cluster}
          name={text("Roll out spec changes in the window only")}
          title={confined ? text("Turn off rollout in the window only") : text("Turn on rollout in the window only")}
          on={confined}
          act={confineSpecUpdateAct(!confined)}
        >
          {confined
            ? text(
                "Changes are saved immediately and rolled out in the next window. Reconcile and Retry roll out waiting changes.",
              )
            : text("Changes are rolled out immediately.")}
        </Switch>
      </ul>
    </Card>
  );
}

interface SwitchProps {
  readonly cluster: Cluster;
  readonly name: string;
  /** Full description of what the button does. */
  readonly title: string;
  readonly on: boolean;
  /** Action that switches the setting on or off. */
  readonly act: Act;
  readonly children: ReactNode;
}

function Switch({ cluster, name, title, on, act, children }: SwitchProps) {
  const turn = on ? text("Turn off") : text("Turn on");
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {name}
          <Status hue={on ? "positive" : "neutral"} icon={on ? <Check aria-hidden /> : <Minus aria-hidden />} quiet>
            {on ? text("On") : text("Off")}
          </Status>
        </p>
        <p className="mt-1 text-pretty text-secondary">{children}</p>
      </div>
      <ActButton
        cluster={cluster.row}
        act={act}
        label={turn}
        aria-label={`${turn}: ${name}`}
        title={title}
        size="sm"
        disabledReason={findSpecChangeBlocker(cluster)}
      />
    </li>
  );
}
