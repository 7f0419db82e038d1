"use client";

import { ActButton } from "#components/act/act-button.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import type { Act } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";
import { offeredPoolActs, type PoolActId, poolActLabel } from "#lib/view/nodes/pool-acts.ts";
import type { PoolRow } from "#lib/view/nodes/pool-rows.ts";
import { rotationRolloutAct } from "#lib/view/rotations/rotation-scope.ts";
import { findRotationActBlocker, gardenerRulesOf } from "../credentials/rotation-context.ts";
import type { Cluster } from "../use-cluster.ts";
import { PoolSizeButton } from "./pool-size-button.tsx";

interface PoolActsProps {
  readonly cluster: Cluster;
  readonly pool: PoolRow;
  readonly tabIndex: number;
}

/** Buttons for the actions on a whole worker pool. Irrelevant actions are left out. */
export function PoolActs({ cluster, pool, tabIndex }: PoolActsProps) {
  const { name, worker } = pool;
  const nowMs = useNow(30_000);
  const context = { cluster, rules: gardenerRulesOf(cluster), nowMs };
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {offeredPoolActs(pool).map((id) => {
        if (id === "change-size") {
          return worker && <PoolSizeButton key={id} cluster={cluster} worker={worker} tabIndex={tabIndex} />;
        }
        const act = actOf(id, name);
        const label = poolActLabel(id);
        return (
          <ActButton
            key={id}
            cluster={cluster.row}
            act={act}
            label={label}
            title={titleOf(id, name)}
            aria-label={`${label}: ${name}`}
            size="sm"
            tabIndex={tabIndex}
            disabledReason={findRotationActBlocker(act, context)}
          />
        );
      })}
    </span>
  );
}

function actOf(id: Exclude<PoolActId, "change-size">, pool: string): Act {
  if (id === "roll-for-rotation") return rotationRolloutAct([pool]);
  return id === "replace-nodes"
    ? { kind: "operation", id: "rollout-workers", pools: [pool], when: "now" }
    : { kind: "operation", id: "force-in-place-update", when: "now" };
}

function titleOf(id: PoolActId, name: string): string {
  if (id === "roll-for-rotation") return text("Roll pool {name} for the rotation", { name });
  return id === "replace-nodes" ? text("Replace the nodes of pool {name}", { name }) : poolActLabel(id);
}
