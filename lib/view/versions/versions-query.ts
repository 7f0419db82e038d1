/** Zoom levels of the versions chart: numbers of months that it shows. */
export const zoomMonths = [3, 6, 12, 24] as const;
export type ZoomMonths = (typeof zoomMonths)[number];

export const versionViews = ["gantt", "table"] as const;
export type VersionView = (typeof versionViews)[number];

/** Query of the Versions page. An empty list does not filter. */
export interface VersionsQuery {
  readonly profiles: readonly string[];
  readonly stages: readonly string[];
  readonly minors: readonly string[];
  readonly usedOnly: boolean;
  readonly architectures: readonly string[];
  readonly strategies: readonly string[];
  /** Whether only image versions are shown that can be updated to without replacing machines. */
  readonly inPlaceOnly: boolean;
  /** Number of days within which the shown versions end; undefined for all versions. */
  readonly expiringDays: number | undefined;
  readonly zoom: ZoomMonths;
  /** View of the page; undefined if it depends on the width of the screen. */
  readonly view: VersionView | undefined;
}

type ListName = "profiles" | "stages" | "minors" | "architectures" | "strategies";
const listNames: ReadonlyMap<string, ListName> = new Map<string, ListName>([
  ["profile", "profiles"],
  ["stage", "stages"],
  ["minor", "minors"],
  ["arch", "architectures"],
  ["strategy", "strategies"],
]);
const flags = ["used", "inplace", "expiring", "zoom", "view"];

function listOf(params: URLSearchParams, key: string): readonly string[] {
  const values = params.getAll(key).flatMap((text) => text.split(","));
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ""))];
}

/** Parses a number of days: `..30d` or `30`. */
function daysOf(text: string | null): number | undefined {
  const match = /^(?:\.\.)?(\d{1,4})d?$/.exec(text ?? "");
  return match ? Number(match[1]) : undefined;
}

export function parseVersionsQuery(params: URLSearchParams): VersionsQuery {
  const zoom = Number(params.get("zoom"));
  return {
    profiles: listOf(params, "profile"),
    stages: listOf(params, "stage"),
    minors: listOf(params, "minor"),
    usedOnly: params.get("used") === "1",
    architectures: listOf(params, "arch"),
    strategies: listOf(params, "strategy"),
    inPlaceOnly: params.get("inplace") === "1",
    expiringDays: daysOf(params.get("expiring")),
    zoom: zoomMonths.find((known) => known === zoom) ?? 12,
    view: versionViews.find((known) => known === params.get("view")),
  };
}

/** Writes the query into the URL; other parameters (clock, project) are kept. */
export function formatVersionsQuery(query: VersionsQuery, current: URLSearchParams): string {
  const parts: string[] = [];
  const add = (key: string, value: string) => {
    if (value !== "")
      parts.push(`${encodeURIComponent(key)}=${encodeURIComponent(value).replace(/%(2C|2F)/g, decode)}`);
  };
  for (const [key, name] of listNames) add(key, query[name].join(","));
  add("used", query.usedOnly ? "1" : "");
  add("inplace", query.inPlaceOnly ? "1" : "");
  add("expiring", query.expiringDays === undefined ? "" : `..${query.expiringDays}d`);
  add("zoom", query.zoom === 12 ? "" : String(query.zoom));
  add("view", query.view ?? "");
  for (const [key, value] of current) if (!listNames.has(key) && !flags.includes(key)) add(key, value);
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

const decode = (code: string) => decodeURIComponent(code);

/** Returns whether any filter other than the profile is set. */
export function isVersionsQueryNarrowed(query: VersionsQuery): boolean {
  const { stages, minors, architectures, strategies, usedOnly, inPlaceOnly, expiringDays } = query;
  const lists = [stages, minors, architectures, strategies].some((list) => list.length > 0);
  return lists || usedOnly || inPlaceOnly || expiringDays !== undefined;
}

/** Next zoom level, inwards (−1) or outwards (+1). */
export function nextZoomMonths(zoom: ZoomMonths, step: -1 | 1): ZoomMonths {
  return zoomMonths[zoomMonths.indexOf(zoom) + step] ?? zoom;
}
