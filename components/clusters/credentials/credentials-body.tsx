"use client";

import { useMemo } from "react";
import type { Cluster } from "../use-cluster.ts";
import { AutomaticRotationCard } from "./automatic-rotation-card.tsx";
import { CloudCard } from "./cloud-card.tsx";
import { CredentialsTable } from "./credentials-table.tsx";
import { RetrieveCard } from "./retrieve-card.tsx";
import { RotationCard } from "./rotation-card.tsx";
import { rulesFor } from "./rotation-context.ts";

/** Gardener's credentials and yours are apart: mixing them up is the commonest mistake. */
export function CredentialsBody({ cluster, nowMs }: { readonly cluster: Cluster; readonly nowMs: number }) {
  const rules = useMemo(() => rulesFor(cluster), [cluster]);
  const context = { cluster, rules, nowMs };
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <CredentialsTable context={context} />
        <RotationCard context={context} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <RetrieveCard cluster={cluster} />
        <CloudCard cluster={cluster} />
        {rules("maint.autoRotation") !== "absent" && <AutomaticRotationCard cluster={cluster} />}
      </div>
    </div>
  );
}
