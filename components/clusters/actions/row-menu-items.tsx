"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowUp, CalendarPlus, FileKey, GitCompareArrows, KeyRound, LayoutDashboard, PanelRight } from "lucide-react";
import { useActObstacle } from "#components/act/use-act-obstacle.ts";
import { writeUrlQuery } from "#components/data/address/url-query.ts";
import { TellMeItem } from "#components/data/notices/tell-me-item.tsx";
import { clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { versionsQuery } from "#components/data/queries/versions-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { type ActAtOnceId, safeActIds } from "#lib/act/acts-at-once.ts";
import { extendLifetime } from "#lib/act/plan/extend-lifetime-act.ts";
import { patchTarget } from "#lib/act/plan/patch-target.ts";
import { updateKubernetesAct } from "#lib/act/plan/update-kubernetes-act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { parseFleetQuery, withPanel } from "#lib/fleet/fleet-query.ts";
import { readShoot } from "#lib/garden/read-shoot.ts";
import { text } from "#lib/language/text.ts";
import { operationCourse } from "#lib/policy/next/row-operation.ts";
import { newestReadingAt } from "#lib/policy/versions/newest-reading.ts";
import { comparePath } from "#lib/view/compare/compare-address.ts";
import { changeVersionsPath, clusterPath } from "../cluster-path.ts";
import { menuActOf } from "./menu-act-of.ts";
import { type MenuAct, MenuActItem, useMenuLetters } from "./menu-acts.tsx";
import { PinItem } from "./pin-item.tsx";
import { type RowMenuSubject, useRowMenuSubject } from "./row-menu-subject.ts";

/** What can be asked of a cluster from the list: its row says what makes sense, the preview what is possible. */
export function RowMenuItems() {
  const subject = useRowMenuSubject();
  useMenuLetters();
  if (!subject) return null;
  const { row, opener, onKubeconfig } = subject;
  const path = clusterPath(row);
  return (
    <>
      <MenuLabel>
        {row.project}/{row.name}
      </MenuLabel>
      <Acts row={row} opener={opener} />
      {lifetimeEndOf(row) !== undefined && <ExtendItem row={row} opener={opener} />}
      <MenuSeparator />
      <MenuItem onSelect={onKubeconfig}>
        <FileKey aria-hidden />
        {text("Kubeconfig…")}
      </MenuItem>
      <MenuItem asChild>
        <Link href={changeVersionsPath(row)}>
          <ArrowUp aria-hidden />
          {text("Update…")}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href={`${path}/credentials`}>
          <KeyRound aria-hidden />
          {text("Rotate…")}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href={path}>
          <LayoutDashboard aria-hidden />
          {text("Open the cluster")}
        </Link>
      </MenuItem>
      <MenuItem onSelect={() => peekAt(row)}>
        <PanelRight aria-hidden />
        {text("Peek")}
      </MenuItem>
      <MenuItem asChild>
        <Link href={comparePath([row])}>
          <GitCompareArrows aria-hidden />
          {text("Compare with…")}
        </Link>
      </MenuItem>
      <PinItem row={row} />
      <TellMeItem subject={{ kind: "cluster", project: row.project, name: row.name }} />
    </>
  );
}

/** In the address, as everything that a colleague should see. */
function peekAt({ project, name }: FleetRow): void {
  const held = parseFleetQuery(new URLSearchParams(window.location.search));
  writeUrlQuery(withPanel(held, `${project}/${name}`), "replace");
}

function Acts({ row, opener }: Pick<RowMenuSubject, "row" | "opener">) {
  const general = useActObstacle(row);
  const profiles = useQuery(versionsQuery).data?.profiles;
  const now = useNow(60_000);
  const target = profiles && patchTarget(row, profiles, newestReadingAt(now));
  return actsOf(row, target).map((item) => (
    <MenuActItem key={item.title} cluster={row} item={{ ...item, reason: general ?? item.reason }} opener={opener} />
  ));
}

/** How far the end can be moved is not in the row: it is read when the menu opens. */
function ExtendItem({ row, opener }: Pick<RowMenuSubject, "row" | "opener">) {
  const general = useActObstacle(row);
  const now = useNow(60_000);
  const { data, isPending } = useQuery(clusterQuery(row));
  const shoot = data && readShoot(data.shoot);
  const extension = shoot && extendLifetime(data.lifetime, shoot, now);
  const unread = isPending ? text("The cluster is being read.") : text("The cluster could not be read.");
  const item: MenuAct = {
    title: text("Extend lifetime"),
    act: extension?.act ?? { kind: "change", about: "lifetime", patch: {} },
    icon: CalendarPlus,
    reason: general ?? (extension === undefined ? unread : extension.refusal),
  };
  return <MenuActItem cluster={row} item={item} opener={opener} />;
}

/** Why a retry makes no sense; undefined where the cluster waits for one. */
function retryObstacle(row: FleetRow): string | undefined {
  switch (operationCourse(row)) {
    case "failed":
      return undefined;
    case "begins-again":
      return text("Gardener is about to continue.");
    case "held":
      return text("Gardener is held back: a retry changes nothing.");
    default:
      return text("The last operation has not failed.");
  }
}

function rowReason(id: ActAtOnceId, row: FleetRow): string | undefined {
  if (id === "reconcile") return undefined;
  if (id === "retry") return retryObstacle(row);
  return row.deletionRequestedAt === undefined ? undefined : text("It is being deleted.");
}

function actsOf(row: FleetRow, target: string | undefined): readonly MenuAct[] {
  const acts = safeActIds(row.hibernationEnabled).map((id) => menuActOf(id, rowReason(id, row)));
  if (target === undefined) return acts;
  const title = text("Update to {target}", { target });
  const act = updateKubernetesAct(target);
  return [{ title, act, icon: ArrowUp, letter: "u", reason: rowReason("maintain", row) }, ...acts];
}
