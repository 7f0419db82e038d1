"use client";

import { Bomb, CalendarPlus, Moon, Play, RotateCw, Sun, Trash2, Wrench } from "lucide-react";
import { useActObstacle } from "#components/act/use-act-obstacle.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { extendLifetime } from "#lib/act/plan/extend-lifetime-act.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { evaluate } from "#lib/policy/operations/evaluate.ts";
import { hibernationAct } from "#lib/view/hibernation/schedule-form.ts";
import { rightsOf } from "../cluster-refusal.ts";
import { objectRefusal } from "../object-refusal.ts";
import type { Cluster } from "../use-cluster.ts";
import type { MenuAct } from "./menu-acts.tsx";
import { useReasonFor } from "./reason-for.ts";

interface OfferedAct extends Omit<MenuAct, "reason" | "title"> {
  readonly title: Message;
  readonly id: "reconcile" | "retry" | "maintain" | "hibernate" | "wake-up" | "delete" | "force-delete";
}

const plainActs: readonly OfferedAct[] = [
  {
    id: "reconcile",
    title: message("Reconcile"),
    act: { kind: "operation", id: "reconcile", when: "now" },
    icon: Play,
    letter: "r",
  },
  {
    id: "retry",
    title: message("Retry"),
    act: { kind: "operation", id: "retry", when: "now" },
    icon: RotateCw,
    letter: "t",
  },
  {
    id: "maintain",
    title: message("Maintain"),
    act: { kind: "operation", id: "maintain", when: "now" },
    icon: Wrench,
    letter: "m",
  },
];

const hibernate: OfferedAct = { id: "hibernate", title: message("Hibernate"), act: hibernationAct(true), icon: Moon };
const wakeUp: OfferedAct = { id: "wake-up", title: message("Wake up"), act: hibernationAct(false), icon: Sun };

const graveActs: readonly OfferedAct[] = [
  { id: "delete", title: message("Delete"), act: { kind: "delete" }, icon: Trash2 },
  { id: "force-delete", title: message("Force delete"), act: { kind: "force-delete" }, icon: Bomb },
];

interface OfferedActs {
  readonly plain: readonly MenuAct[];
  /** What ends the cluster. */
  readonly grave: readonly MenuAct[];
}

/** What can be done with a cluster at once, for whoever offers it: each act with the reason why not now. */
export function useOfferedActs(cluster: Cluster): OfferedActs {
  const now = useNow(10_000);
  const general = useActObstacle(cluster.row);
  const reasonFor = useReasonFor(cluster, now);
  const offer = ({ id, title, ...act }: OfferedAct): MenuAct => ({
    ...act,
    title: text(title),
    reason: general ?? reasonFor(id),
  });
  const isAsleep = cluster.shoot.spec.hibernation?.enabled === true;
  return {
    plain: [...[...plainActs, isAsleep ? wakeUp : hibernate].map(offer), ...extensions(cluster, now, general)],
    grave: graveActs.filter(({ id }) => isOffered(id, cluster, now)).map(offer),
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

/** What makes no sense here is not shown: a second deletion, or force before anything has failed. */
function isOffered(id: OfferedAct["id"], cluster: Cluster, now: number): boolean {
  return evaluate({ id }, cluster.shoot, now, rightsOf(cluster)).decision !== "hide";
}
