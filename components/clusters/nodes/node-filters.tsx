"use client";

import { useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { inputClass } from "#components/ui/field.tsx";
import { kubeletsOf, type NodeFilter } from "#lib/view/nodes/node-filter.ts";
import type { PoolRow } from "#lib/view/nodes/pool-rows.ts";
import { chooseNodes, showAllNodes } from "./use-node-filter.ts";

interface NodeFiltersProps {
  readonly pools: readonly PoolRow[];
  readonly filter: NodeFilter;
  /** How many Nodes are shown, of how many that were read; undefined where none were. */
  readonly shown: readonly [shown: number, all: number] | undefined;
}

type Choices = readonly (readonly [value: string, words: string])[];

/** Pools and Nodes by name, readiness and version. What is chosen stands in the address. */
export function NodeFilters({ pools, filter, shown }: NodeFiltersProps) {
  const filtered = Object.keys(filter).length > 0;
  const kubelets = withChosen(kubeletsOf(pools), filter.kubelet);
  const names = withChosen(
    pools.map(({ name }) => name),
    filter.pool,
  );
  return (
    <search aria-label="Pools and nodes" className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
      <Choice id="pool" label="Pool" value={filter.pool} choices={names.map((name) => [name, name])} />
      {shown !== undefined && (
        <>
          <Choice
            id="ready"
            label="Ready"
            value={filter.ready}
            choices={[
              ["yes", "Ready"],
              ["no", "Not ready"],
            ]}
          />
          <Choice id="kubelet" label="Kubelet" value={filter.kubelet} choices={kubelets.map((each) => [each, each])} />
          <p role="status" className="text-tertiary tabular-nums">
            {filtered ? `${shown[0]} of ${shown[1]} nodes` : `${shown[1]} ${shown[1] === 1 ? "node" : "nodes"}`}
          </p>
        </>
      )}
      {filtered && (
        <Button size="sm" variant="ghost" onClick={showAllNodes}>
          Show all
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

interface ChoiceProps {
  readonly id: keyof NodeFilter;
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: Choices;
}

function Choice({ id, label, value = "", choices }: ChoiceProps) {
  const field = useId();
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={field} className="text-secondary">
        {label}
      </label>
      <select
        id={field}
        value={value}
        onChange={({ target }) => chooseNodes(id, target.value)}
        className={`${inputClass} h-7 !w-auto max-w-48 text-sm`}
      >
        <option value="">All</option>
        {choices.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}
