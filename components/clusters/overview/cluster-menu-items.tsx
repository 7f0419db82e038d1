"use client";

import { ArrowRightLeft, ArrowUp, KeyRound, ListChecks } from "lucide-react";
import type { RefObject } from "react";
import { MenuLabel, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { changeVersionsPath, clusterPath, rotationPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import {
  type ActMenuEntry,
  MenuActItem,
  MenuLink,
  NonModifyingMenuItems,
  useMenuLetterKeys,
} from "../actions/menu-acts.tsx";
import { useOfferedActs } from "../actions/offered-acts.ts";
import { findShootWriteBlocker } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";

interface ClusterMenuItemsProps {
  readonly cluster: Cluster;
  readonly opener: RefObject<HTMLElement | null>;
}

/** Menu items of all actions on a cluster; deletion and force deletion are in a group of their own. */
export function ClusterMenuItems({ cluster, opener }: ClusterMenuItemsProps) {
  const { row } = cluster;
  const { safe, destructive } = useOfferedActs(cluster);
  const refusal = findShootWriteBlocker(cluster);
  useMenuLetterKeys();
  const itemOf = (act: ActMenuEntry) => <MenuActItem key={act.title} cluster={row} item={act} opener={opener} />;
  return (
    <>
      {safe.map(itemOf)}
      <MenuLink href={changeVersionsPath(row)} title={text("Update…")} icon={ArrowUp} reason={refusal} />
      <MenuLink href={rotationPath(row)} title={text("Rotate…")} icon={KeyRound} reason={refusal} />
      {cluster.detail.permissions.moveSeed === true && (
        <MenuLink
          href={`${clusterPath(row)}/advanced#move`}
          title={text("Move to another Seed…")}
          icon={ArrowRightLeft}
        />
      )}
      <NonModifyingMenuItems row={row} />
      <MenuSeparator />
      <MenuLabel>{text("Danger")}</MenuLabel>
      {destructive.map(itemOf)}
      <MenuLink href={`${clusterPath(row)}/deletion`} title={text("How deletion goes…")} icon={ListChecks} />
    </>
  );
}
