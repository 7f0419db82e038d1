"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowUp, CalendarPlus, FileKey, KeyRound, LayoutDashboard, PanelRight } from "lucide-react";
import type { RefObject } from "react";
import { useActBlocker } from "#components/act/use-act-blocker.ts";
import { writeUrlQuery } from "#components/data/address/url-query.ts";
import { clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { versionsQuery } from "#components/data/queries/versions-queries.ts";
import { MenuItem, MenuLabel, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { parameterlessActs, safeActIds } from "#lib/act/acts-at-once.ts";
import { automaticPatchVersionOf } from "#lib/act/plan/automatic-patch-version-of.ts";
import { extendLifetime } from "#lib/act/plan/extend-lifetime-act.ts";
import { updateKubernetesAct } from "#lib/act/plan/update-kubernetes-act.ts";
import { type RowRefusal, refuseIfBeingDeleted } from "#lib/act/row-refusals.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { changeVersionsPath, clusterPath } from "#lib/fleet/cluster-path.ts";
import { lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { parseFleetQuery, withSidePanel } from "#lib/fleet/fleet-query.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { text } from "#lib/language/text.ts";
import { newestClassificationContextAt } from "#lib/policy/versions/newest-classification-context.ts";
import { type ActMenuEntry, MenuActItem, MenuLink, NonModifyingMenuItems, useMenuLetterKeys } from "./menu-acts.tsx";
import { menuItemOfAct } from "./menu-item-of-act.ts";

interface RowMenuItemsProps {
  readonly row: FleetRow;
  readonly opener: RefObject<HTMLElement | null>;
  /** Opens the kubeconfig dialog, which is not rendered in the menu because it must stay open when the menu closes. */
  readonly onKubeconfig: () => void;
}

/** Menu items for the actions on a cluster in the list. Only the preview tells whether an action is really possible. */
export function ClusterRowMenuItems({ row, opener, onKubeconfig }: RowMenuItemsProps) {
  useMenuLetterKeys();
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
      <MenuLink href={changeVersionsPath(row)} title={text("Update…")} icon={ArrowUp} />
      <MenuLink href={`${path}/credentials`} title={text("Rotate…")} icon={KeyRound} />
      <MenuLink href={path} title={text("Open the cluster")} icon={LayoutDashboard} />
      <MenuItem onSelect={() => peekAt(row)}>
        <PanelRight aria-hidden />
        {text("Peek")}
      </MenuItem>
      <NonModifyingMenuItems row={row} />
    </>
  );
}

/** Opens the cluster's side panel by changing the URL, so that a shared link shows the panel, too. */
function peekAt({ project, name }: FleetRow): void {
  const held = parseFleetQuery(new URLSearchParams(window.location.search));
  writeUrlQuery(withSidePanel(held, `${project}/${name}`), "replace");
}

function Acts({ row, opener }: Omit<RowMenuItemsProps, "onKubeconfig">) {
  const general = useActBlocker(row);
  const profiles = useQuery(versionsQuery).data?.profiles;
  const now = useNow(60_000);
  const target = profiles && automaticPatchVersionOf(row, profiles, newestClassificationContextAt(now));
  return actsOf(row, target).map((item) => (
    <MenuActItem key={item.title} cluster={row} item={{ ...item, reason: general ?? item.reason }} opener={opener} />
  ));
}

/** Menu item to extend a cluster's lifetime. Reads the cluster, as its row does not contain the latest end. */
function ExtendItem({ row, opener }: Omit<RowMenuItemsProps, "onKubeconfig">) {
  const general = useActBlocker(row);
  const now = useNow(60_000);
  const { data, isPending } = useQuery(clusterQuery(row));
  const shoot = data && parseShoot(data.shoot);
  const extension = shoot && extendLifetime(data.lifetime, shoot, now);
  const unread = isPending ? text("The cluster is being read.") : text("The cluster could not be read.");
  const item: ActMenuEntry = {
    title: text("Extend lifetime"),
    act: extension?.act ?? { kind: "change", about: "lifetime", patch: {} },
    icon: CalendarPlus,
    reason: general ?? (extension === undefined ? unread : extension.refusal),
  };
  return <MenuActItem cluster={row} item={item} opener={opener} />;
}

const sentenceOf = (refusal: RowRefusal | undefined) => refusal && text(refusal.sentence);

function actsOf(row: FleetRow, target: string | undefined): readonly ActMenuEntry[] {
  const facts = { isHibernated: row.hibernationEnabled, hasSecretBinding: row.secretBinding !== undefined };
  const acts = safeActIds(facts).map((id) => menuItemOfAct(id, sentenceOf(parameterlessActs[id].refuse(row))));
  if (target === undefined) return acts;
  const title = text("Update to {target}", { target });
  const act = updateKubernetesAct(target);
  return [{ title, act, icon: ArrowUp, letter: "u", reason: sentenceOf(refuseIfBeingDeleted(row)) }, ...acts];
}
