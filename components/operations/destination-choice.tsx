import { useQuery } from "@tanstack/react-query";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { seedsQuery } from "#components/data/queries/seed-queries.ts";
import { Field, formLabelClass } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { bestSeed } from "#lib/act/bulk/bulk-run.ts";
import { text } from "#lib/language/text.ts";

interface DestinationChoiceProps {
  readonly seed: string;
  readonly onChoose: (seed: string) => void;
}

/** Select for the Seed to which the control planes move: one for all, or the best of each cluster. */
export function DestinationChoice({ seed, onChoose }: DestinationChoiceProps) {
  const { data, error, refetch } = useQuery(seedsQuery);
  // Every Seed, because the clusters are on several: a cluster that is on the chosen one already is left out with that.
  const names = (data?.seeds ?? []).map(({ name }) => name).toSorted();
  const known = seed === "" || seed === bestSeed || names.includes(seed) ? names : [seed, ...names];
  const isForbidden = data?.unread === "forbidden";
  return (
    <>
      <Field
        label={text("Destination")}
        labelClass={formLabelClass}
        className="flex flex-col gap-1.5"
        hint={isForbidden ? text("You are not allowed to list Seeds in this garden") : undefined}
      >
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
      {error && <ReadFailureNotice title={text("The Seeds could not be read")} of={{ error, refetch }} />}
    </>
  );
}
