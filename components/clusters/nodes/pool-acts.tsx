"use client";

import { ActButton } from "#components/act/act-button.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import type { Act } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";
import type { PoolRow } from "#lib/view/nodes/pool-rows.ts";
import { rollAct } from "#lib/view/rotations/rotation-scope.ts";
import { refusalOf, rulesFor } from "../credentials/rotation-context.ts";
import type { Cluster } from "../use-cluster.ts";

interface PoolActsProps {
  readonly cluster: Cluster;
  readonly pool: PoolRow;
  readonly tabIndex: number;
}

/** What can be asked of a whole pool. Whatever makes no sense for it is not offered. */
export function PoolActs({ cluster, pool, tabIndex }: PoolActsProps) {
  const { name, pending, inPlace } = pool;
  const nowMs = useNow(30_000);
  const context = { cluster, rules: rulesFor(cluster), nowMs };
  const offered: { readonly label: string; readonly title: string; readonly act: Act }[] = [];
  if (pending.some(({ id }) => id === "rotation")) {
    offered.push({
      label: text("Roll for the rotation"),
      title: text("Roll pool {name} for the rotation", { name }),
      act: rollAct([name]),
    });
  }
  if (!inPlace) {
    const act: Act = { kind: "operation", id: "rollout-workers", pools: [name], when: "now" };
    offered.push({ label: text("Replace its nodes"), title: text("Replace the nodes of pool {name}", { name }), act });
  }
  if (pending.some(({ id }) => id === "auto-in-place" || id === "manual-in-place")) {
    const act: Act = { kind: "operation", id: "force-in-place-update", when: "now" };
    offered.push({ label: text("Force the update in place"), title: text("Force the update in place"), act });
  }
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {offered.map(({ label, title, act }) => (
        <ActButton
          key={label}
          cluster={cluster.row}
          act={act}
          label={label}
          title={title}
          aria-label={`${label}: ${name}`}
          size="sm"
          tabIndex={tabIndex}
          disabledReason={refusalOf(act, context)}
        />
      ))}
    </span>
  );
}
