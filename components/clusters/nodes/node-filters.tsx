import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { settingsFormPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { kubeletVersionsOf, type NodeFilter, nodeFilterKeys } from "#lib/view/nodes/node-filter.ts";
import type { PoolRow } from "#lib/view/nodes/pool-rows.ts";

interface NodeFiltersProps {
  readonly cluster: ClusterRef;
  readonly pools: readonly PoolRow[];
  readonly filter: NodeFilter;
  /** Number of Nodes shown, and of all Nodes; undefined if the Nodes have not been read. */
  readonly shown: readonly [shown: number, all: number] | undefined;
}

type Choices = readonly { readonly value: string; readonly label: string }[];

/** Filters of the worker pools and Nodes, all in the URL: pool, readiness and kubelet version. */
export function NodeFilters({ cluster, pools, filter, shown }: NodeFiltersProps) {
  const filtered = Object.keys(filter).length > 0;
  const kubelets = withChosen(kubeletVersionsOf(pools), filter.kubelet);
  const names = withChosen(
    pools.map(({ name }) => name),
    filter.pool,
  );
  const choiceOf = (key: keyof NodeFilter, choices: Choices) => ({
    value: filter[key] ?? "",
    options: [{ value: "", label: text("All") }, ...choices],
    onChange: (value: string) => chooseNodes(key, value),
  });
  return (
    <search
      aria-label={text("Pools and nodes")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm"
    >
      <InlineSelect label={text("Pool")} {...choiceOf("pool", asTheyAre(names))} />
      {shown !== undefined && (
        <>
          <InlineSelect
            label={text("Ready")}
            {...choiceOf("ready", [
              { value: "yes", label: text("Ready") },
              { value: "no", label: text("Not ready") },
            ])}
          />
          <InlineSelect label={text("Kubelet")} {...choiceOf("kubelet", asTheyAre(kubelets))} />
          <p role="status" className="text-tertiary tabular-nums">
            {filtered
              ? text("{shown} of {all} nodes", { shown: shown[0], all: shown[1] })
              : text("{nodes, plural, one {# node} other {# nodes}}", { nodes: shown[1] })}
          </p>
        </>
      )}
      {filtered && (
        <Button size="sm" variant="ghost" onClick={showAllNodes}>
          {text("Show all")}
        </Button>
      )}
      <Link href={settingsFormPath(cluster)} className={buttonVariants({ size: "sm", className: "ml-auto" })}>
        {text("Change pools…")}
      </Link>
    </search>
  );
}

/** Adds the selected value to the options of a filter even if no Node has it. */
function withChosen(found: readonly string[], chosen: string | undefined): readonly string[] {
  const named = found.filter((each) => each !== "");
  return chosen === undefined || named.includes(chosen) ? named : [...named, chosen];
}

function asTheyAre(values: readonly string[]): Choices {
  return values.map((value) => ({ value, label: value }));
}

/** Writes one filter value to the URL and pushes a history entry; other parameters stay. */
function chooseNodes(key: keyof NodeFilter, value: string): void {
  rewriteQuery((params) => (value === "" ? params.delete(key) : params.set(key, value)));
}

function showAllNodes(): void {
  rewriteQuery((params) => {
    for (const key of nodeFilterKeys) params.delete(key);
  });
}

function rewriteQuery(change: (params: URLSearchParams) => void): void {
  const url = new URL(window.location.href);
  change(url.searchParams);
  window.history.pushState(null, "", url);
}
