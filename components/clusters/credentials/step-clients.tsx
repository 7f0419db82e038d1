"use client";

import { ActButton } from "#components/act/act-button.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { type ChecklistView, checklistViewOf } from "#lib/view/checklist/checklist-view-of.ts";
import { completeButtonLabels, rotationCompletionAct } from "#lib/view/rotations/rotation-scope.ts";
import type { RotationScopeProgress } from "#lib/view/rotations/rotation-scope-step.ts";
import { formatDuration } from "#lib/words/format-time.ts";
import { rotationDescriptions } from "#lib/words/rotation-descriptions.ts";
import { RotationChecklist } from "./checklist.tsx";
import { RevealCredentialButton } from "./reveal-credential-button.tsx";
import { findRotationActBlocker, type StepPanelProps } from "./rotation-context.ts";
import { useChecklist } from "./use-checklist.ts";

/** Panel of the rotation step in which old and new credentials are valid and all clients must get the new ones. */
export function UpdateClientsPanel({ track, context }: StepPanelProps) {
  const { cluster, nowMs } = context;
  const use = useChecklist(cluster);
  const view = use.checklist && checklistViewOf(cluster.shoot, use.checklist);
  const rollsCertificates = track.families.some(({ family }) => family === "certificateAuthorities");
  if (track.current !== "clients") return <NotNow track={track} />;
  return (
    <>
      {track.turn === "You" && <Waiting track={track} nowMs={nowMs} />}
      {track.families.map(({ family }) => (
        <p key={family} className="text-pretty">
          {text(rotationDescriptions[family].meanwhile)}
        </p>
      ))}
      {rollsCertificates && (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <RevealCredentialButton cluster={cluster} what="ca-bundle" label={text("New bundle…")} />
          <span>{text("Both authorities are in it until the rotation is completed.")}</span>
        </div>
      )}
      {(view === undefined || view.total > 0) && <RotationChecklist use={use} view={view} />}
      <CompleteButton track={track} context={context} view={view} />
    </>
  );
}

function NotNow({ track: { current } }: { readonly track: RotationScopeProgress }) {
  const before = current === "plan" || current === "prepare" || current === "roll";
  return (
    <p className="text-pretty">
      {before
        ? text(
            "When everything is prepared, both the old and the new credentials are valid. Then the checklist appears here.",
          )
        : text("This step is over: the old credentials have been, or are being, dropped.")}
    </p>
  );
}

function Waiting({ track: { since, age }, nowMs }: { readonly track: RotationScopeProgress; readonly nowMs: number }) {
  const sinceMs = parseInstant(since);
  if (sinceMs === undefined) return null;
  const words = text("Waiting {duration}", { duration: formatDuration(nowMs - sinceMs) });
  return (
    <p className="flex flex-wrap items-center gap-2 font-medium text-ink">
      {age === "neutral" ? words : <Tag hue={age === "alert" ? "negative" : "caution"}>{words}</Tag>}
      <span className="font-normal text-secondary">{text("Take as long as you need. Both are valid.")}</span>
    </p>
  );
}

function CompleteButton({ track, context, view }: StepPanelProps & { readonly view: ChecklistView | undefined }) {
  const act = rotationCompletionAct(track.scope);
  const label = completeButtonLabels[track.scope];
  if (!act || label === undefined) return null;
  const refusal = findRotationActBlocker(act, context);
  const open = (view?.rows ?? []).filter(({ state }) => state === "open" || state === "not-yet").length;
  const unfinished =
    view === undefined
      ? text("The checklist is not read yet.")
      : text(
          "{count} {count, plural, one {item is} other {items are}} open: tick each, or leave it open with a reason.",
          { count: open },
        );
  const waits = view?.finished ? undefined : unfinished;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <ActButton
        cluster={context.cluster.row}
        act={act}
        label={text(label)}
        title={text("Complete the rotation")}
        variant="danger"
        disabledReason={refusal ?? waits}
      />
      {(refusal ?? waits) !== undefined && <p className="text-sm text-pretty">{refusal ?? waits}</p>}
    </div>
  );
}
