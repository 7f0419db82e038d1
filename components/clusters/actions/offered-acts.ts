"use client";

import { CalendarPlus } from "lucide-react";
import { useActBlocker } from "#components/act/use-act-blocker.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { destructiveActIds, type ParameterlessActId, safeActIds } from "#lib/act/acts-at-once.ts";
import { extendLifetime } from "#lib/act/plan/extend-lifetime-act.ts";
import { credentialsBindingOf } from "#lib/garden/binding-of.ts";
import { text } from "#lib/language/text.ts";
import { evaluateOperation } from "#lib/policy/operations/evaluate.ts";
import { findOperationBlocker, findSpecChangeBlocker, operationContextOf } from "../cluster-blockers.ts";
import { findShootWriteBlocker } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";
import type { ActMenuEntry } from "./menu-acts.tsx";
import { menuItemOfAct } from "./menu-item-of-act.ts";

interface OfferedActs {
  readonly safe: readonly ActMenuEntry[];
  /** Actions that delete the cluster. */
  readonly destructive: readonly ActMenuEntry[];
}

/** Actions on a cluster that need no further input, each with the reason if it is unavailable now. */
export function useOfferedActs(cluster: Cluster): OfferedActs {
  const now = useNow(10_000);
  const general = useActBlocker(cluster.row);
  const reasonAgainst = (id: ParameterlessActId) =>
    id === "migrate-binding" ? findSpecChangeBlocker(cluster) : findOperationBlocker(cluster, { id }, now);
  const offer = (id: ParameterlessActId) => menuItemOfAct(id, general ?? reasonAgainst(id));
  const { spec } = cluster.shoot;
  const facts = {
    isHibernated: spec.hibernation?.enabled === true,
    hasSecretBinding: credentialsBindingOf(spec)?.kind === "SecretBinding",
  };
  return {
    safe: [...safeActIds(facts).map(offer), ...extensions(cluster, now, general)],
    // Irrelevant actions are left out: a second deletion, or force deletion before a deletion has failed.
    destructive: destructiveActIds
      .filter((id) => evaluateOperation({ id }, cluster.shoot, now, operationContextOf(cluster)).decision !== "hide")
      .map(offer),
  };
}

/** The action "Extend lifetime", only for clusters whose lifetime is limited by a quota. */
function extensions(cluster: Cluster, now: number, general: string | undefined): readonly ActMenuEntry[] {
  const extension = extendLifetime(cluster.detail.lifetime, cluster.shoot, now);
  if (extension === undefined) return [];
  const { act, refusal } = extension;
  return [
    {
      act,
      title: text("Extend lifetime"),
      icon: CalendarPlus,
      reason: general ?? findShootWriteBlocker(cluster) ?? refusal,
    },
  ];
}
