"use client";

import { clsx } from "clsx";
import { CircleCheck, CircleDashed, CircleDot, Hand } from "lucide-react";
import { useClock } from "#components/data/address/use-clock.ts";
import { useOnlooker } from "#components/data/session/use-onlooker.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { whoActs } from "#lib/policy/status/who-acts.ts";
import { type RotationTrack, type StepId, stepNumbers, type TrackStep } from "#lib/view/rotations/track-step.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { nameOfParty, wordsOfParty } from "#lib/words/party-words.ts";
import type { Cluster } from "../use-cluster.ts";
import { addressOf, goTo } from "./use-credentials-address.ts";

const looks = {
  done: { Icon: CircleCheck, colour: "text-positive-solid" },
  current: { Icon: CircleDot, colour: "text-info-solid" },
  waiting: { Icon: Hand, colour: "text-caution-solid" },
  ahead: { Icon: CircleDashed, colour: "text-tertiary" },
} as const satisfies { readonly [State in TrackStep["state"]]: object };

interface RotationStepsProps {
  readonly track: RotationTrack;
  readonly shown: StepId;
  readonly cluster: Cluster;
}

/** The steps with whose turn each is, as seen by whoever looks. Each has an address of its own. */
export function RotationSteps({ track, shown, cluster: { row, detail } }: RotationStepsProps) {
  const { patchShoot, uncertain } = detail.permissions;
  const party = whoActs("Owner", useOnlooker(row.project, uncertain ? undefined : patchShoot));
  const people = { name: nameOfParty(party, row.project), waiting: wordsOfParty(party, row.project).toLowerCase() };
  return (
    <ol aria-label="Steps of the rotation" className="flex flex-col gap-0.5">
      {track.steps.map((step) => (
        <Step key={step.id} step={step} track={track} isShown={step.id === shown} people={people} />
      ))}
    </ol>
  );
}

interface StepProps {
  readonly step: TrackStep;
  readonly track: RotationTrack;
  readonly isShown: boolean;
  readonly people: People;
}

/** The people of the cluster, as whoever looks calls them. */
interface People {
  /** `You`, `shop team`. */
  readonly name: string;
  /** `waiting for you`. */
  readonly waiting: string;
}

const actorOf = (who: TrackStep["who"], name: string) =>
  who === "Gardener" ? who : who === "You" ? name : `Gardener and ${name === "You" ? "you" : name}`;

function Step({ step: { id, title, who, state, doneAt }, track, isShown, people }: StepProps) {
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
            {actorOf(who, people.name)} · <StateWords state={state} doneAt={doneAt} waiting={people.waiting} />
          </span>
          {isShown && <span className="sr-only">, shown beside</span>}
        </span>
      </a>
    </li>
  );
}

interface StateWordsProps {
  readonly state: TrackStep["state"];
  readonly doneAt: string | undefined;
  readonly waiting: string;
}

function StateWords({ state, doneAt, waiting }: StateWordsProps) {
  const clock = useClock();
  const doneMs = parseInstant(doneAt);
  switch (state) {
    case "done":
      return doneMs === undefined ? "done" : `done ${formatDate(doneMs, clock)}`;
    case "current":
      return "current";
    case "waiting":
      return waiting;
    case "ahead":
      return "not yet";
    default:
      return state satisfies never;
  }
}
