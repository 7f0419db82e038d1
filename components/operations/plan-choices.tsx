"use client";

import { useId } from "react";
import { Select } from "#components/ui/select.tsx";
import { defaultBatches, type StopRule } from "#lib/view/bulk/bulk-run.ts";
import { batchWords } from "#lib/view/bulk/plan-run.ts";

interface PlanChoicesProps {
  readonly count: number;
  readonly batches: readonly number[];
  readonly stopRule: StopRule;
  readonly onBatches: (batches: readonly number[]) => void;
  readonly onStopRule: (rule: StopRule) => void;
}

const batchOptions = [
  { value: "staged", label: "1, 5, 25, then the rest", batches: defaultBatches },
  { value: "one", label: "One first, then the rest", batches: [1] },
  { value: "fives", label: "Five at a time", batches: Array.from({ length: 40 }, () => 5) },
  { value: "all", label: "All in one batch", batches: [] },
] as const;

const stopOptions: readonly { readonly value: string; readonly label: string; readonly rule: StopRule }[] = [
  { value: "first", label: "At the first failure", rule: { kind: "first-failure" } },
  { value: "10", label: "When 10 % have failed", rule: { kind: "share", percent: 10 } },
  { value: "25", label: "When 25 % have failed", rule: { kind: "share", percent: 25 } },
];

/** In which steps a run goes, and when it stops by itself. */
export function PlanChoices({ count, batches, stopRule, onBatches, onStopRule }: PlanChoicesProps) {
  const id = useId();
  const sizes = batches.join();
  const batch = batchOptions.find((option) => option.batches.join() === sizes)?.value ?? "staged";
  const stop = stopOptions.find(({ rule }) => JSON.stringify(rule) === JSON.stringify(stopRule))?.value ?? "first";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="flex flex-col gap-1.5">
        <label htmlFor={`${id}-batches`} className="text-base font-medium">
          Batches
        </label>
        <Select
          id={`${id}-batches`}
          value={batch}
          options={batchOptions}
          onChange={(value) => onBatches(batchOptions.find((option) => option.value === value)?.batches ?? [])}
        />
        <p className="text-sm text-pretty text-secondary">
          {count > 0 && `${batchWords(count, batches)}. `}A batch begins when every cluster of the one before has
          succeeded and is healthy. Never more than 25 are under way at once.
        </p>
      </div>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={`${id}-stop`} className="text-base font-medium">
          Stop
        </label>
        <Select
          id={`${id}-stop`}
          value={stop}
          options={stopOptions}
          onChange={(value) =>
            onStopRule(stopOptions.find((option) => option.value === value)?.rule ?? { kind: "first-failure" })
          }
        />
        <p className="text-sm text-pretty text-secondary">
          The run is driven by this tab with your own rights. Closed, it pauses; its address and this browser bring it
          back. For what must happen unattended, plan it for the maintenance window instead.
        </p>
      </div>
    </div>
  );
}
