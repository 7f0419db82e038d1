"use client";

import { clsx } from "clsx";
import { CircleCheck, CircleDashed, CircleDot, Hand } from "lucide-react";
import { useClock } from "#components/data/address/use-clock.ts";
import { useOnlooker } from "#components/data/session/use-onlooker.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { type Party, whoActs } from "#lib/policy/next/who-acts.ts";
import { type RotationTrack, type StepId, stepNumbers, type TrackStep } from "#lib/view/rotations/track-step.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { nameOfParty } from "#lib/words/party-words.ts";
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
  const people = peopleOf(party, row.project);
  return (
    <ol aria-label={text("Steps of the rotation")} className="flex flex-col gap-0.5">
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
  readonly withGardener: string;
  /** `waiting for you`. */
  readonly waiting: string;
}

function peopleOf(party: Party, project: string): People {
  const name = nameOfParty(party, project);
  if (party === "you") return { name, withGardener: text("Gardener and you"), waiting: text("waiting for you") };
  const withGardener = text("Gardener and {name}", { name });
  return party === "team"
    ? { name, withGardener, waiting: text("waiting for the {project} team", { project }) }
    : { name, withGardener, waiting: text("needs attention") };
}

function actorOf(who: TrackStep["who"], { name, withGardener }: People): string {
  if (who === "Gardener") return who;
  return who === "You" ? name : withGardener;
}

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
            {stepNumbers[id]} {text(title)}
          </span>
          <span className="block text-xs text-tertiary">
            {actorOf(who, people)} · <StateWords state={state} doneAt={doneAt} waiting={people.waiting} />
          </span>
          {isShown && <span className="sr-only">, {text("shown beside")}</span>}
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
      return doneMs === undefined ? text("done") : text("done {date}", { date: formatDate(doneMs, clock) });
    case "current":
      return text("current");
    case "waiting":
      return waiting;
    case "ahead":
      return text("not yet");
    default:
      return state satisfies never;
  }
}
