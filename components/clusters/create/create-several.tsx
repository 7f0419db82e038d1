import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { createCluster } from "#components/data/queries/new-cluster-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextAreaField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { maxClustersAtOnce, parseClusterNames, withName } from "#lib/create/several-names.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { inlineOperationStateLabel } from "#lib/fleet/fields/operation-state-label.ts";
import { text } from "#lib/language/text.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";

interface CreateSeveralProps {
  /** Name of the cluster in the form, which is created first. */
  readonly name: string;
  readonly shoot: JsonObject;
  readonly choices: NewClusterChoices;
  /** Why the cluster of the form cannot be created now. */
  readonly reason: string | undefined;
  /** Called once all clusters were created. */
  readonly onCreated: () => void;
}

/** Creates several clusters that differ by their name only, one after the other; it stops at the first failure. */
export function CreateSeveral({ name, shoot, choices, reason, onCreated }: CreateSeveralProps) {
  const { project, takenNames } = choices;
  const [typed, setTyped] = useState("");
  const [created, setCreated] = useState<readonly string[]>([]);
  const { names, error } = parseClusterNames(typed, { project, taken: [...takenNames, name] });
  const all = [name, ...names];
  const open = all.filter((each) => !created.includes(each));
  const creating = useMutation({
    mutationFn: async () => {
      for (const each of open) {
        await createCluster({ project, shoot: withName(shoot, each) });
        setCreated((before) => [...before, each]);
      }
    },
    onSuccess: onCreated,
  });
  const idle = names.length === 0 ? text("Name at least one more cluster.") : undefined;
  const done = created.length > 0 && open.length === 0;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-tag py-1 text-sm text-link hover:underline">
        {text("Create several like this…")}
      </summary>
      <div className="mt-2 flex flex-col gap-3">
        <TextAreaField
          label={text("Names of the others")}
          value={typed}
          rows={3}
          spellCheck={false}
          disabled={creating.isPending || created.length > 0}
          error={error}
          hint={text("Separated by spaces, commas or lines; at most {count}", { count: maxClustersAtOnce - 1 })}
          onChange={({ target }) => setTyped(target.value)}
        />
        {(creating.isPending || created.length > 0) && (
          <ul aria-label={text("Clusters that are created")} className="flex flex-col gap-1 text-sm">
            {all.map((each) => (
              <li key={each} className="flex items-center gap-2">
                {created.includes(each) ? (
                  <>
                    <CircleCheck aria-hidden className="size-4 shrink-0 text-positive-solid" />
                    <Link href={clusterPath({ project, name: each })} className="text-link hover:underline">
                      {each}
                    </Link>
                    <ObservedState cluster={{ project, name: each }} />
                  </>
                ) : (
                  <>
                    {creating.isPending && each === open[0] ? (
                      <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin motion-reduce:animate-none" />
                    ) : (
                      <CircleDashed aria-hidden className="size-4 shrink-0 text-tertiary" />
                    )}
                    {each} <span className="text-secondary">{text("not created yet")}</span>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        {creating.isError && (
          <Notice hue="negative" title={text("{name} was not created", { name: open[0] ?? name })} live>
            {requestErrorOf(creating.error).gardenMessage ?? requestErrorOf(creating.error).detail}
          </Notice>
        )}
        {!done && (
          <div>
            <Button
              disabledReason={creating.isPending ? text("The request is on its way.") : (reason ?? error ?? idle)}
              onClick={() => creating.mutate()}
            >
              {text("Create {count, plural, one {# cluster} other {# clusters}}", { count: open.length })}
            </Button>
          </div>
        )}
      </div>
    </details>
  );
}

/** What was observed of a cluster since its creation was accepted: its last operation, as far as it is known. */
function ObservedState({ cluster: { project, name } }: { readonly cluster: ClusterRef }) {
  const operation = useQuery({
    ...fleetQuery,
    select: ({ rows }) => rows.find((row) => row.project === project && row.name === name)?.lastOperation,
  }).data;
  const { type, state, progress } = operation ?? {};
  const isRunning = state === "Processing" && progress !== undefined;
  return (
    <span className="text-secondary tabular-nums">
      {text("accepted by the garden")}
      {type !== undefined && state !== undefined && `, ${type} ${inlineOperationStateLabel(state)}`}
      {isRunning && `, ${progress} %`}
    </span>
  );
}
