import {
  ArrowUp,
  BookmarkPlus,
  FileDiff,
  FileKey,
  FileText,
  GitCompareArrows,
  KeyRound,
  Layers,
  SquareArrowOutUpRight,
  Star,
  StarOff,
} from "lucide-react";
import { memo, useLayoutEffect } from "react";
import { useActDialog } from "#components/act/act-dialog.tsx";
import type { ActMenuEntry } from "#components/clusters/actions/menu-acts.tsx";
import { useOfferedActs } from "#components/clusters/actions/offered-acts.ts";
import { findShootWriteBlocker, kubeconfigUnavailableReason } from "#components/clusters/object-blockers.ts";
import { type Cluster, useCluster } from "#components/clusters/use-cluster.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { togglePinned, usePinsAndRecentVisits } from "#components/data/storage/habits.ts";
import { openTemplateTask } from "#components/data/templates/open-template-task.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import {
  changeVersionsPath,
  clusterPath,
  poolReplacementPath,
  rotationPath,
  templateDriftPath,
} from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { comparePath } from "#lib/view/compare/compare-address.ts";
import type { PaletteItem } from "./palette-item.ts";

interface ActSourceProps {
  readonly of: ClusterRef;
  /** Element that gets the focus back when the dialog of an action closes. */
  readonly opener: HTMLElement | null;
  readonly onGo: (path: string) => void;
  readonly onKubeconfig: (row: FleetRow) => void;
  /** Called whenever the cluster's data change. Must be a stable function, like the other handlers. */
  readonly onItems: (items: readonly PaletteItem[] | undefined) => void;
}

/** Passes the actions on one cluster, as its menu offers them, to `onItems`. Renders nothing. */
export const ClusterActItemsReporter = memo(function ActSource(props: ActSourceProps) {
  const { cluster, error } = useCluster(props.of);
  const { onItems } = props;
  const isMissing = cluster === undefined && error !== null;
  useLayoutEffect(() => {
    if (isMissing) onItems([]);
  }, [onItems, isMissing]);
  return cluster && <Acts {...props} cluster={cluster} />;
});

function Acts({ cluster, opener, onGo, onKubeconfig, onItems }: ActSourceProps & { readonly cluster: Cluster }) {
  const { safe, destructive } = useOfferedActs(cluster);
  const { open } = useActDialog();
  const { pinned } = usePinsAndRecentVisits();
  const { row } = cluster;
  const path = clusterPath(row);
  const isPinned = pinned.includes(row.uid);
  const refusal = findShootWriteBlocker(cluster);
  const readOnly = useReadOnlyReason();
  const more = `${row.project}/${row.name}`;
  const ofAct = ({ title, act, icon: Icon, letter, reason }: ActMenuEntry): PaletteItem => ({
    id: `act-${title}`,
    title: `${title}…`,
    more,
    icon: <Icon aria-hidden />,
    reason,
    ...(letter !== undefined && { keys: ["a", letter] }),
    run: () => open({ cluster: row, act, title, opener }),
  });
  const items: readonly PaletteItem[] = [
    ...safe.map(ofAct),
    {
      ...{ id: "update", title: text("Update…"), more, icon: <ArrowUp aria-hidden />, reason: refusal },
      run: () => onGo(changeVersionsPath(row)),
    },
    {
      ...{ id: "replace-pools", title: text("Update pool by pool…"), more, icon: <Layers aria-hidden /> },
      reason: refusal,
      run: () => onGo(poolReplacementPath(row)),
    },
    {
      ...{ id: "rotate", title: text("Rotate…"), more, icon: <KeyRound aria-hidden />, reason: refusal },
      run: () => onGo(rotationPath(row)),
    },
    {
      ...{ id: "kubeconfig", title: text("Kubeconfig…"), more, icon: <FileKey aria-hidden /> },
      reason: kubeconfigUnavailableReason(cluster),
      run: () => onKubeconfig(row),
    },
    {
      ...{ id: "compare", title: text("Compare with…"), more, icon: <GitCompareArrows aria-hidden /> },
      run: () => onGo(comparePath([row])),
    },
    {
      ...{ id: "compare-template", title: text("Compare with template…"), more, icon: <FileDiff aria-hidden /> },
      run: () => onGo(templateDriftPath(row)),
    },
    {
      ...{ id: "save-template", title: text("Save as template…"), more, icon: <BookmarkPlus aria-hidden /> },
      reason: readOnly,
      run: () => openTemplateTask({ kind: "save-cluster", cluster: { project: row.project, name: row.name } }),
    },
    {
      ...{ id: "pin", title: isPinned ? text("Unpin", {}, "cluster") : text("Pin", {}, "cluster"), more },
      icon: isPinned ? <StarOff aria-hidden /> : <Star aria-hidden />,
      run: () => togglePinned(row),
    },
    ...destructive.map(ofAct),
    ...pagesOf(cluster).map(([page, title]) => ({
      ...{ id: `page-${page}`, title, more: text("{more} page", { more }) },
      icon: page === "" ? <SquareArrowOutUpRight aria-hidden /> : <FileText aria-hidden />,
      run: () => onGo(`${path}${page}`),
    })),
  ];
  useLayoutEffect(() => onItems(items));
  return null;
}

function pagesOf({ row }: Cluster): readonly (readonly [path: string, title: string])[] {
  return [
    ["", text("Open the cluster")],
    ["/updates", text("Updates")],
    ["/credentials", text("Credentials")],
    ["/nodes", text("Nodes")],
    ["/maintenance", text("Maintenance")],
    ...(row.deletionRequestedAt === undefined ? [] : [["/deletion", text("Deletion")] as const]),
    ["/activity", text("Activity")],
    ["/advanced", text("Advanced")],
    ["/yaml", text("YAML")],
  ];
}
