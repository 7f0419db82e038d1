"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/form/choice.tsx";
import { text } from "#lib/language/text.ts";
import { kubeletsOf, type NodeFilter, nodeFilterKeys, parseNodeFilter } from "#lib/view/nodes/node-filter.ts";
import type { PoolRow } from "#lib/view/nodes/pool-rows.ts";

interface NodeFiltersProps {
  readonly pools: readonly PoolRow[];
  readonly filter: NodeFilter;
  /** How many Nodes are shown, of how many that were read; undefined where none were. */
  readonly shown: readonly [shown: number, all: number] | undefined;
}

type Choices = readonly { readonly value: string; readonly label: string }[];

const readiness = (): Choices => [
  { value: "yes", label: text("Ready") },
  { value: "no", label: text("Not ready") },
];

/** Pools and Nodes by name, readiness and version. What is chosen stands in the address. */
export function NodeFilters({ pools, filter, shown }: NodeFiltersProps) {
  const filtered = Object.keys(filter).length > 0;
  const kubelets = withChosen(kubeletsOf(pools), filter.kubelet);
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
      <Choice label={text("Pool")} {...choiceOf("pool", asTheyAre(names))} />
      {shown !== undefined && (
        <>
          <Choice label={text("Ready")} {...choiceOf("ready", readiness())} />
          <Choice label={text("Kubelet")} {...choiceOf("kubelet", asTheyAre(kubelets))} />
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
    </search>
  );
}

/** What the address asks for is among the choices also where nothing of it is there. */
function withChosen(found: readonly string[], chosen: string | undefined): readonly string[] {
  const named = found.filter((each) => each !== "");
  return chosen === undefined || named.includes(chosen) ? named : [...named, chosen];
}

function asTheyAre(values: readonly string[]): Choices {
  return values.map((value) => ({ value, label: value }));
}

/** Which pools and Nodes the address asks for. */
export function useNodeFilter(): NodeFilter {
  const params = useSearchParams();
  return useMemo(() => parseNodeFilter(params), [params]);
}

/** Writes one choice into the address, where Back undoes it; everything else in the address stays. */
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
