"use client";

import { CalendarPlus } from "lucide-react";
import { useActObstacle } from "#components/act/use-act-obstacle.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { type ActAtOnceId, destructiveActIds, safeActIds } from "#lib/act/acts-at-once.ts";
import { extendLifetime } from "#lib/act/plan/extend-lifetime-act.ts";
import { text } from "#lib/language/text.ts";
import { evaluate } from "#lib/policy/operations/evaluate.ts";
import { operationRefusal, rightsOf } from "../cluster-refusal.ts";
import { objectRefusal } from "../object-refusal.ts";
import type { Cluster } from "../use-cluster.ts";
import { menuActOf } from "./menu-act-of.ts";
import type { MenuAct } from "./menu-acts.tsx";

interface OfferedActs {
  readonly safe: readonly MenuAct[];
  /** What ends the cluster. */
  readonly destructive: readonly MenuAct[];
}

/** What can be done with a cluster at once, for whoever offers it: each act with the reason why not now. */
export function useOfferedActs(cluster: Cluster): OfferedActs {
  const now = useNow(10_000);
  const general = useActObstacle(cluster.row);
  const offer = (id: ActAtOnceId) => menuActOf(id, general ?? operationRefusal(cluster, { id }, now));
  const isHibernated = cluster.shoot.spec.hibernation?.enabled === true;
  return {
    safe: [...safeActIds(isHibernated).map(offer), ...extensions(cluster, now, general)],
    // What makes no sense here is not shown: a second deletion, or force before anything has failed.
    destructive: destructiveActIds
      .filter((id) => evaluate({ id }, cluster.shoot, now, rightsOf(cluster)).decision !== "hide")
      .map(offer),
  };
}

/** Only where a quota ends the cluster. */
function extensions(cluster: Cluster, now: number, general: string | undefined): readonly MenuAct[] {
  const extension = extendLifetime(cluster.detail.lifetime, cluster.shoot, now);
  if (extension === undefined) return [];
  const { act, refusal } = extension;
  return [
    { act, title: text("Extend lifetime"), icon: CalendarPlus, reason: general ?? objectRefusal(cluster) ?? refusal },
  ];
}
