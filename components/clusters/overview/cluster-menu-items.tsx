"use client";

import {
  ArrowUp,
  Bomb,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Moon,
  Play,
  RotateCw,
  Sun,
  Trash2,
  Wrench,
} from "lucide-react";
import Link from "next/link";
import { useActObstacle } from "#components/act/use-act-obstacle.ts";
import { MenuItem, MenuLabel, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { evaluate } from "#lib/policy/operations/evaluate.ts";
import { hibernationAct } from "#lib/view/hibernation/schedule-form.ts";
import { type MenuAct, MenuActItem, useMenuLetters } from "../actions/menu-acts.tsx";
import { changeVersionsPath, clusterPath, rotationPath } from "../cluster-path.ts";
import { rightsOf } from "../cluster-refusal.ts";
import { objectRefusal } from "../object-refusal.ts";
import type { Cluster } from "../use-cluster.ts";
import { type ClusterMenuSubject, useClusterMenuSubject } from "./cluster-menu-subject.ts";
import { useReasonFor } from "./reason-for.ts";

/** Everything that can be done with a cluster; what ends it stands apart. */
export function ClusterMenuItems() {
  const subject = useClusterMenuSubject();
  useMenuLetters();
  if (!subject) return null;
  return (
    <>
      <Acts {...subject} acts={plainActs} />
      <Acts {...subject} acts={[isAsleep(subject.cluster) ? wakeUp : hibernate]} />
      <PageItem {...subject} path={changeVersionsPath(subject.cluster.row)} title="Update…" icon={ArrowUp} />
      <PageItem {...subject} path={rotationPath(subject.cluster.row)} title="Rotate…" icon={KeyRound} />
      <Danger {...subject} />
    </>
  );
}

interface PageItemProps extends ClusterMenuSubject {
  readonly path: string;
  readonly title: string;
  readonly icon: LucideIcon;
}

/** The way to where something is chosen; closed to whoever may not change the cluster. */
function PageItem({ cluster, path, title, icon: Icon }: PageItemProps) {
  const refusal = objectRefusal(cluster);
  if (refusal !== undefined) {
    return (
      <MenuItem aria-disabled className="items-start" onSelect={(event) => event.preventDefault()}>
        <Icon aria-hidden className="mt-0.5 opacity-55" />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="text-tertiary">{title}</span>
          <span className="max-w-64 text-xs text-pretty text-tertiary">{refusal}</span>
        </span>
      </MenuItem>
    );
  }
  return (
    <MenuItem asChild>
      <Link href={path}>
        <Icon aria-hidden />
        {title}
      </Link>
    </MenuItem>
  );
}

interface OfferedAct extends Omit<MenuAct, "reason"> {
  readonly id: "reconcile" | "retry" | "maintain" | "hibernate" | "wake-up" | "delete" | "force-delete";
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

const hibernate: OfferedAct = { id: "hibernate", title: "Hibernate", act: hibernationAct(true), icon: Moon };
const wakeUp: OfferedAct = { id: "wake-up", title: "Wake up", act: hibernationAct(false), icon: Sun };

function isAsleep({ shoot }: Cluster): boolean {
  return shoot.spec.hibernation?.enabled === true;
}

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
