"use client";

import { Check, LoaderCircle } from "lucide-react";
import { ActButton } from "#components/act/act-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextList } from "#components/ui/text-list.tsx";
import { WhyDetails } from "#components/ui/why-details.tsx";
import { text } from "#lib/language/text.ts";
import { type CleanupPlan, type CleanupStep, cleanupPlan } from "#lib/policy/deletion/cleanup-plan.ts";
import {
  actOfCleanupForm,
  annotationsWithCleanupForm,
  type CleanupForm,
  type CleanupPeriodName,
  cleanupFormOf,
  cleanupFormSchema,
  cleanupPeriodAnnotations,
  cleanupPeriodNames,
  isSameCleanupForm,
  validateCleanupPeriod,
} from "#lib/view/deletion/cleanup-form.ts";
import {
  cleanupPeriodLabels,
  cleanupStepLabels,
  describeCleanupPeriod,
  describeCleanupTimeout,
  describeMissingCleanupPlan,
  untouchedObjectsLabel,
} from "#lib/view/deletion/cleanup-labels.ts";
import { DraftBar, useDraft } from "../maintenance/draft-bar.tsx";
import { findShootWriteBlocker } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";

interface CleanupCardProps {
  readonly cluster: Cluster;
  /** State of each clean-up step that this page has observed, by the position of the step. */
  readonly seen: ReadonlyMap<number, "running" | "seen">;
}

/** Card on cleaning up resources in a cluster before its deletion: steps, waiting times, and a form for them. */
export function CleanupCard({ cluster, seen }: CleanupCardProps) {
  const { annotations } = cluster.shoot.metadata;
  const written = cleanupFormOf(cluster.shoot);
  const { uid } = cluster.row;
  const draft = useDraft({
    what: "clean-up",
    uid,
    schema: cleanupFormSchema,
    observed: written,
    same: isSameCleanupForm,
  });
  const plan = cleanupPlan(annotationsWithCleanupForm(annotations, draft.value));
  const faulty = cleanupPeriodNames.some((name) => validateCleanupPeriod(name, draft.value[name]).fault !== undefined);
  const idle = draft.changed ? undefined : text("No changes yet.");
  return (
    <Card id="clean-up" title={text("Clean-up in the cluster")}>
      {plan.ok ? (
        <Plan plan={plan.value} seen={seen} />
      ) : (
        <Notice hue="caution" title={text("A step would fail")}>
          {describeMissingCleanupPlan(plan.error)}
        </Notice>
      )}
      <h3 className="mt-4 border-t border-hairline pt-4 text-sm font-semibold">{text("Shorten the waiting")}</h3>
      <p className="mt-1 text-sm text-pretty text-secondary">
        {text("In seconds, from the next attempt on. Empty: Gardener's default.")}
      </p>
      <Overrides form={draft.value} onEdit={draft.edit} />
      {!cluster.gone && (
        <DraftBar
          draft={draft}
          overtakenTitle={text("The overrides was changed meanwhile")}
          now={text("Someone else changed the values.")}
        >
          <ActButton
            cluster={cluster.row}
            act={() => actOfCleanupForm(draft.value, written)}
            label={text("Change overrides")}
            title={text("Change clean-up")}
            variant={draft.changed ? "primary" : "secondary"}
            disabledReason={
              findShootWriteBlocker(cluster) ?? idle ?? (faulty ? text("One of the values is not valid.") : undefined)
            }
          />
        </DraftBar>
      )}
    </Card>
  );
}

function Plan({
  plan: { steps, neverTouched },
  seen,
}: { readonly plan: CleanupPlan } & Pick<CleanupCardProps, "seen">) {
  const [first] = steps;
  return (
    <>
      <ol className="flex flex-col gap-3 text-sm">
        {steps.map((step, index) => (
          <Step
            key={step.id}
            step={step}
            state={seen.get(step.order)}
            besideLast={step.order === steps[index - 1]?.order}
          />
        ))}
      </ol>
      <p className="mt-3 text-sm text-pretty text-secondary">{first && describeCleanupTimeout(first)}</p>
      <p className="mt-2 text-sm font-medium">{text("Never touched")}</p>
      <TextList
        items={neverTouched.map(untouchedObjectsLabel)}
        className="mt-1 list-disc pl-4 text-sm break-words text-secondary"
      />
    </>
  );
}

interface StepProps {
  readonly step: CleanupStep;
  readonly state: "running" | "seen" | undefined;
  /** Whether Gardener runs the step at the same time as the previous one. */
  readonly besideLast: boolean;
}

function Step({ step: { id, order, kinds, period }, state, besideLast }: StepProps) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full bg-neutral-tint text-xs font-medium">
        {order}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium [&_svg]:size-4">
          {text(cleanupStepLabels[id])}
          {besideLast && <span className="font-normal text-tertiary">{text("at the same time")}</span>}
          {state === "running" && (
            <span className="inline-flex items-center gap-1 font-normal text-info-text">
              <LoaderCircle aria-hidden className="animate-spin-slow" />
              {text("runs now")}
            </span>
          )}
          {state === "seen" && (
            <span className="inline-flex items-center gap-1 font-normal text-secondary">
              <Check aria-hidden />
              {text("was seen")}
            </span>
          )}
        </p>
        <p className="text-pretty text-secondary">{describeCleanupPeriod(period)}</p>
        <p className="text-xs break-words text-tertiary" translate="no">
          {kinds.join(", ")}
        </p>
      </div>
    </li>
  );
}

interface OverridesProps {
  readonly form: CleanupForm;
  readonly onEdit: (form: CleanupForm) => void;
}

function Overrides({ form, onEdit }: OverridesProps) {
  return (
    <div className="mt-3 flex flex-col gap-3">
      {cleanupPeriodNames.map((name) => (
        <Period key={name} name={name} form={form} onEdit={onEdit} />
      ))}
      <div className="flex items-start gap-2 text-sm">
        <Checkbox
          className="mt-0.5"
          aria-labelledby="skip-label"
          aria-describedby="skip-note"
          checked={form.skip}
          onCheckedChange={(checked) => onEdit({ ...form, skip: checked === true })}
        />
        <div className="min-w-0">
          <span id="skip-label" className="font-medium">
            {text("Skip the clean-up")}
          </span>
          <p id="skip-note" className="text-tertiary">
            {text("Webhooks, services, volumes and snapshots are still removed.")}
          </p>
          <WhyDetails about={text("skipping the clean-up")}>
            {text(
              "They block the deletion or cost money. Everything else is deleted with the nodes, without running finalizers.",
            )}
          </WhyDetails>
        </div>
      </div>
    </div>
  );
}

function Period({ name, form, onEdit }: OverridesProps & { readonly name: CleanupPeriodName }) {
  const { fault, hint } = validateCleanupPeriod(name, form[name]);
  return (
    <TextField
      label={text(cleanupPeriodLabels[name])}
      value={form[name]}
      onText={(value) => onEdit({ ...form, [name]: value })}
      error={fault}
      hint={
        hint ?? (
          <span className="text-xs break-all" translate="no">
            {cleanupPeriodAnnotations[name]}
          </span>
        )
      }
      inputMode="numeric"
      autoComplete="off"
    />
  );
}
