import { viewLimits, viewPages } from "#lib/contract/view-limits.ts";

/** URL parameters of the user, not of a saved view: the clock, the cluster in the side panel, and the wall monitor. */
const passing: ReadonlySet<string> = new Set(["tz", "panel", "wall"]);

/** The address to save for the current page; undefined if the page cannot be saved or its address is too long. */
export function savableViewAddress(path: string, search: string): string | undefined {
  if (!viewPages.some((page) => page === path)) return undefined;
  const parts = search
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "" && !passing.has(part.split("=", 1)[0] ?? ""))
    .map(visible);
  const address = parts.length === 0 ? path : `${path}?${parts.join("&")}`;
  return address.length > viewLimits.address ? undefined : address;
}

/** Returns whether two addresses have the same parameters, in any order. */
export function isSameViewAddress(one: string, other: string): boolean {
  return one === other || sorted(one) === sorted(other);
}

/** Restricts the default view's address to the selected project, unless the view has a project filter itself. */
export function addressInSelectedProject(address: string, search: string): string {
  const project = new URLSearchParams(search).get("project");
  const [, asked = ""] = address.split("?", 2);
  if (project === null || new URLSearchParams(asked).has("project")) return address;
  return `${address}${asked === "" ? "?" : "&"}project=${encodeURIComponent(project).replaceAll("%2C", ",")}`;
}

/** Returns the view's address with the user's own clock. */
export function addressWithOwnClock(address: string, search: string): string {
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

/** Encodes spaces and non-ASCII characters, which users may have typed into the address bar. */
function visible(part: string): string {
  return part.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}
