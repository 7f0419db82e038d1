"use client";

import { clsx } from "clsx";
import { CircleCheck, CircleDashed, CircleDot, Hand } from "lucide-react";
import { useClock } from "#components/data/address/use-clock.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type RotationTrack, type StepId, stepNumbers, type TrackStep } from "#lib/view/rotations/track-step.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { addressOf, goTo } from "./use-credentials-address.ts";

const looks = {
  done: { Icon: CircleCheck, colour: "text-positive-solid" },
  current: { Icon: CircleDot, colour: "text-info-solid" },
  waiting: { Icon: Hand, colour: "text-caution-solid" },
  ahead: { Icon: CircleDashed, colour: "text-tertiary" },
} as const satisfies { readonly [State in TrackStep["state"]]: object };

/** The steps with whose turn each is. Each has an address of its own. */
export function RotationSteps({ track, shown }: { readonly track: RotationTrack; readonly shown: StepId }) {
  return (
    <ol aria-label="Steps of the rotation" className="flex flex-col gap-0.5">
      {track.steps.map((step) => (
        <Step key={step.id} step={step} track={track} isShown={step.id === shown} />
      ))}
    </ol>
  );
}

interface StepProps {
  readonly step: TrackStep;
  readonly track: RotationTrack;
  readonly isShown: boolean;
}

function Step({ step: { id, title, who, state, doneAt }, track, isShown }: StepProps) {
  const { Icon, colour } = looks[state];
  const isCurrent = id === track.current;
  return (
    <li>
      <a
        href={addressOf(track.scope, id)}
        {...(isCurrent && { "aria-current": "step" as const })}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          goTo(track.scope, id);
        }}
        className={clsx(
          "flex items-start gap-2.5 rounded-control px-2.5 py-2 text-sm hover:bg-hover",
          isShown && "bg-selected",
        )}
      >
        <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", colour)} />
        <span className="min-w-0">
          <span className={clsx("block", isCurrent || isShown ? "font-medium text-ink" : "text-secondary")}>
            {stepNumbers[id]} {title}
          </span>
          <span className="block text-xs text-tertiary">
            {who} · <StateWords state={state} doneAt={doneAt} />
          </span>
          {isShown && <span className="sr-only">, shown beside</span>}
        </span>
      </a>
    </li>
  );
}

function StateWords({ state, doneAt }: { readonly state: TrackStep["state"]; readonly doneAt: string | undefined }) {
  const clock = useClock();
  const doneMs = parseInstant(doneAt);
  switch (state) {
    case "done":
      return doneMs === undefined ? "done" : `done ${formatDate(doneMs, clock)}`;
    case "current":
      return "current";
    case "waiting":
      return "waiting for you";
    case "ahead":
      return "not yet";
    default:
      return state satisfies never;
  }
}
