"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { formatWhatIf, parseWhatIf, type WhatIfText } from "#lib/view/upcoming-versions/what-if-grammar.ts";

/** The forecast, or the form to change versions. */
export type UpdatesViewName = "forecast" | "change";

export type UpdatesAddress = ReturnType<typeof useUpdatesAddress>;

/** Commas, colons and slashes are legal in a query and keep the URL readable. */
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

/** Component in the URL now: keys may be pressed faster than React renders. */
export function versionedComponentInAddress(): string | undefined {
  return new URLSearchParams(window.location.search).get("lane") || undefined;
}

export function selectVersionedComponent(lane: string | undefined): void {
  write("lane", lane ?? "");
}

export function chooseView(view: UpdatesViewName): void {
  write("view", view === "forecast" ? "" : view);
}

export function writeWhatIf(whatIf: WhatIfText): void {
  write("whatif", formatWhatIf(whatIf));
}

/** URL of the present view, to share. */
export function snapshotLink(snapshot: string): string {
  const params = new URLSearchParams(window.location.search);
  params.set("snapshot", snapshot);
  return `${window.location.origin}${window.location.pathname}${readable(params)}${window.location.hash}`;
}

/** Part of the Updates page that is stored in the URL: the view, the selected component, and the simulated changes. */
export function useUpdatesAddress() {
  const params = useSearchParams();
  const view: UpdatesViewName = params.get("view") === "change" ? "change" : "forecast";
  const tried = params.get("whatif") ?? "";
  return {
    view,
    lane: params.get("lane") || undefined,
    whatIf: useMemo(() => parseWhatIf(tried), [tried]),
    /** The snapshot that the link was made for. */
    snapshot: params.get("snapshot") || undefined,
  };
}
