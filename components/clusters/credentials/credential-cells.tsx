"use client";

import { ActButton } from "#components/act/act-button.tsx";
import { useClock } from "#components/data/address/use-clock.ts";
import { useOnlooker } from "#components/data/session/use-onlooker.ts";
import { Instant } from "#components/data/shown/instant.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { parseInstant } from "#lib/kube/instant.ts";
import { whoActs } from "#lib/policy/status/who-acts.ts";
import type { AutomaticRun, CredentialRow } from "#lib/view/rotations/credential-rows.ts";
import { etcdHasTwoSteps, startAct } from "#lib/view/rotations/rotation-scope.ts";
import { formatDate, formatDuration } from "#lib/words/format-time.ts";
import { nameOfParty } from "#lib/words/party-words.ts";
import { phaseWords, rotationStepWords } from "#lib/words/rotation-sentences.ts";
import { type RotationContext, refusalOf } from "./rotation-context.ts";
import { RotationLink } from "./rotation-link.tsx";

interface CellProps {
  readonly row: CredentialRow;
}
interface TimedCellProps extends CellProps {
  readonly nowMs: number;
}

const absences = {
  "ssh-off": "SSH access is off",
  workerless: "No worker nodes",
  "purpose-testing": "Not there for the purpose testing",
} as const satisfies { readonly [Absence in NonNullable<CredentialRow["absent"]>]: string };

export function HowCell({ row: { manner, automatic, absent } }: CellProps) {
  if (absent !== undefined) return absences[absent];
  if (manner === "none") return "Cannot be rotated";
  if (automatic.kind === "at") return "Automatic, or in one step";
  return manner === "two-step" ? "Two steps" : "One step";
}

const quiet: ReadonlySet<string> = new Set(["idle", "done"]);

export function PhaseCell({ row: { progress, age, planned }, nowMs }: TimedCellProps) {
  if (!progress) return "–";
  const { step, phase, since } = progress;
  const sinceMs = parseInstant(since);
  const word =
    phase === "" ? (step === "preparing" ? "Running" : step === "done" ? "Done" : "Never") : phaseWords(phase);
  return (
    <span className="flex flex-col items-start gap-1">
      <span title={rotationStepWords[step]} className="break-words">
        {word}
      </span>
      {!quiet.has(step) && sinceMs !== undefined && <Age age={age} text={`for ${formatDuration(nowMs - sinceMs)}`} />}
      {planned !== undefined && <span className="text-xs text-tertiary">planned for the next window</span>}
    </span>
  );
}

function Age({ age, text }: { readonly age: CredentialRow["age"]; readonly text: string }) {
  if (age === "neutral") return <span className="text-xs text-tertiary">{text}</span>;
  return <Tag hue={age === "alert" ? "negative" : "caution"}>{text}</Tag>;
}

export function LastCell({ row: { lastRotatedAt, neverSince, manner }, nowMs }: TimedCellProps) {
  if (lastRotatedAt !== undefined) return <Instant at={lastRotatedAt} form="relative" />;
  const sinceMs = parseInstant(neverSince);
  if (manner === "none" || sinceMs === undefined) return "–";
  return `Never since creation, ${formatDuration(nowMs - sinceMs)}`;
}

const withoutRun: { readonly [Kind in Exclude<AutomaticRun["kind"], "at">]: string } = {
  never: "Never automatic",
  off: "Off",
  "release-without": "Not in this release",
};

export function AutomaticCell({ row: { automatic, manner } }: CellProps) {
  const clock = useClock();
  if (manner === "none") return "–";
  if (automatic.kind !== "at") return withoutRun[automatic.kind];
  const { beginAt, periodSeconds } = automatic;
  return (
    <>
      {formatDate(beginAt, clock)}, <span className="text-tertiary">every {formatDuration(periodSeconds * 1000)}</span>
    </>
  );
}

export function TurnCell({ row: { progress }, project }: CellProps & { readonly project: string }) {
  const onlooker = useOnlooker(project);
  if (!progress || progress.turn === "Nobody") return <span className="text-tertiary">Nobody</span>;
  const party = whoActs(progress.turn === "You" ? "Owner" : progress.turn, onlooker);
  const name = nameOfParty(party, project);
  return party === "you" ? <span className="font-medium text-ink">{name}</span> : name;
}

export function ActionCell({
  row: { id, name, manner, absent, progress },
  context,
}: CellProps & { context: RotationContext }) {
  if (id === "vpn-tls" || absent !== undefined) return null;
  const busy = progress !== undefined && !quiet.has(progress.step);
  if (manner === "two-step" || busy) {
    return <RotationLink scope={id} label={busy ? "Continue" : "Plan"} name={name} />;
  }
  const twoSteps = etcdHasTwoSteps(context.cluster.shoot, context.rules);
  const act = startAct(id, { withoutRollout: false, when: "now" }, twoSteps);
  const words = `Rotate ${name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;
  return (
    <ActButton
      cluster={context.cluster.row}
      act={act}
      label="Rotate"
      title={words}
      aria-label={words}
      size="sm"
      disabledReason={refusalOf(act, context)}
    />
  );
}
