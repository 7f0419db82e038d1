import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { newClusterChoicesQuery } from "#components/data/queries/new-cluster-queries.ts";
import { SelectField } from "#components/ui/form/field.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { createSpecValidator, createUpdateContext, type SpecValidation } from "#lib/act/updates/spec-validator.ts";
import { applyDraftEdits } from "#lib/create/draft-document.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { parseYamlText } from "#lib/manifest/yaml-document.ts";
import { knownNodeCounts } from "#lib/policy/changes/known-node-counts.ts";
import { describeFieldError } from "#lib/words/field-error-descriptions.ts";
import { impactDescriptions } from "#lib/words/impact-descriptions.ts";
import { createDraftFields } from "../create/draft-fields.ts";
import { MoreSettingsCard } from "../create/more-settings-card.tsx";
import { optionsWith } from "../create/options-with.ts";
import { PoolsCard } from "../create/pools-card.tsx";
import { purposes } from "../create/purposes.ts";
import type { Cluster } from "../use-cluster.ts";

interface ManifestFormProps {
  readonly cluster: Cluster;
  /** YAML text of the edited manifest. */
  readonly written: string;
  readonly onWrite: (text: string) => void;
}

/** Form for the pools and settings of a cluster. It edits the same text as the YAML editor. */
export function ManifestForm({ cluster, written, onWrite }: ManifestFormProps) {
  const choices = useQuery(newClusterChoicesQuery(cluster.row.project));
  const parsed = useMemo(() => parseYamlText(written), [written]);
  const judge = useSpecValidator(cluster);
  const draft = parsed.ok ? parsed.value.value : undefined;
  const judged = useMemo(() => draft && judge(draft), [draft, judge]);
  if (draft === undefined) {
    return (
      <p className="text-base text-pretty text-secondary">{text("Correct the YAML first; then the form opens.")}</p>
    );
  }
  if (choices.data === undefined) {
    return choices.isError ? (
      <ReadFailureNotice title={text("What the pools can have could not be read")} of={choices} />
    ) : (
      <Skeleton className="h-80 w-full" />
    );
  }
  const errors = (judged?.faults ?? []).map((fault) => ({ field: fault.path, message: describeFieldError(fault) }));
  const edit = (...edits: Parameters<typeof applyDraftEdits>[1]) => onWrite(applyDraftEdits(written, edits));
  const fields = createDraftFields({ shoot: draft, edit }, errors, choices.data.profiles, { ...cluster.shoot });
  const purpose = stringAt(draft, "spec", "purpose") ?? "";
  const hasNoNodes = knownNodeCounts(cluster.shoot) !== undefined;
  const effectOn = (pool: string) => {
    const impact = judged?.impacts.get(pool)?.impact;
    if (impact === undefined || impact === "none") return undefined;
    if (hasNoNodes && impact !== "created" && impact !== "deleted") {
      return text("The cluster is hibernated, so the pool has no node that would change.");
    }
    return text("Once Gardener applies this: {effect}", { effect: text(impactDescriptions[impact]) });
  };
  return (
    <div className="flex flex-col gap-4">
      <PoolsCard fields={fields} images={[]} effectOn={effectOn} removed={removedPools(judged, draft)} />
      <div className="max-w-72">
        <SelectField
          label={text("Purpose")}
          value={purpose}
          options={optionsWith(purpose, purposes)}
          error={fields.errorAt("spec", "purpose")}
          onText={(value) => fields.set(["spec", "purpose"], value)}
        />
      </div>
      <MoreSettingsCard fields={fields} choices={choices.data} />
    </div>
  );
}

/** Pools that the cluster has and the draft has not. */
function removedPools(judged: SpecValidation | undefined, draft: JsonObject): readonly string[] {
  if (judged === undefined || parseShoot(draft) === undefined) return [];
  return [...judged.impacts].flatMap(([pool, { impact }]) => (impact === "deleted" ? [pool] : []));
}

function useSpecValidator({ shoot, detail }: Cluster): (draft: JsonObject) => SpecValidation | undefined {
  const [now] = useState(() => Date.now());
  const { release, gates } = detail.view;
  return useMemo(() => {
    // The CloudProfile is not read here: the preview asks the API server.
    const validate = createSpecValidator(createUpdateContext(shoot, undefined, { garden: { release, gates }, now }));
    return (draft) => {
      const next = parseShoot(draft);
      return next && validate(next.spec);
    };
  }, [shoot, release, gates, now]);
}
