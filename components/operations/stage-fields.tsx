import { useQuery } from "@tanstack/react-query";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { Field, formLabelClass } from "#components/ui/form/field.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { Select } from "#components/ui/form/select.tsx";
import type { BulkPlan } from "#lib/act/bulk/plan-run.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { text } from "#lib/language/text.ts";
import {
  gateBefore,
  gatePresets,
  groupIntoStages,
  type StageGrouping,
  stageGroupings,
} from "#lib/staged-runs/group-into-stages.ts";
import { stageLabel } from "#lib/staged-runs/staged-run-labels.ts";
import type { StageChoice } from "./make-run-in-stages.ts";

interface StageFieldsProps {
  readonly plan: Pick<BulkPlan, "eligible">;
  readonly choice: StageChoice | undefined;
  readonly onChoose: (choice: StageChoice | undefined) => void;
}

const looks = { labelClass: formLabelClass, className: "flex min-w-0 flex-col gap-1.5" };
const groupingNames = Object.keys(stageGroupings).filter((name): name is StageGrouping => name in stageGroupings);

function keyOfGate(chosen: StageChoice["gate"]): string {
  return gatePresets.find(({ gate }) => isSameJson(gate, chosen))?.key ?? gatePresets[0].key;
}

/** Form fields that make a staged run of a plan: the groups, the gate between them, and who keeps the run. */
export function StageFields({ plan, choice, onChoose }: StageFieldsProps) {
  const all = useQuery(fleetQuery).data?.rows ?? [];
  const byUid = new Map(all.map((row) => [row.uid, row]));
  const rows = plan.eligible.flatMap(({ cluster }) => byUid.get(cluster.uid) ?? []);
  const projects = [...new Set(rows.map(({ project }) => project))].sort();
  const first = projects[0] ?? "";
  const groups = choice === undefined ? [] : groupIntoStages(rows, choice.grouping);
  const sizes = new Map(groups.map(({ name, uids }) => [name, uids.length]));
  return (
    <Card id="stages" title={text("Stages and gates")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...looks} label={text("Stages")}>
          {(control) => (
            <Select
              {...control}
              value={choice?.grouping ?? ""}
              options={[
                { value: "", label: text("None: this tab runs everything") },
                ...groupingNames.map((value) => ({ value, label: text(stageGroupings[value]) })),
              ]}
              onChange={(value) => {
                const grouping = groupingNames.find((name) => name === value);
                if (grouping === undefined) onChoose(undefined);
                else
                  onChoose({
                    ...{ grouping, rows, project: choice?.project ?? first },
                    gate: choice?.gate ?? gatePresets[0].gate,
                    ownGates: new Map(),
                  });
              }}
            />
          )}
        </Field>
        {choice !== undefined && (
          <Field {...looks} label={text("A stage begins when")}>
            {(control) => (
              <Select
                {...control}
                value={keyOfGate(choice.gate)}
                options={gatePresets.map(({ key, label }) => ({ value: key, label: text(label) }))}
                onChange={(value) => {
                  const preset = gatePresets.find(({ key }) => key === value);
                  if (preset !== undefined) onChoose({ ...choice, gate: preset.gate, ownGates: new Map() });
                }}
              />
            )}
          </Field>
        )}
        {choice !== undefined && projects.length > 1 && (
          <Field {...looks} label={text("Kept in the project")}>
            {(control) => (
              <Select
                {...control}
                value={choice.project}
                options={projects.map((value) => ({ value, label: value }))}
                onChange={(project) => onChoose({ ...choice, project })}
              />
            )}
          </Field>
        )}
      </div>
      {choice !== undefined && (
        <>
          <ol aria-label={text("Stages")} className="mt-4 list-decimal space-y-1.5 pl-5 text-base">
            {groups.map(({ name }, index) => (
              <li key={name}>
                {stageLabel(name)}:{" "}
                {text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: sizes.get(name) ?? 0 })}
                {index > 0 && groups.length > 2 && (
                  <InlineSelect
                    quiet
                    label={text("{stage} begins when", { stage: stageLabel(name) })}
                    value={keyOfGate(gateBefore(name, index, choice))}
                    options={gatePresets.map(({ key, label }) => ({ value: key, label: text(label) }))}
                    onChange={(value) => {
                      const preset = gatePresets.find(({ key }) => key === value);
                      if (preset === undefined) return;
                      onChoose({ ...choice, ownGates: new Map(choice.ownGates).set(name, preset.gate) });
                    }}
                  />
                )}
              </li>
            ))}
          </ol>
          <p className="mt-3 max-w-3xl text-base text-pretty text-secondary">
            {text(
              "The project keeps the run, and everybody who sees the project sees the run too. It goes on while somebody who can change the clusters has it open, with the rights of that person.",
            )}
          </p>
        </>
      )}
    </Card>
  );
}
