"use client";

import { useCallback, useEffect, useRef } from "react";
import { pathInGarden } from "#components/data/address/garden-here.ts";
import { useUrlQuery, writeUrlQuery } from "#components/data/address/url-query.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { type FleetQuery, parseFleetQuery, withSidePanel } from "#lib/fleet/fleet-query.ts";
import { clusterInPath } from "#lib/view/cluster/cluster-in-path.ts";

/** Time in ms that the focus must rest on a row before the open panel shows its cluster. */
const restMs = 120;

/** Returns the query in the URL instead of the rendered one, because keys may be pressed faster than React renders. */
function addressed(): FleetQuery {
  return parseFleetQuery(new URLSearchParams(window.location.search));
}

/** Returns the cluster in the side panel, which is stored in the URL, and functions to change it. */
export function useClusterPeekPanel() {
  const peeked = useUrlQuery().panel;
  const from = useRef<Element>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = useCallback((panel: string | undefined) => {
    clearTimeout(timer.current);
    writeUrlQuery(withSidePanel(addressed(), panel), "replace");
  }, []);

  /** Opens the side panel with a cluster, or closes the panel if it shows this cluster already. */
  const toggle = useCallback(
    (place: ClusterRef) => {
      const panel = panelOf(place);
      from.current = document.activeElement;
      write(addressed().panel === panel ? undefined : panel);
    },
    [write],
  );
  /** Called when the keyboard focus reaches another row: if the side panel is open, it shows that row's cluster. */
  const follow = useCallback(
    (place: ClusterRef) => {
      const { panel } = addressed();
      if (panel === undefined || panel === panelOf(place)) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(panelOf(place)), restMs);
    },
    [write],
  );
  const close = useCallback(() => {
    write(undefined);
    // If the focus was in the panel, it returns to the row that opened the panel.
    const inPanel = document.activeElement?.closest("aside") !== null;
    const line = from.current;
    if (inPanel && line instanceof HTMLElement && line.isConnected) line.focus();
  }, [write]);
  return { peeked: peeked === undefined ? undefined : clusterInPath(`/clusters/${peeked}`), toggle, follow, close };
}

function panelOf({ project, name }: ClusterRef): string {
  return `${project}/${name}`;
}

/** Returns the cluster of the row that has the focus or is under the pointer. */
export function findFocusedCluster(): ClusterRef | undefined {
  const root = pathInGarden("");
  const href = findFocusedRow()?.querySelector(`a[href^="${root}/clusters/"]`)?.getAttribute("href");
  return href == null ? undefined : clusterInPath(href.slice(root.length));
}

/** Returns the row that has the focus or is under the pointer. */
export function findFocusedRow(): Element | null {
  return document.activeElement?.closest("[role=row], li") ?? document.querySelector("[role=row]:hover");
}
