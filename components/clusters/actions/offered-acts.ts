"use client";

import { CalendarPlus } from "lucide-react";
import { useActBlocker } from "#components/act/use-act-blocker.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { type ActAtOnceId, destructiveActIds, safeActIds } from "#lib/act/acts-at-once.ts";
import { extendLifetime } from "#lib/act/plan/extend-lifetime-act.ts";
import { text } from "#lib/language/text.ts";
import { evaluate } from "#lib/policy/operations/evaluate.ts";
import { findOperationBlocker, operationContextOf } from "../cluster-blockers.ts";
import { findObjectBlocker } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";
import { menuActOf } from "./menu-act-of.ts";
import type { MenuAct } from "./menu-acts.tsx";

interface OfferedActs {
  readonly safe: readonly MenuAct[];
  /** Actions that end the cluster. */
  readonly destructive: readonly MenuAct[];
}

/** Actions that need no further input, each with the reason why it is unavailable now. */
export function useOfferedActs(cluster: Cluster): OfferedActs {
  const now = useNow(10_000);
  const general = useActBlocker(cluster.row);
  const offer = (id: ActAtOnceId) => menuActOf(id, general ?? findOperationBlocker(cluster, { id }, now));
  const isHibernated = cluster.shoot.spec.hibernation?.enabled === true;
  return {
    safe: [...safeActIds(isHibernated).map(offer), ...extensions(cluster, now, general)],
    // Hide what makes no sense here: a second deletion, or force deletion before anything has failed.
    destructive: destructiveActIds
      .filter((id) => evaluate({ id }, cluster.shoot, now, operationContextOf(cluster)).decision !== "hide")
      .map(offer),
  };
}

/** The "Extend lifetime" action. Only clusters whose lifetime a quota limits have it. */
function extensions(cluster: Cluster, now: number, general: string | undefined): readonly MenuAct[] {
  const extension = extendLifetime(cluster.detail.lifetime, cluster.shoot, now);
  if (extension === undefined) return [];
  const { act, refusal } = extension;
  return [
    {
      act,
      title: text("Extend lifetime"),
      icon: CalendarPlus,
      reason: general ?? findObjectBlocker(cluster) ?? refusal,
    },
  ];
}
