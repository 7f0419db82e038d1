"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { formatWhatIf, type ParsedWhatIf, parseWhatIf } from "#lib/view/upcoming-versions/what-if-grammar.ts";

/** Name of the shown view: the forecast, the form that changes versions, or the guide that replaces pools. */
export type UpdatesViewName = "forecast" | "change" | "pools";

export type UpdatesAddress = ReturnType<typeof useUpdatesAddress>;

/** Leaves commas, colons and slashes unencoded, which is legal in a query and keeps the URL readable. */
function readable(params: URLSearchParams): string {
  const text = params.toString().replace(/%(2C|3A|2F|7E)/g, (code) => decodeURIComponent(code));
  return text === "" ? "" : `?${text}`;
}

function write(key: string, value: string): void {
  const params = new URLSearchParams(window.location.search);
  if (value === "") params.delete(key);
  else params.set(key, value);
  const address = `${window.location.pathname}${readable(params)}`;
  window.history.pushState(null, "", address);
}

/** Component in the URL instead of the rendered one, because keys may be pressed faster than React renders. */
export function versionedComponentInAddress(): string | undefined {
  return new URLSearchParams(window.location.search).get("lane") || undefined;
}

export function selectVersionedComponent(lane: string | undefined): void {
  write("lane", lane ?? "");
}

export function selectUpdatesView(view: UpdatesViewName): void {
  write("view", view === "forecast" ? "" : view);
}

export function writeSimulatedChangesToUrl(whatIf: ParsedWhatIf): void {
  write("whatif", formatWhatIf(whatIf));
}

/** Returns a URL to share: it shows the current view with the given snapshot of the data. */
export function snapshotLink(snapshot: string): string {
  const params = new URLSearchParams(window.location.search);
  params.set("snapshot", snapshot);
  return `${window.location.origin}${window.location.pathname}${readable(params)}${window.location.hash}`;
}

/** Part of the Updates page that is stored in the URL: the view, the selected component, and the simulated changes. */
export function useUpdatesAddress() {
  const params = useSearchParams();
  const named = params.get("view");
  const view: UpdatesViewName = named === "change" || named === "pools" ? named : "forecast";
  const tried = params.get("whatif") ?? "";
  return {
    view,
    lane: params.get("lane") || undefined,
    whatIf: useMemo(() => parseWhatIf(tried), [tried]),
    /** Id of the data snapshot for which a shared link was made. */
    snapshot: params.get("snapshot") || undefined,
  };
}
