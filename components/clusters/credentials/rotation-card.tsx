"use client";

import { clsx } from "clsx";
import { CircleCheck, CircleDashed, CircleDot, Hand } from "lucide-react";
import { useEffect, useRef } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { useUserRelation } from "#components/data/session/use-user-relation.ts";
import { Card } from "#components/ui/card.tsx";
import { SelectField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Table } from "#components/ui/table.tsx";
import { rotationHash } from "#lib/fleet/cluster-path.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, text } from "#lib/language/text.ts";
import { type ResponsibleParty, responsiblePartyOf } from "#lib/policy/next/responsible-party.ts";
import { hasStaticKubeconfig } from "#lib/policy/operations/kubeconfig.ts";
import { rotationNotices } from "#lib/view/rotations/rotation-notices.ts";
import {
  isRotationScope,
  type RotationScope,
  rotationScopeInProgress,
  rotationScopeLabels,
  rotationScopes,
} from "#lib/view/rotations/rotation-scope.ts";
import { progressOfRotationScope } from "#lib/view/rotations/rotation-scope-progress.ts";
import {
  type RotationScopeProgress,
  type RotationScopeStep,
  type RotationStepId,
  rotationStepNumbers,
} from "#lib/view/rotations/rotation-scope-step.ts";
import { rotationUserEffectsByScope } from "#lib/view/rotations/rotation-user-effect.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { responsiblePartyLabel } from "#lib/words/responsible-party-labels.ts";
import type { Cluster } from "../use-cluster.ts";
import type { RotationContext } from "./rotation-context.ts";
import { RotationStepPanel } from "./rotation-step-panel.tsx";
import { goToRotation, rotationHref, useCredentialsAddress } from "./use-credentials-address.ts";

/** Card of one credential rotation, from plan to end: the one named in the URL, else the one in progress. */
export function RotationCard({ context }: { readonly context: RotationContext }) {
  const { shoot, gone, detail } = context.cluster;
  const address = useCredentialsAddress();
  const scope = address.scope ?? rotationScopeInProgress(shoot) ?? "all";
  const track = progressOfRotationScope(shoot, scope, { ...context, gone });
  const shown = track.steps.some(({ id }) => id === address.step) && address.step ? address.step : track.current;
  const input = { view: detail.view, nowMs: context.nowMs, gone };
  useShortcut("s", () => goToRotation(scope, stepAfter(track, shown)));
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A link to the rotation moves the focus to its current step instead of the top of the page.
    if (window.location.hash === rotationHash) panel.current?.focus();
  }, []);
  return (
    <Card id="rotation" title={text("Rotation, step by step")} aside={<ScopeChoice scope={scope} context={context} />}>
      <div className="flex flex-col gap-4">
        {rotationNotices(shoot, track, input).map(({ id, hue, title, text: words }) => (
          <Notice key={id} hue={hue} title={title}>
            {words}
          </Notice>
        ))}
        <div className="grid gap-x-6 gap-y-4 md:grid-cols-[13rem_minmax(0,1fr)]">
          <RotationSteps track={track} shown={shown} cluster={context.cluster} />
          <div ref={panel} tabIndex={-1} className="min-w-0 rounded-control">
            <RotationStepPanel track={track} shown={shown} context={context} />
          </div>
        </div>
        <AffectedTable scope={scope} manner={track.manner} />
      </div>
    </Card>
  );
}

function stepAfter({ steps }: RotationScopeProgress, shown: RotationStepId): RotationStepId | undefined {
  const index = steps.findIndex(({ id }) => id === shown);
  return steps[(index + 1) % steps.length]?.id;
}

function ScopeChoice({ scope, context }: { readonly scope: RotationScope; readonly context: RotationContext }) {
  const hasKubeconfig = hasStaticKubeconfig(context.cluster.shoot, context.rules);
  const offered = rotationScopes.filter((each) => each !== "kubeconfig" || hasKubeconfig);
  return (
    <div className="[&>div]:flex-row [&>div]:items-center [&>div]:gap-2">
      <SelectField
        label={text("Rotate")}
        value={scope}
        options={offered.map((each) => [each, text(rotationScopeLabels[each])])}
        onText={(value) => isRotationScope(value) && goToRotation(value)}
      />
    </div>
  );
}

interface AffectedTableProps {
  readonly scope: RotationScope;
  readonly manner: "two-step" | "one-step";
}

/** Table of what each phase of the rotation affects. */
function AffectedTable({ scope, manner }: AffectedTableProps) {
  const twoSteps = manner === "two-step";
  const cell = (words: Message, stops: boolean) => (
    <td className="px-2 py-1.5 align-top">
      {stops ? <strong className="font-medium text-negative-text">{text(words)}</strong> : text(words)}
    </td>
  );
  return (
    <Table
      caption={text("What is affected")}
      captionClass="pt-3 pb-1 text-left text-base font-semibold text-ink"
      columns={
        twoSteps
          ? [{ title: text("Part") }, { title: text("Prepare") }, { title: text("Complete") }]
          : [{ title: text("Part") }, { title: text("Rotate") }]
      }
      className="w-full border-t border-hairline text-left text-sm text-secondary"
      cellClass="px-2 py-1.5 first:pl-0"
    >
      {rotationUserEffectsByScope[scope].map(({ what, prepare, complete, stops }) => (
        <tr key={`${what}`}>
          <th scope="row" className="py-1.5 pr-2 align-top font-medium text-ink">
            {text(what)}
          </th>
          {cell(prepare, stops === "prepare")}
          {twoSteps && cell(complete, stops === "complete")}
        </tr>
      ))}
    </Table>
  );
}

const looks = {
  done: { Icon: CircleCheck, colour: "text-positive-solid" },
  current: { Icon: CircleDot, colour: "text-info-solid" },
  waiting: { Icon: Hand, colour: "text-caution-solid" },
  ahead: { Icon: CircleDashed, colour: "text-tertiary" },
} as const satisfies { readonly [State in RotationScopeStep["state"]]: object };

interface RotationStepsProps {
  readonly track: RotationScopeProgress;
  readonly shown: RotationStepId;
  readonly cluster: Cluster;
}

/** Steps of the rotation, each with a link and the party that has to act. */
function RotationSteps({ track, shown, cluster: { row, detail } }: RotationStepsProps) {
  const { patchShoot, uncertain } = detail.permissions;
  const party = responsiblePartyOf("Owner", useUserRelation(row.project, uncertain ? undefined : patchShoot));
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
  readonly step: RotationScopeStep;
  readonly track: RotationScopeProgress;
  readonly isShown: boolean;
  readonly people: People;
}

/** How the UI names the users who are responsible for the cluster, from the current user's point of view. */
interface People {
  /** Name, such as `You` or `shop team`. */
  readonly name: string;
  readonly withGardener: string;
  /** Status text, such as `waiting for you`. */
  readonly waiting: string;
}

function peopleOf(party: ResponsibleParty, project: string): People {
  const name = responsiblePartyLabel(party, project);
  if (party === "you") return { name, withGardener: text("Gardener and you"), waiting: text("waiting for you") };
  const withGardener = text("Gardener and {name}", { name });
  return party === "team"
    ? { name, withGardener, waiting: text("waiting for the {project} team", { project }) }
    : { name, withGardener, waiting: text("needs attention") };
}

function actorOf(who: RotationScopeStep["who"], { name, withGardener }: People): string {
  if (who === "Gardener") return who;
  return who === "You" ? name : withGardener;
}

function Step({ step, track, isShown, people }: StepProps) {
  const { id, title, who, state } = step;
  const clock = useDisplayClock();
  const { Icon, colour } = looks[state];
  const isCurrent = id === track.current;
  return (
    <li>
      <a
        href={rotationHref(track.scope, id)}
        {...(isCurrent && { "aria-current": "step" as const })}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          goToRotation(track.scope, id);
        }}
        className={clsx(
          "flex items-start gap-2.5 rounded-control px-2.5 py-2 text-sm hover:bg-hover",
          isShown && "bg-selected",
        )}
      >
        <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", colour)} />
        <span className="min-w-0">
          <span className={clsx("block", isCurrent || isShown ? "font-medium text-ink" : "text-secondary")}>
            {rotationStepNumbers[id]} {text(title)}
          </span>
          <span className="block text-xs text-tertiary">
            {actorOf(who, people)} · {stateLabel(step, people, clock)}
          </span>
          {isShown && <span className="sr-only">, {text("shown beside")}</span>}
        </span>
      </a>
    </li>
  );
}

function stateLabel({ state, doneAt }: RotationScopeStep, { waiting }: People, clock: DisplayClock): string {
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
