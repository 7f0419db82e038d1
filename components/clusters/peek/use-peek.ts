"use client";

import { useCallback, useEffect, useRef } from "react";
import { inGarden } from "#components/data/address/garden-here.ts";
import { useUrlQuery, writeUrlQuery } from "#components/data/address/url-query.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { type FleetQuery, parseFleetQuery, withPanel } from "#lib/fleet/fleet-query.ts";
import { clusterInPath } from "#lib/view/cluster/cluster-in-path.ts";

/** How long the focus rests on a row before the peek follows, in ms: the user may be on the way to another row. */
const restMs = 120;

/** Query in the URL now: keys may be pressed faster than React renders. */
function addressed(): FleetQuery {
  return parseFleetQuery(new URLSearchParams(window.location.search));
}

/** The peeked cluster, which is in the URL, and functions to change it. */
export function usePeek() {
  const peeked = useUrlQuery().panel;
  const from = useRef<Element>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = useCallback((panel: string | undefined) => {
    clearTimeout(timer.current);
    writeUrlQuery(withPanel(addressed(), panel), "replace");
  }, []);

  /** Peeks at a cluster; closes the peek if it shows this cluster already. */
  const toggle = useCallback(
    (place: ClusterRef) => {
      const panel = panelOf(place);
      from.current = document.activeElement;
      write(addressed().panel === panel ? undefined : panel);
    },
    [write],
  );
  /** Called when the keyboard focus reaches another row; moves an open peek there. */
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
    // A focus in the panel returns to the row; a focus in the list stays.
    const inPanel = document.activeElement?.closest("aside") !== null;
    const line = from.current;
    if (inPanel && line instanceof HTMLElement && line.isConnected) line.focus();
  }, [write]);
  return { peeked: peeked === undefined ? undefined : clusterInPath(`/clusters/${peeked}`), toggle, follow, close };
}

function panelOf({ project, name }: ClusterRef): string {
  return `${project}/${name}`;
}

/** Cluster of the row that has the focus or the pointer. */
export function focusedCluster(): ClusterRef | undefined {
  const root = inGarden("");
  const href = focusedRow()?.querySelector(`a[href^="${root}/clusters/"]`)?.getAttribute("href");
  return href == null ? undefined : clusterInPath(href.slice(root.length));
}

/** Row that has the focus or the pointer. */
export function focusedRow(): Element | null {
  return document.activeElement?.closest("[role=row], li") ?? document.querySelector("[role=row]:hover");
}
