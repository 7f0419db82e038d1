"use client";

import { useCallback, useEffect, useRef } from "react";
import { inGarden } from "#components/data/address/garden-here.ts";
import { useUrlQuery, writeUrlQuery } from "#components/data/address/url-query.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { type FleetQuery, parseFleetQuery, withPanel } from "#lib/fleet/fleet-query.ts";
import { clusterInPath } from "#lib/view/cluster/cluster-in-path.ts";

/** So long the keyboard rests on a line before it is peeked at: somebody may be on the way to another one. */
const restMs = 120;

/** Read from the address itself: keys may be pressed faster than the page is painted. */
function addressed(): FleetQuery {
  return parseFleetQuery(new URLSearchParams(window.location.search));
}

/** The cluster that is peeked at, which the address names, and how to peek at another one. */
export function usePeek() {
  const peeked = useUrlQuery().panel;
  const from = useRef<Element>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = useCallback((panel: string | undefined) => {
    clearTimeout(timer.current);
    writeUrlQuery(withPanel(addressed(), panel), "replace");
  }, []);

  /** The same line again ends it. */
  const toggle = useCallback(
    (place: ClusterRef) => {
      const panel = panelOf(place);
      from.current = document.activeElement;
      write(addressed().panel === panel ? undefined : panel);
    },
    [write],
  );
  /** The keyboard has come to another line, while something is peeked at. */
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
    // Who worked in the panel goes back to the line; who stayed in the list is there already.
    const inPanel = document.activeElement?.closest("aside") !== null;
    const line = from.current;
    if (inPanel && line instanceof HTMLElement && line.isConnected) line.focus();
  }, [write]);
  return { peeked: peeked === undefined ? undefined : clusterInPath(`/clusters/${peeked}`), toggle, follow, close };
}

function panelOf({ project, name }: ClusterRef): string {
  return `${project}/${name}`;
}

/** The cluster whose line has the focus, or that the pointer is over. */
export function clusterOfLine(): ClusterRef | undefined {
  const root = inGarden("");
  const href = focusedLine()?.querySelector(`a[href^="${root}/clusters/"]`)?.getAttribute("href");
  return href == null ? undefined : clusterInPath(href.slice(root.length));
}

/** The line that has the focus, or that the pointer is over. */
export function focusedLine(): Element | null {
  return document.activeElement?.closest("[role=row], li") ?? document.querySelector("[role=row]:hover");
}
