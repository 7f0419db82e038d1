import {
  ArrowUp,
  CalendarClock,
  FileKey,
  FileText,
  History,
  KeyRound,
  type LucideIcon,
  Moon,
  Network,
  Settings2,
} from "lucide-react";
import { useMemo } from "react";
import { useActDialog } from "#components/act/act-dialog.tsx";
import { menuItemOfAct } from "#components/clusters/actions/menu-item-of-act.ts";
import { useFleetFilterContext } from "#components/data/address/use-fleet-filter-context.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { type ParameterlessActId, parameterlessActs } from "#lib/act/acts-at-once.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { changeVersionsPath, clusterPath, rotationPath } from "#lib/fleet/cluster-path.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { findClusters } from "#lib/view/palette/find-clusters.ts";
import { matchRanks, type PaletteGroup } from "#lib/view/palette/match-groups.ts";
import { textAfterVerb } from "#lib/view/palette/verb-in-text.ts";
import type { PaletteItem } from "./palette-item.ts";

interface ClusterPage {
  readonly title: Message;
  readonly icon: LucideIcon;
  readonly pathOf: (row: FleetRow) => string;
}

/** Verbs and nouns that, followed by a cluster's name, open a page of the cluster. */
const clusterPages: readonly ClusterPage[] = [
  { title: message("Update"), icon: ArrowUp, pathOf: changeVersionsPath },
  { title: message("Rotate"), icon: KeyRound, pathOf: rotationPath },
  { title: message("Nodes"), icon: Network, pathOf: (row) => `${clusterPath(row)}/nodes` },
  { title: message("YAML"), icon: FileText, pathOf: (row) => `${clusterPath(row)}/yaml` },
];

/** Tabs of a cluster by their names and by what stands on them. They come after acts, which share their beginnings. */
const clusterTabs: readonly ClusterPage[] = [
  { title: message("Updates"), icon: ArrowUp, pathOf: (row) => `${clusterPath(row)}/updates` },
  { title: message("Maintenance"), icon: CalendarClock, pathOf: maintenancePath },
  { title: message("Window"), icon: CalendarClock, pathOf: maintenancePath },
  { title: message("Hibernation"), icon: Moon, pathOf: maintenancePath },
  { title: message("Credentials"), icon: KeyRound, pathOf: (row) => `${clusterPath(row)}/credentials` },
  { title: message("Activity"), icon: History, pathOf: (row) => `${clusterPath(row)}/activity` },
  { title: message("Advanced"), icon: Settings2, pathOf: (row) => `${clusterPath(row)}/advanced` },
];

function maintenancePath(row: FleetRow): string {
  return `${clusterPath(row)}/maintenance`;
}

/** Actions whose verb, followed by a cluster's name, opens the preview of the action. */
const previewedActs: readonly ParameterlessActId[] = [
  "reconcile",
  "retry",
  "maintain",
  "hibernate",
  "wake-up",
  "migrate-binding",
  "delete",
];

const mostClusters = 4;

interface VerbOptions {
  readonly rows: readonly FleetRow[] | undefined;
  /** Clusters to list if only the verb is typed, the most recently opened first. */
  readonly recent: readonly FleetRow[];
  readonly opener: HTMLElement | null;
  readonly onGo: (path: string) => void;
  readonly onKubeconfig: (row: FleetRow) => void;
}

/** Palette items for a verb and part of a cluster name, such as `rotate ledger`; for a verb alone, recent clusters. */
export function usePaletteVerbGroups(typed: string, options: VerbOptions): readonly PaletteGroup<PaletteItem>[] {
  const { rows, recent, opener, onGo, onKubeconfig } = options;
  const context = useFleetFilterContext();
  const readOnly = useReadOnlyReason();
  const { open } = useActDialog();
  return useMemo(() => {
    const objectsOf = (verb: string): readonly FleetRow[] => {
      const object = textAfterVerb(typed, verb);
      if (object === undefined) return [];
      if (object === "") return recent.slice(0, mostClusters);
      return findClusters(object, { rows: rows ?? [], context, most: mostClusters }).best;
    };
    const itemsOf = (title: string, icon: LucideIcon, more: (row: FleetRow) => Pick<PaletteItem, "reason" | "run">) => {
      const Icon = icon;
      return objectsOf(title).map(
        (row): PaletteItem => ({
          ...{ id: `verb-${title}-${row.uid}`, title: `${title}… ${row.name}`, hint: row.project },
          ...{ icon: <Icon aria-hidden />, ...more(row) },
        }),
      );
    };
    // A tab's name alone is also the name of a page or a chapter, which come first.
    const tabs = clusterTabs.filter(({ title }) => textAfterVerb(typed, text(title)) !== "");
    const itemsOfPages = (pages: readonly ClusterPage[]) =>
      pages.flatMap(({ title, icon, pathOf }) =>
        itemsOf(text(title), icon, (row) => ({ reason: undefined, run: () => onGo(pathOf(row)) })),
      );
    const items = [
      ...itemsOfPages(clusterPages),
      ...itemsOf(text("Kubeconfig"), FileKey, (row) => ({ reason: undefined, run: () => onKubeconfig(row) })),
      ...previewedActs.flatMap((id) => {
        const { title, act, icon } = menuItemOfAct(id, undefined);
        return itemsOf(title, icon, (row) => {
          const refusal = parameterlessActs[id].refuse(row);
          return {
            reason: readOnly ?? (refusal && text(refusal.sentence)),
            run: () => open({ cluster: row, act, title, opener }),
          };
        });
      }),
      ...itemsOfPages(tabs),
    ];
    return [{ title: text("On a cluster"), items, place: matchRanks.start }];
  }, [typed, rows, recent, opener, onGo, onKubeconfig, context, readOnly, open]);
}
