"use client";

import type { ReactNode } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { toInlineLabel } from "#lib/language/to-inline-label.ts";
import { type AutomaticHandling, automaticHandlingOf } from "#lib/policy/next/automatic-handling.ts";
import { defaultRotationIntervalMs } from "#lib/policy/rotations/rotation-age.ts";
import {
  type RotationStepId,
  rotationStepNumbers,
  rotationStepTitles,
} from "#lib/view/rotations/rotation-scope-step.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { rotationDescriptions } from "#lib/words/rotation-descriptions.ts";
import type { StepPanelProps } from "./rotation-context.ts";
import { UpdateClientsPanel } from "./step-clients.tsx";
import { RotationPlanPanel } from "./step-plan.tsx";
import { OperationProgressBar, PrepareRotationPanel } from "./step-prepare.tsx";
import { RollPoolsPanel } from "./step-roll.tsx";

/** Panel of one rotation step. A step that is not reached yet is only described and offers no action. */
export function RotationStepPanel({ track, shown, context }: StepPanelProps & { readonly shown: RotationStepId }) {
  return (
    <section aria-labelledby="rotation-step" className="min-w-0">
      <h3 id="rotation-step" className="text-base font-semibold">
        {text("Step {number}: {title}", {
          number: rotationStepNumbers[shown],
          title: toInlineLabel(text(rotationStepTitles[shown])),
        })}
      </h3>
      <div className="mt-2 flex flex-col gap-3 text-base text-secondary">{panelOf(shown, { track, context })}</div>
    </section>
  );
}

function panelOf(shown: RotationStepId, props: StepPanelProps): ReactNode {
  switch (shown) {
    case "plan":
    case "start":
      return <RotationPlanPanel {...props} key={props.track.scope} />;
    case "prepare":
    case "running":
      return <PrepareRotationPanel {...props} />;
    case "roll":
      return <RollPoolsPanel {...props} />;
    case "clients":
      return <UpdateClientsPanel {...props} />;
    case "complete":
      return <CompletePanel {...props} />;
    case "verify":
      return <VerifyPanel {...props} />;
    case "done":
      return <DonePanel {...props} />;
    default:
      return shown satisfies never;
  }
}

function CompletePanel({ track, context }: StepPanelProps) {
  return (
    <>
      {track.families.map(({ family }) => (
        <p key={family} className="text-pretty">
          {text(rotationDescriptions[family].afterwards)}
        </p>
      ))}
      {track.current === "complete" && <OperationProgressBar context={context} />}
      {track.current === "verify" && <p>{text("This step is over.")}</p>}
    </>
  );
}

/** Returns when each credential of the rotation was completed, in epoch milliseconds, in ascending order. */
function completions({ families }: StepPanelProps["track"]): readonly number[] {
  return families.flatMap(({ lastCompletedAt }) => parseInstant(lastCompletedAt) ?? []).sort((a, b) => a - b);
}

/** Date from which Gardener recommends the next rotation, which does not start automatically. */
function NextTime({ track }: Pick<StepPanelProps, "track">) {
  const clock = useDisplayClock();
  const [doneMs] = completions(track);
  if (doneMs === undefined) return null;
  return (
    <p>
      {text("Gardener recommends the next rotation from {date}.", {
        date: formatDate(doneMs + defaultRotationIntervalMs, clock),
      })}
    </p>
  );
}

function VerifyPanel({ track }: StepPanelProps) {
  if (track.current !== "verify") return <p>{text("After the rotation, check a few things yourself.")}</p>;
  const doneMs = completions(track).at(-1);
  const hasAuthority = track.scope === "all" || track.scope === "certificateAuthorities";
  return (
    <>
      <p>
        {richText("Completed <instant></instant>.", {
          instant: () => <TimestampText at={doneMs === undefined ? undefined : new Date(doneMs).toISOString()} />,
        })}
      </p>
      <ul aria-label={text("Final checks")} className="list-disc space-y-1 pl-5 text-sm">
        <li>{text("Pipelines, scrapers and GitOps controllers can still reach the cluster.")}</li>
        {hasAuthority && <li>{text("The bundle has one certificate now. Remove the old one from your copies.")}</li>}
        <li>{text("Nobody reports rejected tokens or kubeconfigs.")}</li>
      </ul>
      <NextTime track={track} />
    </>
  );
}

const doneLabels: { readonly [Scope in string]?: Message } = {
  sshKeypair: message("The new key pair can be retrieved on this page, and the old one until the next rotation."),
  observability: message("The new password can be retrieved on this page; the old one no longer works."),
  kubeconfig: message("The new static token is in the kubeconfig Secret of the project."),
};

function afterwards(course: AutomaticHandling): string {
  if (course === "ending") return text("The cluster is being deleted.");
  return course === "goes-on"
    ? text("Gardener finishes this automatically. No action needed.")
    : text("Gardener finishes this once it works on the cluster again.");
}

function DonePanel({ track, context }: StepPanelProps) {
  if (track.current !== "done") {
    return <p>{afterwards(automaticHandlingOf(context.cluster.row))}</p>;
  }
  return (
    <>
      <p>{richText("Done <instant></instant>.", { instant: () => <TimestampText at={track.since} /> })}</p>
      <p>{text(doneLabels[track.scope] ?? message("Everything is encrypted with the new key. No action needed."))}</p>
    </>
  );
}
