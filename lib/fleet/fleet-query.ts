import { type ClockName, clockNames } from "#lib/words/clock.ts";
import { type ColumnKey, isColumnKey, isSortKey, parseFilterKey, type SortTerm } from "./fields/field-names.ts";
import { formatGrouping, type Grouping, parseGrouping } from "./fleet-grouping.ts";

export const heatMapDimensions = ["project", "profile"] as const;
export type HeatMapDimension = (typeof heatMapDimensions)[number];

export interface ForecastTableQuery {
  /** Dimension of the rows in the heat map; absent for projects, the default. */
  readonly rows?: HeatMapDimension;
  /** Page of the table of clusters, counted from 1; absent for the first page. */
  readonly page?: number;
}

/** State of a page with clusters that a link must reproduce; it is kept in the URL and nowhere else. */
export interface FleetQuery {
  readonly q: string;
  /** Selected values per filter; a leading minus excludes a value. */
  readonly filters: ReadonlyMap<string, readonly string[]>;
  readonly sort: readonly SortTerm[];
  /** Columns to show, in order; absent for the default columns. */
  readonly columns?: readonly ColumnKey[];
  /** Clock in which times are shown; undefined for the user's default. */
  readonly clock: ClockName | undefined;
  /** State of the forecast's tables. It selects no clusters, so links to other pages omit it. */
  readonly tables?: ForecastTableQuery;
  /** Grouping of the cluster list. It affects the layout of that page only, so links to other pages omit it. */
  readonly group?: Grouping;
  /** Whether only pinned clusters are shown. Pins are personal, so links to other pages omit this filter. */
  readonly pinned?: true;
  /** Key of a change since the user's last visit, to show only its clusters. Personal, so links elsewhere omit it. */
  readonly since?: string;
  /** Cluster shown in the side panel, as `project/name`. It selects no clusters, so links to other pages omit it. */
  readonly panel?: string;
  /** Seconds until the next page on a wall monitor. It selects no clusters, so links to other pages omit it. */
  readonly wall?: number;
  /** URL parameters that this build does not know; they are kept in the URL and shown on the page. */
  readonly unknown: readonly { readonly key: string; readonly value: string }[];
}

export const emptyFleetQuery: FleetQuery = { q: "", filters: new Map(), sort: [], clock: undefined, unknown: [] };

export function parseFleetQuery(params: URLSearchParams): FleetQuery {
  const filters = new Map<string, Set<string>>();
  const unknown: { key: string; value: string }[] = [];
  let query: FleetQuery = emptyFleetQuery;
  for (const [key, value] of params) {
    const filter = parseFilterKey(key);
    if (filter) filters.set(filter, addValues(filters.get(filter) ?? new Set(), value));
    else if (key === "q") query = { ...query, q: value };
    else if (key === "sort") {
      const terms = parseSort(value);
      query = { ...query, sort: terms.known };
      if (terms.unknown.length > 0) unknown.push({ key, value: terms.unknown.join(",") });
    } else if (key === "cols") {
      const keys = [...new Set(splitValues(value))];
      const columns = keys.filter(isColumnKey);
      const others = keys.filter((each) => !isColumnKey(each));
      if (columns.length > 0) query = { ...query, columns };
      if (others.length > 0) unknown.push({ key, value: others.join(",") });
    } else if (key === "group" && parseGrouping(value)) query = withGrouping(query, parseGrouping(value));
    else if (key === "tz" && isClockName(value)) query = { ...query, clock: value };
    else if (key === "rows" && isHeatDimension(value)) query = withForecastTableQuery(query, { rows: value });
    else if (key === "pin" && value === "1") query = { ...query, pinned: true };
    else if (key === "since" && value !== "") query = { ...query, since: value };
    else if (key === "panel" && /^[^/]+\/[^/]+$/.test(value)) query = { ...query, panel: value };
    else if (key === "wall" && /^\d{0,4}$/.test(value)) query = { ...query, wall: wallSeconds(value) };
    else if (key === "page" && /^[1-9]\d{0,5}$/.test(value))
      query = withForecastTableQuery(query, { page: Number(value) });
    else unknown.push({ key, value });
  }
  return { ...query, filters: new Map([...filters].map(([key, values]) => [key, [...values]])), unknown };
}

const usualWallSeconds = 30;
const leastWallSeconds = 5;

/** Seconds that a wall monitor shows each page: 30 if not given, with a minimum that is long enough to read. */
function wallSeconds(value: string): number {
  return value === "" ? usualWallSeconds : Math.max(leastWallSeconds, Number(value));
}

/** Returns the query with a changed state of the forecast's tables; default values are left out. */
export function withForecastTableQuery(query: FleetQuery, change: ForecastTableQuery): FleetQuery {
  const { rows = "project", page = 1 } = { ...query.tables, ...change };
  const { tables: _, ...rest } = query;
  if (rows === "project" && page === 1) return rest;
  return { ...rest, tables: { ...(rows !== "project" && { rows }), ...(page !== 1 && { page }) } };
}

/** Formats a query for its own page's URL: like {@link formatFleetQuery}, plus the parameters only this page uses. */
export function formatPageQuery(query: FleetQuery): string {
  const selection = formatFleetQuery(query);
  const { rows, page } = query.tables ?? {};
  const parts = [
    query.group && `group=${encodeLightly(formatGrouping(query.group))}`,
    query.pinned && "pin=1",
    query.since && `since=${encodeLightly(query.since)}`,
    rows && `rows=${rows}`,
    page && `page=${page}`,
    query.panel && `panel=${encodeLightly(query.panel)}`,
    query.wall && `wall=${query.wall}`,
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return selection;
  return `${selection === "" ? "?" : `${selection}&`}${parts.join("&")}`;
}

/** Formats a query in one fixed order, so that equal views have equal addresses. */
export function formatFleetQuery(query: FleetQuery): string {
  const parts: string[] = [];
  const add = (key: string, value: string) => {
    if (value !== "") parts.push(`${encodeURIComponent(key)}=${encodeLightly(value)}`);
  };
  add("q", query.q);
  for (const [key, values] of query.filters) add(key, values.join(","));
  const addList = (key: string, values: readonly string[]) =>
    add(key, [...values, ...query.unknown.flatMap((each) => (each.key === key ? [each.value] : []))].join(","));
  addList(
    "sort",
    query.sort.map(({ key, descending }) => `${descending ? "-" : ""}${key}`),
  );
  addList("cols", query.columns ?? []);
  add("tz", query.clock ?? "");
  for (const { key, value } of query.unknown) if (!lists.includes(key)) add(key, value);
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** Parameters with several values; unknown values among them stay in the same parameter. */
const lists: readonly string[] = ["sort", "cols"];

export function withFilter(query: FleetQuery, key: string, values: readonly string[]): FleetQuery {
  const filters = new Map(query.filters);
  if (values.length === 0) filters.delete(key);
  else filters.set(key, values);
  // A different selection starts at the first page.
  return withForecastTableQuery({ ...query, filters }, { page: 1 });
}

export function toggleFilter(query: FleetQuery, key: string, value: string): FleetQuery {
  const held = query.filters.get(key) ?? [];
  return withFilter(query, key, held.includes(value) ? held.filter((other) => other !== value) : [...held, value]);
}

/** Removes all filters; preferences (sort order, columns, clock) stay. */
export function clearFilters(query: FleetQuery): FleetQuery {
  return withForecastTableQuery(
    { ...withoutLastVisitFilter(withPinnedFilter(query, false)), q: "", filters: new Map(), unknown: [] },
    { page: 1 },
  );
}

export function withPinnedFilter({ pinned: _, ...query }: FleetQuery, pinned: boolean): FleetQuery {
  return pinned ? { ...query, pinned } : query;
}

/** Sets the grouping of a query; undefined removes it. */
export function withGrouping({ group: _, ...query }: FleetQuery, group: Grouping | undefined): FleetQuery {
  return group === undefined ? query : { ...query, group };
}

export function withoutLastVisitFilter({ since: _, ...query }: FleetQuery): FleetQuery {
  return query;
}

/** Sets the cluster in the side panel of a query; undefined closes the panel. */
export function withSidePanel({ panel: _, ...query }: FleetQuery, panel: string | undefined): FleetQuery {
  return panel === undefined ? query : { ...query, panel };
}

export function isFleetQueryNarrowed(query: FleetQuery): boolean {
  return query.q.trim() !== "" || query.filters.size > 0 || query.pinned === true || query.since !== undefined;
}

function splitValues(text: string): readonly string[] {
  return text
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "" && value !== "-");
}

function addValues(held: Set<string>, text: string): Set<string> {
  for (const value of splitValues(text)) held.add(value);
  return held;
}

function parseSort(text: string): { readonly known: readonly SortTerm[]; readonly unknown: readonly string[] } {
  const known: SortTerm[] = [];
  const unknown: string[] = [];
  for (const term of splitValues(text)) {
    const key = term.replace(/^-/, "");
    if (isSortKey(key)) known.push({ key, descending: term.startsWith("-") });
    else unknown.push(term);
  }
  return { known, unknown };
}

function isHeatDimension(value: string): value is HeatMapDimension {
  return heatMapDimensions.some((name) => name === value);
}

function isClockName(value: string): value is ClockName {
  return clockNames.some((name) => name === value);
}

/** Encodes a value but keeps commas, colons, slashes, stars and @: legal in a query and easier to read. */
function encodeLightly(value: string): string {
  return encodeURIComponent(value).replace(/%(2C|3A|2F|2A|40)/g, (code) => decodeURIComponent(code));
}
