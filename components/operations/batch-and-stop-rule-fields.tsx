import { Field, formLabelClass } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { defaultBatchSizes, type StopRule } from "#lib/act/bulk/bulk-run.ts";
import { type BulkPlan, batchSizesLabel, describeWindowedClusters } from "#lib/act/bulk/plan-run.ts";
import { type Message, message, text } from "#lib/language/text.ts";

interface PlanChoicesProps {
  readonly plan: Pick<BulkPlan, "eligible">;
  readonly batches: readonly number[];
  readonly stopRule: StopRule;
  /** Whether a project keeps the run, instead of this browser. */
  readonly inProject?: boolean;
  readonly onBatches: (batches: readonly number[]) => void;
  readonly onStopRule: (rule: StopRule) => void;
}

const batchOptions = [
  { value: "staged", label: message("1, 5, 25, then the rest"), batches: defaultBatchSizes },
  { value: "one", label: message("One first, then the rest"), batches: [1] },
  { value: "fives", label: message("Five at a time"), batches: Array.from({ length: 40 }, () => 5) },
  { value: "all", label: message("All in one batch"), batches: [] },
] as const;

const stopOptions: readonly { readonly value: string; readonly label: Message; readonly rule: StopRule }[] = [
  { value: "first", label: message("At the first failure"), rule: { kind: "first-failure" } },
  { value: "10", label: message("When 10 % have failed"), rule: { kind: "share", percent: 10 } },
  { value: "25", label: message("When 25 % have failed"), rule: { kind: "share", percent: 25 } },
];

const batchHint = message(
  "Clusters for production and infrastructure come after all others. A batch begins when every cluster of the one before has succeeded and is healthy. Never more than 25 are under way at once.",
);

const said = ({ value, label }: { readonly value: string; readonly label: Message }) => ({ value, label: text(label) });

const looks = { labelClass: formLabelClass, hintClass: "text-secondary", className: "flex flex-col gap-1.5" };

function hintOf(plan: Pick<BulkPlan, "eligible">, batches: readonly number[]): string {
  const words = batchSizesLabel(plan, batches);
  return [words === "" ? undefined : `${words}.`, text(batchHint), describeWindowedClusters(plan)]
    .filter(Boolean)
    .join(" ");
}

/** Form fields for the batches of a bulk run and for the rule when it stops. */
export function BatchAndStopRuleFields({
  plan,
  batches,
  stopRule,
  inProject,
  onBatches,
  onStopRule,
}: PlanChoicesProps) {
  const sizes = batches.join();
  const batch = batchOptions.find((option) => option.batches.join() === sizes)?.value ?? "staged";
  const stop = stopOptions.find(({ rule }) => JSON.stringify(rule) === JSON.stringify(stopRule))?.value ?? "first";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field {...looks} label={text("Batches")} hint={hintOf(plan, batches)}>
        {(control) => (
          <Select
            {...control}
            value={batch}
            options={batchOptions.map(said)}
            onChange={(value) => onBatches(batchOptions.find((option) => option.value === value)?.batches ?? [])}
          />
        )}
      </Field>
      <Field
        {...looks}
        label={text("Stop", {}, "rule")}
        hint={
          inProject === true
            ? undefined
            : text(
                "The run is driven by this tab with your own rights. Closed, it pauses; its address and this browser bring it back. For what must happen unattended, plan it for the maintenance window instead.",
              )
        }
      >
        {(control) => (
          <Select
            {...control}
            value={stop}
            options={stopOptions.map(said)}
            onChange={(value) =>
              onStopRule(stopOptions.find((option) => option.value === value)?.rule ?? { kind: "first-failure" })
            }
          />
        )}
      </Field>
    </div>
  );
}
