import { viewLimits, viewPages } from "#lib/contract/view-limits.ts";

/** Parameters that belong to the user and not to the view: the clock, the cluster in the side panel, and the monitor. */
const passing: ReadonlySet<string> = new Set(["tz", "panel", "wall"]);

/** Returns the address to save for the current screen; undefined when it cannot be saved or is too long. */
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

/** Returns whether two addresses have the same parameters, in any order. */
export function isSameView(one: string, other: string): boolean {
  return one === other || sorted(one) === sorted(other);
}

/** Restricts the default view's address to the selected project, unless the view has a project filter itself. */
export function addressWithin(address: string, search: string): string {
  const project = new URLSearchParams(search).get("project");
  const [, asked = ""] = address.split("?", 2);
  if (project === null || new URLSearchParams(asked).has("project")) return address;
  return `${address}${asked === "" ? "?" : "&"}project=${encodeURIComponent(project).replaceAll("%2C", ",")}`;
}

/** Returns the view's address with the user's own clock. */
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

/** Encodes spaces and non-ASCII characters, which users may have typed into the address bar. */
function visible(part: string): string {
  return part.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}
