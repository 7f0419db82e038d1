import { hourMs } from "#lib/kube/time-units.ts";
import {
  type OperationKind,
  type OperationListRow,
  type OperationState,
  operationKinds,
  operationStates,
} from "./operation-list-rows.ts";

/** Query of the operations page: `by= state= kind= since=`, and the selected projects. */
export interface OperationsQuery {
  readonly by: "me" | "unknown" | undefined;
  readonly state: OperationState | undefined;
  readonly kind: OperationKind | undefined;
  readonly since: keyof typeof spansMs | undefined;
  readonly projects: readonly string[];
}

const spansMs = { "1h": hourMs, "24h": 24 * hourMs, "7d": 7 * 24 * hourMs } as const;
export const operationSpans = ["1h", "24h", "7d"] as const;

/** Query for the last operations of clusters within a day. */
export const lastDayQuery = { by: undefined, state: undefined, kind: "seen", since: "24h" } as const;

/** Returns the path of the operations page with the last operations within a day in one state. */
export function lastDayOperationsPath(state: OperationState, projects: readonly string[]): string {
  const project = projects.length === 0 ? "" : `&project=${projects.map(encodeURIComponent).join(",")}`;
  return `/operations?kind=${lastDayQuery.kind}&state=${state}&since=${lastDayQuery.since}${project}`;
}

/** Parses the URL; unknown values are ignored. */
export function parseOperationsQuery(search: URLSearchParams): OperationsQuery {
  const one = <Value extends string>(key: string, values: readonly Value[]) =>
    values.find((value) => value === search.get(key));
  return {
    by: one("by", ["me", "unknown"]),
    state: one("state", operationStates),
    kind: one("kind", operationKinds),
    since: one("since", operationSpans),
    projects: (search.get("project") ?? "").split(",").filter((name) => name !== ""),
  };
}

/** Query string with one filter changed; all other parameters are kept. */
export function withOperationsFilter(search: URLSearchParams, key: string, value: string): string {
  const next = new URLSearchParams(search);
  if (value === "") next.delete(key);
  else next.set(key, value);
  const text = next.toString();
  return text === "" ? "" : `?${text}`;
}

/** Maximum time by which an operation may be dated in the future, as clocks differ; times further ahead are ignored. */
const latestAheadMs = hourMs;

/** Whether an operation dates from a time span until now; planned ones, which are still to come, always match. */
export function isOperationWithinSpan({ at, atMeans }: Pick<OperationListRow, "at" | "atMeans">, span: Span): boolean {
  return atMeans === "planned" || (at !== undefined && at >= span.now - span.ms && at <= span.now + latestAheadMs);
}

interface Span {
  readonly now: number;
  readonly ms: number;
}

/** Filters operations. */
export function filterOperations(
  lines: readonly OperationListRow[],
  { by, state, kind, since, projects }: OperationsQuery,
  { me, now }: { readonly me: string; readonly now: number },
): readonly OperationListRow[] {
  return lines.filter(
    (line) =>
      (state === undefined || line.state === state) &&
      (kind === undefined || line.kind === kind) &&
      (by === undefined || (by === "me" ? line.by === me : line.by === undefined)) &&
      (since === undefined || isOperationWithinSpan(line, { now, ms: spansMs[since] })) &&
      (projects.length === 0 || line.cluster === undefined || projects.includes(line.cluster.project)),
  );
}
