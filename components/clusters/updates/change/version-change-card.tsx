"use client";

import { useId, useMemo } from "react";
import { useActDialog } from "#components/act/act-dialog.tsx";
import { useActBlocker } from "#components/act/use-act-blocker.ts";
import { useStoredDraft } from "#components/data/storage/use-stored-draft.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextList } from "#components/ui/text-list.tsx";
import { actOfUpdateDraft } from "#lib/act/updates/act-of-update-draft.ts";
import { missingPoolsOfDraft } from "#lib/act/updates/apply-draft.ts";
import { type DraftEdit, draftEditsOf } from "#lib/act/updates/draft-edits.ts";
import { titleOfUpdateDraft } from "#lib/act/updates/title-of-update-draft.ts";
import { emptyUpdateDraft, type UpdateDraft, updateDraftSchema, withShootEdit } from "#lib/act/updates/update-draft.ts";
import { type UpdateDraftValidation, validateUpdateDraft } from "#lib/act/updates/validate-update-draft.ts";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import { nextWindowOfRow, type RowWindow } from "#lib/fleet/fields/next-window-of-row.ts";
import { text } from "#lib/language/text.ts";
import { isDeleting } from "#lib/policy/maintenance/run-due.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatSpan } from "#lib/words/format-time.ts";
import type { Cluster } from "../../use-cluster.ts";
import { ControlPlaneForm } from "./control-plane-form.tsx";
import { EditChip } from "./edit-chip.tsx";
import { PoolImagesForm } from "./pool-images-form.tsx";
import { PoolSettingsForm } from "./pool-settings-form.tsx";
import { PoolVersionsForm } from "./pool-versions-form.tsx";
import { useUpdateContext } from "./use-update-context.ts";
import type { VersionChangeFormProps } from "./version-change-form-props.ts";

const noEffects: UpdateDraftValidation["effects"] = new Map();

interface ChangeCardProps {
  readonly cluster: Cluster;
  readonly forecast: ClusterForecast;
  readonly clock: DisplayClock;
}

/** Form that changes a cluster's versions and when they are rolled out; edits are previewed and sent as one. */
export function VersionChangeCard({ cluster, forecast, clock }: ChangeCardProps) {
  const { shoot, row } = cluster;
  const context = useUpdateContext(shoot, forecast);
  const { spec } = context.shoot;
  // The draft contains only the user's edits, so it remains valid when the cluster is read again.
  const { draft = emptyUpdateDraft, keep } = useStoredDraft({
    what: "update-draft",
    uid: row.uid,
    schema: updateDraftSchema,
  });
  const change = (next: UpdateDraft) =>
    keep(JSON.stringify(next) === JSON.stringify(emptyUpdateDraft) ? undefined : next);
  const preview = usePreview(cluster, context, change);
  const obstacle = useBlocker(cluster);
  const judgement = useMemo(() => validateUpdateDraft(context, draft), [context, draft]);
  const lines = useMemo(() => draftEditsOf(spec, draft, context.rules), [spec, draft, context.rules]);
  const effects = lines.length === 0 ? noEffects : judgement.effects;
  const lost = missingPoolsOfDraft(spec, draft);
  const props: VersionChangeFormProps = { row, context, draft, clock, obstacle, onChange: change, onPreview: preview };
  const hasPools = workerPoolsOf(spec).length > 0;
  if (isDeleting(shoot))
    return (
      <Card id="change" title={text("Change versions")}>
        <p className="text-base text-pretty text-secondary">
          {text("The cluster is being deleted. Its specification can no longer change.")}
        </p>
      </Card>
    );
  return (
    <Card id="change" title={text("Change versions")} flush>
      <DraftStatus cluster={cluster} standing={judgement.standing} />
      <ControlPlaneForm {...props} />
      {hasPools ? (
        <>
          <PoolVersionsForm effects={effects} {...props} />
          <PoolImagesForm effects={effects} {...props} />
          <PoolSettingsForm faults={judgement.faults} {...props} />
        </>
      ) : (
        <p className="border-t border-hairline px-4 py-3.5 text-base text-secondary">
          {text("The cluster has no workers, so there are no pools to change.")}
        </p>
      )}
      <RolloutTimeForm {...props} />
      {(lines.length > 0 || lost.length > 0 || judgement.faults.length > 0) && (
        <ChangeBar lines={lines} judgement={judgement} lost={lost} {...props} />
      )}
    </Card>
  );
}

/**
 * Returns a function that opens the preview of a draft. The spec contains all worker pools as one list, so the preview
 * makes the change again from the latest Shoot, to keep changes by other users.
 */
function usePreview(
  { row }: Cluster,
  context: VersionChangeFormProps["context"],
  change: (draft: UpdateDraft) => void,
) {
  const { open } = useActDialog();
  const { spec } = context.shoot;
  const { rules } = context;
  return (wanted: UpdateDraft, opener: HTMLElement) => {
    const act = actOfUpdateDraft(spec, wanted, rules);
    if (act === undefined) return;
    open({
      cluster: row,
      act,
      remake: (shoot) => actOfUpdateDraft(shoot.spec, wanted, rules),
      title: titleOfUpdateDraft(spec, wanted, rules),
      opener,
      onAccepted: () => change(emptyUpdateDraft),
    });
  };
}

function useBlocker({ row, gone, detail: { permissions } }: Cluster): string | undefined {
  const general = useActBlocker(row);
  if (gone) return text("The cluster is no longer there.");
  if (!permissions.patchShoot && !permissions.uncertain) {
    return text("You can view this cluster but not change it. Ask a project admin for access.");
  }
  return general;
}

/** Notices on the cluster's state that do not depend on the edits. */
function DraftStatus({ cluster, standing }: { readonly cluster: Cluster; readonly standing: readonly string[] }) {
  const { shoot } = cluster;
  const asleep = shoot.spec.hibernation?.enabled === true || shoot.status?.hibernated === true;
  if (!asleep && standing.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 px-4 pt-3.5">
      {asleep && (
        <Notice hue="info" title={text("The cluster is hibernated")}>
          {text("Changes are accepted. Nodes start with them when the cluster wakes up.")}
        </Notice>
      )}
      {standing.length > 0 && (
        <Notice hue="caution" title={text("In the cluster's current state, the API server refuses any change")}>
          <TextList items={standing} className="wrap-anywhere" />
        </Notice>
      )}
    </div>
  );
}

interface ChangeBarProps extends VersionChangeFormProps {
  readonly lines: readonly DraftEdit[];
  readonly judgement: UpdateDraftValidation;
  /** Worker pools that have edits but no longer exist. */
  readonly lost: readonly string[];
}

/** Footer of the form: all edits, the errors in them, and the button that opens the preview. */
function ChangeBar({ lines, judgement, lost, obstacle, draft, onChange, onPreview }: ChangeBarProps) {
  const title = useId();
  const { faults } = judgement;
  const refused = faults.length > 0 ? text("The API server would refuse the change: see above.") : undefined;
  const nothing = lines.length === 0 ? text("Nothing would change.") : undefined;
  return (
    <section
      aria-labelledby={title}
      className="sticky bottom-0 z-10 flex max-h-[60dvh] flex-col gap-2 overflow-y-auto rounded-b-card border-t border-hairline bg-raised px-4 py-3 shadow-overlay"
    >
      <h3 id={title} className="text-base font-medium">
        {text("One change with {edits, plural, one {# edit} other {# edits}}", { edits: lines.length })}
      </h3>
      {lines.length > 0 && (
        <ul aria-label={text("Edits in this change")} className="flex flex-wrap gap-1.5">
          {lines.map(({ key, words, without }) => (
            <EditChip key={key} words={words} onRemove={() => onChange(without)} />
          ))}
        </ul>
      )}
      {lost.length > 0 && (
        <Notice hue="caution" title={text("Part of this is left out")}>
          {text("The cluster has no {pools, plural, one {pool} other {pools}} {names} any more.", {
            pools: lost.length,
            names: lost.join(", "),
          })}
        </Notice>
      )}
      {faults.length > 0 && (
        <Notice hue="negative" title={text("The API server would refuse this")}>
          <TextList items={faults.map(({ words }) => words)} className="wrap-anywhere" />
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          disabledReason={obstacle ?? nothing ?? refused}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onPreview(draft, currentTarget)}
        >
          {text("Preview the change…")}
        </Button>
        <Button variant="ghost" onClick={() => onChange(emptyUpdateDraft)}>
          {text("Discard")}
        </Button>
        <p className="text-sm text-pretty text-tertiary">{text("Kept in this tab until sent or discarded.")}</p>
      </div>
    </section>
  );
}

/** Choice when a change is rolled out: immediately or in the maintenance window. */
function RolloutTimeForm({ context, draft, clock, onChange }: VersionChangeFormProps) {
  const name = useId();
  const { maintenance } = context.shoot.spec;
  const held = maintenance?.confineSpecUpdateRollout === true;
  const waits = draft.confine ?? held;
  const choose = (confine: boolean) =>
    onChange(withShootEdit(draft, { confine: confine === held ? undefined : confine }));
  const window = nextWindowOfRow(maintenance?.timeWindow ?? undefined, context.now);
  const ways = [
    { confine: false, words: text("Immediately") },
    { confine: true, words: text("In the maintenance window: {window}", { window: windowLabel(window, clock) }) },
  ];
  return (
    <fieldset className="border-t border-hairline px-4 py-3.5">
      <legend className="sr-only">{text("When to roll out")}</legend>
      <p aria-hidden className="text-base font-medium">
        {text("When to roll out")}
      </p>
      <div className="mt-1.5 flex flex-col gap-1.5 text-base">
        {ways.map(({ confine, words }) => (
          <label key={words} className="flex items-start gap-2.5">
            <input
              type="radio"
              name={name}
              checked={waits === confine}
              onChange={() => choose(confine)}
              className="mt-1 size-4"
            />
            <span>
              {words}
              {confine === held && <span className="text-tertiary"> {text("(as this cluster is set)")}</span>}
            </span>
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-sm text-pretty text-tertiary">
        {waits === held
          ? text("Applies to every change of the cluster (spec.maintenance.confineSpecUpdateRollout).")
          : text(
              "Also sets spec.maintenance.confineSpecUpdateRollout, which applies to every later change of the cluster.",
            )}
      </p>
    </fieldset>
  );
}

function windowLabel(window: RowWindow | undefined, clock: DisplayClock): string {
  if (window === undefined) return text("none is set, so Gardener chooses a moment within a day");
  const span = formatSpan(window, clock);
  return window.open ? text("open now, {span}", { span }) : text("next {span}", { span });
}
