import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { versionsQuery } from "#components/data/queries/versions-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { removeRun, saveRun } from "#components/data/storage/bulk-store.ts";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { Field, formLabelClass } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { describePlanProgress } from "#lib/act/bulk/bulk-labels.ts";
import {
  type BulkIntent,
  type BulkRun,
  defaultBatchSizes,
  isIntentOpen,
  type StopRule,
} from "#lib/act/bulk/bulk-run.ts";
import { listedKubernetesVersionsOf } from "#lib/act/bulk/listed-kubernetes-versions-of.ts";
import {
  type BulkPlan,
  bulkPlanOf,
  createConfirmedRun,
  describeWindowedClusters,
  startRunLabel,
} from "#lib/act/bulk/plan-run.ts";
import { text } from "#lib/language/text.ts";
import { BatchAndStopRuleFields } from "./batch-and-stop-rule-fields.tsx";
import { DestinationChoice } from "./destination-choice.tsx";
import { canExecuteBulkRuns, startRun } from "./driven-runs.ts";
import type { StageChoice } from "./make-run-in-stages.ts";
import { PlanConsent } from "./plan-consent.tsx";
import { PlanFreezes } from "./plan-freezes.tsx";
import { usePlanPreviews } from "./plan-previews.ts";
import { EligibleTable, ExcludedTable } from "./plan-tables.tsx";

const StageFields = lazyComponent(async () => (await import("./stage-fields.tsx")).StageFields);

/** Page content for a bulk plan: the effect on each cluster, excluded clusters with reasons, batches, confirmation. */
export function PlanView({ run }: { readonly run: BulkRun }) {
  const { entries, fault, goOn } = usePlanPreviews(run);
  const [withFailed, setWithFailed] = useState(false);
  const plan = useMemo(() => bulkPlanOf(run, entries, { withFailed }), [run, entries, withFailed]);
  const [batches, setBatches] = useState<readonly number[]>(defaultBatchSizes);
  const [stopRule, setStopRule] = useState<StopRule>({ kind: "first-failure" });
  const [stages, setStages] = useState<StageChoice>();
  const client = useQueryClient();
  const openPage = useOpenPage();
  const { intent } = run;
  const wanted =
    intent.kind === "kubernetes-version" ? intent.version : intent.kind === "move-seed" ? intent.seed : undefined;
  const start = async () => {
    if (stages === undefined) return startRun(createConfirmedRun(run, plan, { batches, stopRule }), client);
    const { makeRunInStages } = await import("./make-run-in-stages.ts");
    openPage(await makeRunInStages({ run, plan, stages, batches, stopRule }));
    return removeRun(run.id);
  };
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-xl leading-tight font-semibold max-sm:text-lg text-balance">
            {run.title}:{" "}
            {text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: run.clusters.length })}
          </h1>
          <p className="mt-0.5 text-base text-secondary">{text("Nothing is sent until you confirm the plan below.")}</p>
        </div>
        <Button onClick={() => void removeRun(run.id).then(() => openPage("/clusters"))}>
          {text("Discard the plan")}
        </Button>
      </header>
      {intent.kind === "move-seed" && (
        <DestinationChoice
          seed={intent.seed}
          onChoose={(seed) => void saveRun({ ...run, intent: { kind: "move-seed", seed } })}
        />
      )}
      {intent.kind === "kubernetes-version" && (
        <VersionChoice
          run={run}
          onChoose={(version) => void saveRun({ ...run, intent: { kind: "kubernetes-version", version } })}
        />
      )}
      <Progress run={run} plan={plan} />
      {fault !== undefined && (
        <Notice
          hue="negative"
          title={text("The plan could not be finished")}
          live
          act={{ label: text("Try again"), run: goOn }}
        >
          {fault}
        </Notice>
      )}
      <PlanFreezes plan={plan} inStages={stages !== undefined} />
      {plan.eligible.length > 0 && <EligibleTable plan={plan} batches={batches} />}
      {plan.failed > 0 && (
        <CheckField
          label={text("Include {clusters, plural, one {# cluster} other {# clusters}} whose last operation failed", {
            clusters: plan.failed,
          })}
          checked={withFailed}
          onChange={setWithFailed}
        />
      )}
      {plan.excluded.length > 0 && <ExcludedTable plan={plan} />}
      {plan.eligible.length > 1 && <StageFields plan={plan} choice={stages} onChoose={setStages} />}
      <Card id="confirm" title={text("How it runs")}>
        <BatchAndStopRuleFields
          plan={plan}
          batches={batches}
          stopRule={stopRule}
          inProject={stages !== undefined}
          onBatches={setBatches}
          onStopRule={setStopRule}
        />
        <PlanConsent
          key={wanted}
          verb={run.verb}
          plan={plan}
          obstacle={useBlocker(plan, intent)}
          words={
            stages === undefined ? startRunLabel(run.verb, plan.eligible.length) : text("Keep the run in the project")
          }
          onConfirm={start}
        />
      </Card>
    </>
  );
}

function useBlocker({ open, eligible }: BulkPlan, intent: BulkIntent): string | undefined {
  const readOnly = useReadOnlyReason();
  if (readOnly !== undefined) return readOnly;
  if (isIntentOpen(intent)) {
    return intent.kind === "move-seed" ? text("Choose a Seed first.") : text("Choose a version first.");
  }
  if (open.length > 0) return text("The plan is still being made.");
  if (eligible.length === 0) return text("No cluster is eligible.");
  return canExecuteBulkRuns()
    ? undefined
    : text("This page was not opened over https, so the browser cannot keep two tabs from driving the same run.");
}

function Progress({ run, plan }: { readonly run: BulkRun; readonly plan: BulkPlan }) {
  const total = run.clusters.length;
  const done = total - plan.open.length;
  const inWindows = describeWindowedClusters(plan);
  const [beganAt] = useState(Date.now);
  const sinceMs = Math.max(0, useNow(5_000) - beganAt);
  return (
    <div className="flex flex-col gap-1.5">
      <p role="status" className="text-base tabular-nums">
        {plan.open.length > 0
          ? describePlanProgress({ done, total, sinceMs })
          : text("{eligible, number} eligible, {excluded, number} excluded.", {
              eligible: plan.eligible.length,
              excluded: plan.excluded.length,
            })}
      </p>
      {inWindows !== undefined && <p className="text-base text-secondary text-pretty">{inWindows}</p>}
      {plan.open.length > 0 && <ProgressBar label={text("The plan")} value={Math.round((done * 100) / total)} />}
    </div>
  );
}

interface VersionChoiceProps {
  readonly run: BulkRun;
  readonly onChoose: (version: string) => void;
}

/** Select for the target version, with the versions in the CloudProfiles of the selected clusters, newest first. */
function VersionChoice({ run, onChoose }: VersionChoiceProps) {
  const profiles = useQuery(versionsQuery).data?.profiles;
  const rows = useQuery(fleetQuery).data?.rows;
  const versions = useMemo(() => {
    const marked = new Set(run.clusters.map(({ uid }) => uid));
    return listedKubernetesVersionsOf(profiles ?? [], rows?.filter(({ uid }) => marked.has(uid)) ?? []);
  }, [profiles, rows, run.clusters]);
  const chosen = run.intent.kind === "kubernetes-version" ? run.intent.version : "";
  return (
    <Field label={text("Kubernetes version")} labelClass={formLabelClass} className="flex flex-col gap-1.5">
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onChange={onChoose}
          options={[
            { value: "", label: text("Choose a version") },
            ...versions.map(({ version, clusters }) => ({
              value: version,
              label: text("{version} (listed for {clusters} of {all})", {
                version,
                clusters,
                all: run.clusters.length,
              }),
            })),
          ]}
        />
      )}
    </Field>
  );
}
