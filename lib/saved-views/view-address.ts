import { viewLimits, viewPages } from "#lib/contract/view-limits.ts";

/** What is the reader's and not the view's: the clock, and the cluster that is peeked at. */
const passing: ReadonlySet<string> = new Set(["tz", "panel"]);

/** The address that is kept of what is on screen; undefined where there is nothing to keep, or it is too long. */
export function viewAddress(path: string, search: string): string | undefined {
  if (!viewPages.some((page) => page === path)) return undefined;
  const parts = search
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "" && !passing.has(part.split("=", 1)[0] ?? ""))
    .map(visible);
  const address = parts.length === 0 ? path : `${path}?${parts.join("&")}`;
  return address.length > viewLimits.address ? undefined : address;
}

/** Whether two addresses ask for the same, in whatever order. */
export function isSameView(one: string, other: string): boolean {
  return one === other || sorted(one) === sorted(other);
}

/** What the list opens with, for whoever has chosen a project: within that, unless the view names one of its own. */
export function addressWithin(address: string, search: string): string {
  const project = new URLSearchParams(search).get("project");
  const [, asked = ""] = address.split("?", 2);
  if (project === null || new URLSearchParams(asked).has("project")) return address;
  return `${address}${asked === "" ? "?" : "&"}project=${encodeURIComponent(project).replaceAll("%2C", ",")}`;
}

/** The view's address with the reader's own clock. */
export function addressToOpen(address: string, search: string): string {
  const clock = new URLSearchParams(search).get("tz");
  if (clock === null) return address;
  return `${address}${address.includes("?") ? "&" : "?"}tz=${encodeURIComponent(clock)}`;
}

function sorted(address: string): string {
  const [path = "", search = ""] = address.split("?", 2);
  const params = new URLSearchParams(search);
  params.sort();
  return `${path}?${params}`;
}

/** Somebody may have written blanks or letters beyond ASCII into the address bar. */
function visible(part: string): string {
  return part.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}
