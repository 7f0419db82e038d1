import type { OperationSummary } from "#lib/contract/summary/operation-summary.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { utcClock } from "../clock.ts";
import { describeErrorCode } from "../error-code-descriptions.ts";
import { capitalize, formatList, poolsLabel, rotationFamilyLabel } from "../format-list.ts";
import { formatDateTime, formatDuration } from "../format-time.ts";
import { rotationStepLabels, rotationWaitDescriptions } from "../rotation-descriptions.ts";
import { specCleanupLabel } from "../step-descriptions.ts";
import type { StatusHue } from "../version-stage.ts";
import { describeSummaryPools } from "./describe-summary-pools.ts";

/** A summary of an operation in sentences, equal on pages, in notices and in messages. */
export interface SummaryDescription {
  readonly title: string;
  readonly hue: StatusHue;
  /** From, to, nodes, duration, failures and what is still to do, each as a sentence. Times are in UTC. */
  readonly sentences: readonly string[];
}

/** Describes what an operation did in the current language. */
export function describeSummary(summary: OperationSummary): SummaryDescription {
  const { outcome, cause, changes, failures, tasks, firstSeenAt } = summary;
  const codes = outcome.kind === "failed" ? outcome.codes.map(describeErrorCode) : [];
  return {
    title: text(titleOf(summary)),
    hue: hues[outcomeOf(summary)],
    sentences: [
      ...describeCause(cause),
      ...describeHistory(summary),
      ...changes.map(describeChange),
      ...(outcome.kind === "failed"
        ? [text("The specification has this. How far the cluster has got is not known.")]
        : []),
      ...describeSummaryPools(summary),
      ...describeDuration(summary),
      ...codes,
      ...failures.map((failure) => text("Failed: {failure}", { failure })),
      ...tasks.map(describeTask),
      ...(tasks.length === 0 && outcome.kind === "done" ? [text("Gardener reports nothing that is left to do.")] : []),
      ...(outcome.kind === "unseen" ? [text("How its operation ended was not seen.")] : []),
      ...describeFirstSight(firstSeenAt),
    ],
  };
}

/** A summary as one text, for messages. */
export function summaryText(summary: OperationSummary): string {
  const { title, sentences } = describeSummary(summary);
  return [`${title}.`, ...sentences].join(" ");
}

type OutcomeKind = Exclude<OperationSummary["outcome"]["kind"], "unseen"> | "accepted" | "partly";

function outcomeOf({ outcome, failures }: OperationSummary): OutcomeKind {
  if (outcome.kind === "unseen") return outcome.failed ? "partly" : "accepted";
  return outcome.kind === "done" && failures.length > 0 ? "partly" : outcome.kind;
}

const hues: Readonly<Record<OutcomeKind, StatusHue>> = {
  done: "positive",
  accepted: "neutral",
  partly: "caution",
  failed: "negative",
  refused: "negative",
  "under-way": "info",
};

function titleOf(summary: OperationSummary): Message {
  const kind = outcomeOf(summary);
  const { [summary.cause.kind]: ofCause } = titles;
  return ofCause[kind] ?? titles.maintenance[kind];
}

const changeTitles = {
  done: message("Change rolled out"),
  failed: message("Roll-out of a change failed"),
  "under-way": message("Roll-out of a change under way"),
} as const;

const titles: {
  readonly [Kind in OperationSummary["cause"]["kind"]]: Readonly<Partial<Record<OutcomeKind, Message>>>;
} & { readonly maintenance: Readonly<Record<OutcomeKind, Message>> } = {
  maintenance: {
    done: message("Maintenance done"),
    accepted: message("Maintenance accepted"),
    partly: message("Maintenance partly failed"),
    failed: message("Maintenance failed"),
    refused: message("Maintenance refused, nothing changed"),
    "under-way": message("Maintenance under way"),
  },
  rotation: {
    done: message("Rotation step done"),
    failed: message("Rotation step failed"),
    "under-way": message("Rotation step under way"),
  },
  change: changeTitles,
  unknown: changeTitles,
};

function describeCause(cause: OperationSummary["cause"]): readonly string[] {
  switch (cause.kind) {
    case "change":
      return [text("Written by {by}.", { by: cause.by })];
    case "unknown":
      return [text("Who wrote the change is not recorded.")];
    default:
      return [];
  }
}

function describeHistory({ alsoBy = [], hasFailedBefore }: OperationSummary): readonly string[] {
  return [
    ...(alsoBy.length > 0
      ? [
          text("{by} changed the cluster as well: not all of this is from maintenance.", {
            by: formatList(alsoBy),
          }),
        ]
      : []),
    ...(hasFailedBefore ? [text("It had failed before and was carried out again.")] : []),
  ];
}

type Change = OperationSummary["changes"][number];

function describeChange(change: Change): string {
  switch (change.kind) {
    case "version":
      return describeVersion(change);
    case "field":
      return text("{field} {effect}.", { field: change.field, effect: specCleanupLabel(change) });
    case "rotation": {
      const step = change.step === undefined ? undefined : stepLabels.get(change.step);
      const credential = capitalize(rotationFamilyLabel(change.family));
      return step === undefined
        ? text("{credential}: rotation started.", { credential })
        : text("{credential}: {step}.", { credential, step: text(step) });
    }
    case "text":
      return text("Gardener reports: {said}", { said: change.said });
    default:
      return change satisfies never;
  }
}

const stepLabels = new Map<string, Message>(Object.entries(rotationStepLabels));
const waitLabels = new Map<string, Message>(Object.entries(rotationWaitDescriptions));

function describeVersion({ pools, image, from, to, forced }: Extract<Change, { readonly kind: "version" }>): string {
  const component = image ?? "Kubernetes";
  const what =
    pools === undefined ? component : text("{component} of {pools}", { component, pools: poolsLabel(pools) });
  const step = from === undefined ? text("now {to}", { to }) : text("{from} to {to}", { from, to });
  return forced ? text("{what}: {step}, forced.", { what, step }) : text("{what}: {step}.", { what, step });
}

function describeDuration({ cause, begunAt, endedAt, outcome }: OperationSummary): readonly string[] {
  const [begun, ended] = [parseInstant(begunAt), parseInstant(endedAt)];
  if (outcome.kind === "refused" || outcome.kind === "unseen") return [];
  if (ended === undefined) return outcome.kind === "under-way" ? [] : [text("When it ended is not known.")];
  if (begun === undefined || ended < begun) return [text("How long it took is not known.")];
  const duration = formatDuration(ended - begun);
  // A change can wait for the maintenance window before it is rolled out.
  if (cause.kind === "change") return [text("It ended {duration} after the change was written.", { duration })];
  return [text("It took {duration}.", { duration })];
}

function describeTask(task: OperationSummary["tasks"][number]): string {
  const pools = task.pools.length === 0 ? "" : poolsLabel(task.pools);
  switch (task.kind) {
    case "rotation": {
      const wait = waitLabels.get(task.wait);
      const credential = rotationFamilyLabel(task.family);
      return wait === undefined
        ? text("Still to do: the rotation of the {credential} waits.", { credential })
        : text("Still to do for the {credential}: {step}", { credential, step: text(wait) });
    }
    case "in-place":
      return text("Still to do: select the nodes of {pools} for their update in place.", { pools });
    case "rollout":
      return text("Still to do: roll {pools}.", { pools });
    case "pool-behind":
      return text("Still to do: {pools} stays on Kubernetes {version}.", { pools, version: task.version });
    default:
      return task satisfies never;
  }
}

function describeFirstSight(firstSeenAt: string | undefined): readonly string[] {
  const at = parseInstant(firstSeenAt);
  if (at === undefined) return [];
  return [
    text(
      "Almanac has watched the cluster without a break since {at}. What it was before is known only as far as Gardener reports it.",
      {
        at: formatDateTime(at, utcClock),
      },
    ),
  ];
}
