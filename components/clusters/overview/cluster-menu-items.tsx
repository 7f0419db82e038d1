"use client";

import { ArrowUp, Bomb, KeyRound, ListChecks, Play, RotateCw, Trash2, Wrench } from "lucide-react";
import Link from "next/link";
import { useActObstacle } from "#components/act/use-act-obstacle.ts";
import { MenuItem, MenuLabel, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { evaluate } from "#lib/policy/operations/evaluate.ts";
import { type MenuAct, MenuActItem, useMenuLetters } from "../actions/menu-acts.tsx";
import { changeVersionsPath, clusterPath } from "../cluster-path.ts";
import { rightsOf } from "../cluster-refusal.ts";
import type { Cluster } from "../use-cluster.ts";
import { type ClusterMenuSubject, useClusterMenuSubject } from "./cluster-menu-subject.ts";
import { useReasonFor } from "./reason-for.ts";

/** Everything that can be done with a cluster; what ends it stands apart. */
export function ClusterMenuItems() {
  const subject = useClusterMenuSubject();
  useMenuLetters();
  if (!subject) return null;
  const path = clusterPath(subject.cluster.row);
  return (
    <>
      <Acts {...subject} acts={plainActs} />
      <MenuItem asChild>
        <Link href={changeVersionsPath(subject.cluster.row)}>
          <ArrowUp aria-hidden />
          Update…
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href={`${path}/credentials`}>
          <KeyRound aria-hidden />
          Rotate…
        </Link>
      </MenuItem>
      <Danger {...subject} />
    </>
  );
}

interface OfferedAct extends Omit<MenuAct, "reason"> {
  readonly id: "reconcile" | "retry" | "maintain" | "delete" | "force-delete";
}

const plainActs: readonly OfferedAct[] = [
  {
    id: "reconcile",
    title: "Reconcile",
    act: { kind: "operation", id: "reconcile", when: "now" },
    icon: Play,
    letter: "r",
  },
  { id: "retry", title: "Retry", act: { kind: "operation", id: "retry", when: "now" }, icon: RotateCw, letter: "t" },
  {
    id: "maintain",
    title: "Maintain",
    act: { kind: "operation", id: "maintain", when: "now" },
    icon: Wrench,
    letter: "m",
  },
];

const dangerousActs: readonly OfferedAct[] = [
  { id: "delete", title: "Delete", act: { kind: "delete" }, icon: Trash2 },
  { id: "force-delete", title: "Force delete", act: { kind: "force-delete" }, icon: Bomb },
];

function Acts({ cluster, opener, acts }: ClusterMenuSubject & { readonly acts: readonly OfferedAct[] }) {
  const now = useNow(10_000);
  const general = useActObstacle(cluster.row);
  const reasonFor = useReasonFor(cluster, now);
  return acts.map(({ id, ...item }) => (
    <MenuActItem key={id} cluster={cluster.row} item={{ ...item, reason: general ?? reasonFor(id) }} opener={opener} />
  ));
}

function Danger({ cluster, opener }: ClusterMenuSubject) {
  const now = useNow(10_000);
  const acts = dangerousActs.filter(({ id }) => isOffered(id, cluster, now));
  return (
    <>
      <MenuSeparator />
      <MenuLabel>Danger</MenuLabel>
      <Acts cluster={cluster} opener={opener} acts={acts} />
      <MenuItem asChild>
        <Link href={`${clusterPath(cluster.row)}/deletion`}>
          <ListChecks aria-hidden />
          How deletion goes…
        </Link>
      </MenuItem>
    </>
  );
}

/** What makes no sense here is not shown: a second deletion, or force before anything has failed. */
function isOffered(id: OfferedAct["id"], cluster: Cluster, now: number): boolean {
  return evaluate({ id }, cluster.shoot, now, rightsOf(cluster)).decision !== "hide";
}
