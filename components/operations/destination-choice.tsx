import { useQuery } from "@tanstack/react-query";
import { moveDestinationsQuery } from "#components/data/queries/move-queries.ts";
import { Field, formLabelClass } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { type BulkRun, bestSeed } from "#lib/act/bulk/bulk-run.ts";
import { text } from "#lib/language/text.ts";

interface DestinationChoiceProps {
  readonly run: BulkRun;
  readonly seed: string;
  readonly onChoose: (seed: string) => void;
}

/** Select for the Seed to which the control planes move: one for all, or the best of each cluster. */
export function DestinationChoice({ run, seed, onChoose }: DestinationChoiceProps) {
  const [first] = run.clusters;
  const { data } = useQuery({
    ...moveDestinationsQuery(first ?? { project: "", name: "" }),
    enabled: first !== undefined,
  });
  const names = (data?.seeds ?? []).map(({ name }) => name).toSorted();
  const known = seed === "" || seed === bestSeed || names.includes(seed) ? names : [seed, ...names];
  return (
    <Field label={text("Destination")} labelClass={formLabelClass} className="flex flex-col gap-1.5">
      {(control) => (
        <Select
          {...control}
          value={seed}
          onChange={onChoose}
          options={[
            { value: "", label: text("Choose a Seed") },
            { value: bestSeed, label: text("The best Seed of each cluster") },
            ...known.map((name) => ({ value: name, label: name })),
          ]}
        />
      )}
    </Field>
  );
}
