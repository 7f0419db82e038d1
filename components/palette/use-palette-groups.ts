import { useMemo } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { usePinsAndRecentVisits } from "#components/data/storage/habits.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import type { PaletteGroup } from "#lib/view/palette/match-groups.ts";
import type { PaletteItem } from "./palette-item.ts";
import {
  useCurrentPageItems,
  usePageItems,
  usePaletteFleetGroups,
  useTemplateItems,
  useViewItems,
} from "./use-palette-items.tsx";
import { usePaletteVerbGroups } from "./use-palette-verb-groups.tsx";
import { paletteItemOfCluster, useSearchGroups } from "./use-search-groups.tsx";
import { useSelectedClustersActionGroups } from "./use-selected-items.tsx";

const mostRecent = 5;

interface PaletteQuestion {
  readonly typed: string;
  readonly rows: readonly FleetRow[] | undefined;
  /** Cluster whose actions come first. */
  readonly of: ClusterRef | undefined;
  /** Actions of the cluster in `of`; undefined until they are known. */
  readonly acts: readonly PaletteItem[] | undefined;
  /** Whether only the actions of this cluster are listed. */
  readonly isInside: boolean;
  /** Element that gets the focus back when the dialog of an action closes. */
  readonly opener: HTMLElement | null;
  readonly onGo: (path: string) => void;
  readonly onKubeconfig: (row: FleetRow) => void;
  readonly onType: (text: string) => void;
}

/** Returns all items of the command palette, in groups. */
export function usePaletteGroups(question: PaletteQuestion): readonly PaletteGroup<PaletteItem>[] {
  const { typed, rows, of, acts, isInside, opener, onGo, onKubeconfig, onType } = question;
  const habits = usePinsAndRecentVisits();
  const pages = usePageItems(habits.pages, onGo);
  const places = usePaletteFleetGroups(rows, onGo);
  const screen = useCurrentPageItems();
  const views = useViewItems(onGo);
  const templates = useTemplateItems(of?.project, onGo);
  const found = useSearchGroups(typed, { rows, onGo, onType });
  const selected = useSelectedClustersActionGroups(rows);
  const rowOf = useMemo(() => {
    const wanted = new Set([...habits.recent, ...habits.pinned]);
    return new Map((rows ?? []).filter(({ uid }) => wanted.has(uid)).map((row) => [row.uid, row]));
  }, [habits, rows]);
  // Users without recent clusters get the first clusters of the fleet instead.
  const recentRows = useMemo(() => {
    const known = [...habits.recent, ...habits.pinned].flatMap((uid) => rowOf.get(uid) ?? []);
    return [...new Set([...known, ...(rows ?? []).slice(0, mostRecent)])];
  }, [habits, rowOf, rows]);
  const verbs = usePaletteVerbGroups(typed, { rows, recent: recentRows, opener, onGo, onKubeconfig });
  const kept = useMemo(() => {
    const itemsOf = (uids: readonly string[]) =>
      uids.flatMap((uid) => {
        const row = rowOf.get(uid);
        const isHere = row?.name === of?.name && row?.project === of?.project;
        return row === undefined || isHere ? [] : [paletteItemOfCluster(row, onGo)];
      });
    const recent = itemsOf(habits.recent).slice(0, mostRecent);
    const known = new Set(recent.map(({ id }) => id));
    return { recent, pinned: itemsOf(habits.pinned).filter(({ id }) => !known.has(id)) };
  }, [habits, rowOf, of, onGo]);

  const own = of ? [{ title: `${of.project}/${of.name}`, items: acts ?? [] }] : [];
  if (isInside) return own;
  if (typed.trim() === "") {
    return [
      ...selected,
      ...own,
      { title: text("Recent clusters"), items: kept.recent },
      { title: text("Pinned clusters"), items: kept.pinned },
      { title: text("Saved views"), items: views },
      { title: text("Templates"), items: templates },
      { title: text("Pages"), items: pages },
      { title: text("This screen"), items: screen },
    ];
  }
  return [
    ...selected,
    ...own,
    ...verbs,
    ...found,
    { title: text("Saved views"), items: views },
    { title: text("Templates"), items: templates },
    { title: text("Pages"), items: pages },
    ...places,
    { title: text("This screen"), items: screen },
  ];
}
