"use client";

import type { ComponentType } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { useUserRelation } from "#components/data/session/use-user-relation.ts";
import { buttonVariants } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { useMediaQuery } from "#components/ui/state/use-media-query.ts";
import { Table } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { toInlineNamedLabel } from "#lib/language/to-inline-label.ts";
import { responsiblePartyOf } from "#lib/policy/next/responsible-party.ts";
import {
  type AutomaticRotationTime,
  type CredentialRow,
  credentialRows,
  type DueRotationBlocker,
} from "#lib/view/rotations/credential-rows.ts";
import { etcdHasTwoSteps, rotationStartAct } from "#lib/view/rotations/rotation-scope.ts";
import { formatDate, formatDuration } from "#lib/words/format-time.ts";
import { responsiblePartyLabel } from "#lib/words/responsible-party-labels.ts";
import { rotationStepLabels } from "#lib/words/rotation-descriptions.ts";
import { rotationPhaseLabel } from "#lib/words/state/rotation-phase-label.ts";
import { findRotationActBlocker, type RotationContext } from "./rotation-context.ts";
import { goToRotation, rotationHref } from "./use-credentials-address.ts";

const columns: readonly { readonly title: Message; readonly Cell: ComponentType<CellProps> }[] = [
  { title: message("How"), Cell: HowCell },
  { title: message("Phase"), Cell: PhaseCell },
  { title: message("Last rotated"), Cell: LastRotatedCell },
  { title: message("Next automatic run"), Cell: AutomaticCell },
  { title: message("Action by"), Cell: TurnCell },
];

/** Table of the credentials that Gardener manages for the cluster, with the age of each. */
export function CredentialsTable({ context }: { readonly context: RotationContext }) {
  const { shoot, detail } = context.cluster;
  const rows = credentialRows(shoot, { ...context, view: detail.view });
  const isNarrow = useMediaQuery("(max-width: 63.99rem)");
  return (
    <Card id="gardener-managed" title={text("Gardener-managed credentials")} flush>
      {isNarrow ? (
        <ul aria-label={text("Gardener-managed credentials")} className="divide-y divide-hairline text-sm">
          {rows.map((row) => (
            <li key={row.id} id={`credential-${row.id}`} className="flex flex-col gap-2 px-4 py-3.5">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-medium">{row.name}</span>
                <ActionCell row={row} context={context} />
              </div>
              <dl className="grid grid-cols-[8rem_1fr] gap-x-3 gap-y-1 text-secondary">
                {columns.map(({ title, Cell }) => (
                  <div key={`${title}`} className="contents">
                    <dt className="text-tertiary">{text(title)}</dt>
                    <dd>
                      <Cell row={row} context={context} />
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      ) : (
        <Table
          caption={text("Gardener-managed credentials")}
          columns={[
            { title: text("Credential") },
            ...columns.map(({ title }) => ({ title: text(title) })),
            { title: text("Action"), hidden: true },
          ]}
          cellClass="px-2.5 py-2 first:pl-4 last:pr-4"
        >
          {rows.map((row) => (
            <tr key={row.id} id={`credential-${row.id}`} className="align-top">
              <th scope="row" className="py-2.5 pr-2.5 pl-4 font-medium">
                {row.name}
              </th>
              {columns.map(({ title, Cell }) => (
                <td key={`${title}`} className="px-2.5 py-2.5 text-secondary">
                  <Cell row={row} context={context} />
                </td>
              ))}
              <td className="py-2 pr-4 pl-2.5 text-right">
                <ActionCell row={row} context={context} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

interface CellProps {
  readonly row: CredentialRow;
  readonly context: RotationContext;
}

const absences = {
  "ssh-off": message("SSH access is off"),
  workerless: message("No worker nodes"),
  "purpose-testing": message("Not there for the purpose testing"),
  "no-static-token": message("The cluster has none"),
} as const satisfies { readonly [Absence in NonNullable<CredentialRow["absent"]>]: Message };

function HowCell({ row: { manner, automatic, absent } }: CellProps) {
  if (absent !== undefined) return text(absences[absent]);
  if (manner === "none") return text("Cannot be rotated");
  if (automatic.kind === "at") return text("Automatic, or in one step");
  return manner === "two-step" ? text("Two steps") : text("One step");
}

const quiet: ReadonlySet<string> = new Set(["idle", "done"]);

function PhaseCell({ row: { progress, age, planned }, context }: CellProps) {
  if (!progress) return "–";
  const { step, phase, since } = progress;
  const sinceMs = parseInstant(since);
  const word =
    phase === ""
      ? step === "preparing"
        ? text("Running")
        : step === "done"
          ? text("Done")
          : text("Never")
      : rotationPhaseLabel(phase);
  return (
    <span className="flex flex-col items-start gap-1">
      <span title={text(rotationStepLabels[step])} className="break-words">
        {word}
      </span>
      {!quiet.has(step) && sinceMs !== undefined && (
        <Age age={age}>{text("for {duration}", { duration: formatDuration(context.nowMs - sinceMs) })}</Age>
      )}
      {planned !== undefined && <span className="text-xs text-tertiary">{text("planned for the next window")}</span>}
    </span>
  );
}

function Age({ age, children }: { readonly age: CredentialRow["age"]; readonly children: string }) {
  if (age === "neutral") return <span className="text-xs text-tertiary">{children}</span>;
  return <Tag hue={age === "alert" ? "negative" : "caution"}>{children}</Tag>;
}

export function LastRotatedCell({ row, context }: CellProps) {
  const clock = useDisplayClock();
  const last = lastRotated(row, context.nowMs);
  if (row.validUntilMs === undefined) return last;
  return (
    <span className="flex flex-col items-start">
      <span>{last}</span>
      <span className="text-xs text-tertiary">
        {text("Valid until about {date}", { date: formatDate(row.validUntilMs, clock) })}
      </span>
    </span>
  );
}

function lastRotated({ lastRotatedAt, neverSince, manner }: CredentialRow, nowMs: number) {
  if (lastRotatedAt !== undefined) return <TimestampText at={lastRotatedAt} form="relative" />;
  const sinceMs = parseInstant(neverSince);
  if (manner === "none" || sinceMs === undefined) return "–";
  return text("Never since creation, {duration}", { duration: formatDuration(nowMs - sinceMs) });
}

const withoutRun: { readonly [Kind in Exclude<AutomaticRotationTime["kind"], "at" | "due">]: Message } = {
  never: message("Never automatic"),
  off: message("Off"),
  "release-without": message("Not in this release"),
};

const dueLabels: { readonly [Obstacle in DueRotationBlocker]: Message } = {
  asleep: message("Due, and skipped while the cluster sleeps"),
  "waking-up": message("Due, and refused until the cluster is awake"),
  refused: message("Due, and refused as things stand"),
  held: message("Due, but Gardener does nothing to the cluster now"),
  failed: message("Due, but not while the last operation is Failed"),
  "under-way": message("Due, once the rotation under way is complete"),
  ends: message("Not before the cluster is deleted"),
};

function AutomaticCell({ row: { automatic, manner } }: CellProps) {
  const clock = useDisplayClock();
  if (manner === "none") return "–";
  if (automatic.kind === "due") return text(dueLabels[automatic.because]);
  if (automatic.kind !== "at") return text(withoutRun[automatic.kind]);
  const { beginAt, periodSeconds } = automatic;
  return richText("{date}, <period>every {duration}</period>", {
    date: formatDate(beginAt, clock),
    duration: formatDuration(periodSeconds * 1000),
    period: (words) => <span className="text-tertiary">{words}</span>,
  });
}

function TurnCell({ row: { progress }, context }: CellProps) {
  const { project } = context.cluster.row;
  const onlooker = useUserRelation(project);
  if (!progress || progress.turn === "Nobody") return <span className="text-tertiary">{text("Nobody")}</span>;
  const party = responsiblePartyOf(progress.turn === "You" ? "Owner" : progress.turn, onlooker);
  const name = responsiblePartyLabel(party, project);
  return party === "you" ? <span className="font-medium text-ink">{name}</span> : name;
}

function ActionCell({ row: { id, name, manner, absent, progress }, context }: CellProps) {
  if (id === "vpn-tls" || absent !== undefined) return null;
  const busy = progress !== undefined && !quiet.has(progress.step);
  if (manner === "two-step" || busy) {
    const label = busy ? text("Continue") : text("Plan");
    return (
      // The link leads to the steps of the rotation on this page.
      <a
        href={`${rotationHref(id)}#rotation`}
        className={buttonVariants({ size: "sm" })}
        aria-label={`${label}: ${name}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          goToRotation(id);
          const heading = document.getElementById("rotation");
          heading?.scrollIntoView({ block: "start" });
          heading?.querySelector<HTMLElement>("[aria-current=step]")?.focus({ preventScroll: true });
        }}
      >
        {label}
      </a>
    );
  }
  const twoSteps = etcdHasTwoSteps(context.cluster.shoot, context.rules);
  const act = rotationStartAct(id, { withoutRollout: false, when: "now" }, twoSteps);
  const words = text("Rotate {credential}", { credential: toInlineNamedLabel(name) });
  return (
    <ActButton
      cluster={context.cluster.row}
      act={act}
      label={text("Rotate")}
      title={words}
      aria-label={words}
      size="sm"
      disabledReason={findRotationActBlocker(act, context)}
    />
  );
}
