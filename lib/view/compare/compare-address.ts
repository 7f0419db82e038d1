import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";

/** Reference to a cluster, or to an earlier state of it, that a comparison shows in a column. */
export interface ComparedRef {
  readonly project: string;
  readonly name: string;
  /** Key of an earlier state's spec; undefined for the current state of the cluster. */
  readonly spec?: string;
}

export interface CompareQuery {
  readonly refs: readonly ComparedRef[];
  /** Errors in the URL parameters, as sentences. */
  readonly faults: readonly string[];
  /** Whether fields without differences are shown too. */
  readonly all: boolean;
}

/** Maximum number of columns in a comparison. */
export const maxComparedClusters = 4;

/** Matches a reference; names are DNS labels, and anything else in the URL is rejected. */
const pattern = /^([a-z0-9][-a-z0-9]{0,62})\/([a-z0-9][-a-z0-9]{0,62})(?:@([1-9]\d{0,14}-[0-9a-f]{8}))?$/;
const longestQuoted = 80;

export function parseCompareQuery(params: URLSearchParams): CompareQuery {
  const refs: ComparedRef[] = [];
  const faults: string[] = [];
  let left = 0;
  for (const value of params.getAll("c")) {
    const ref = parseRef(value);
    if (ref === undefined)
      faults.push(text("“{value}” is not a cluster: write project/name.", { value: value.slice(0, longestQuoted) }));
    else if (refs.some((held) => formatComparedRef(held) === formatComparedRef(ref))) continue;
    else if (refs.length === maxComparedClusters) left += 1;
    else refs.push(ref);
  }
  if (left > 0)
    faults.push(
      text("At most {mostCompared} can be compared: {left} more in the address left out.", {
        mostCompared: maxComparedClusters,
        left,
      }),
    );
  return { refs, faults: faults.slice(0, maxComparedClusters), all: params.get("all") === "1" };
}

function parseRef(value: string): ComparedRef | undefined {
  const [, project, name, spec] = pattern.exec(value) ?? [];
  if (project === undefined || name === undefined) return undefined;
  return { project, name, ...(spec !== undefined && { spec }) };
}

/** Reference as text: `pay/ledger`, or `pay/ledger@12-5f0c3a1b` for an earlier state. */
export function formatComparedRef({ project, name, spec }: ComparedRef): string {
  return `${project}/${name}${spec === undefined ? "" : `@${spec}`}`;
}

/** Path of a comparison. Further parameters, such as the clock, are taken from `from`. */
export function comparePath(refs: readonly ComparedRef[], from?: URLSearchParams): string {
  const kept = [...(from ?? [])].filter(([key]) => key !== "c");
  const parts = [
    ...refs.map((ref) => `c=${formatComparedRef(ref)}`),
    ...kept.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`),
  ];
  return `/compare${parts.length === 0 ? "" : `?${parts.join("&")}`}`;
}

/** Returns why the selected clusters cannot be compared; undefined if they can. */
export function findCompareBlocker(rows: readonly Pick<FleetRow, "uid">[]): string | undefined {
  if (rows.length < 2) return text("Select two to four clusters to compare them.");
  return rows.length > maxComparedClusters
    ? text("Select at most {mostCompared} clusters to compare them side by side.", {
        mostCompared: maxComparedClusters,
      })
    : undefined;
}
