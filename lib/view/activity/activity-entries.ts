import type { Activity } from "#lib/contract/activity.ts";
import type { OperationSummary } from "#lib/contract/summary/operation-summary.ts";
import { operationStateLabel } from "#lib/fleet/fields/operation-state-label.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { rotationFamilies } from "#lib/policy/rotations/families.ts";
import { clampProgress, type LastOperationMeaning, readLastOperation } from "#lib/policy/status/last-operation.ts";
import { describeSummary } from "#lib/words/summary/describe-summary.ts";
import type { StatusHue } from "#lib/words/version-stage.ts";

/** Kinds of activity entries, by their source. */
export const activityKinds = ["event", "operation", "maintenance", "rotation", "fields", "here"] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const activityKindLabels: Readonly<Record<ActivityKind, Message>> = {
  event: message("Events"),
  operation: message("Operations"),
  maintenance: message("Maintenance"),
  rotation: message("Rotations"),
  fields: message("Written fields"),
  here: message("From Almanac"),
};

/** Entry in a cluster's activity list: something that happened to the cluster, and when. */
export interface ActivityEntry {
  readonly key: string;
  readonly kind: ActivityKind;
  readonly at: number;
  readonly title: string;
  readonly detail: string;
  /** Sentences of a summary, which the page shows when the entry is opened. */
  readonly sentences?: readonly string[];
  /** Language-independent facts of the entry, for exports. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Text of the entry that comes from the garden, if any. */
  readonly said?: string;
  /** Component of Gardener, client or user that caused the entry; undefined if not recorded. */
  readonly by: string | undefined;
  readonly hue: StatusHue;
}

/** Action on a cluster that was sent from this browser. */
export interface ActSentFromBrowser {
  readonly id: string;
  readonly title: string;
  readonly by: string;
  readonly sentAt: number;
  readonly outcome: string;
}

interface ActivitySources {
  readonly shoot: Shoot;
  readonly activity: Activity | undefined;
  readonly acts: readonly ActSentFromBrowser[];
}

/** Known past of a cluster, latest first. */
export function activityEntriesOf({ shoot, activity, acts }: ActivitySources): readonly ActivityEntry[] {
  const lines = [
    ...ofEvents(activity),
    ...ofOperation(shoot),
    ...ofMaintenance(shoot, activity),
    ...ofSummaries(activity),
    ...ofRotations(shoot),
    ...ofManagers(activity),
    ...ofLife(shoot),
    ...acts.map(ofAct),
  ];
  return lines.sort((left, right) => right.at - left.at || (left.key < right.key ? -1 : 1));
}

type Undated = Omit<ActivityEntry, "at">;

/** Returns an entry if its date is known. Entries without a date are left out; the overview shows them. */
function dated(at: string | null | undefined, line: Undated): ActivityEntry[] {
  const ms = parseInstant(at);
  return ms === undefined ? [] : [{ ...line, at: ms }];
}

function ofEvents(activity: Activity | undefined): ActivityEntry[] {
  return (activity?.events ?? []).flatMap(({ id, type, reason, message: told, component, count, firstAt, lastAt }) =>
    dated(lastAt ?? firstAt, {
      key: `event ${id}`,
      kind: "event",
      title: count > 1 ? text("{reason}, {count} times", { reason, count }) : reason,
      detail: told,
      facts: { type, reason, count },
      said: told,
      by: component,
      hue: type === "Warning" ? "caution" : "neutral",
    }),
  );
}

/** Colours of operation states. An aborted operation is no failure: it resumes after a restart of gardenlet. */
const operationHues: Readonly<Record<LastOperationMeaning, StatusHue>> = {
  "never-reconciled": "info",
  "not-scheduled": "caution",
  skipped: "caution",
  running: "info",
  finished: "positive",
  retrying: "negative",
  stopped: "negative",
  aborted: "info",
  unrecognised: "info",
};

function ofOperation({ status }: Shoot): ActivityEntry[] {
  const last = status?.lastOperation;
  if (!last) return [];
  const progress = clampProgress(last.progress);
  const { meaning } = readLastOperation(last);
  return dated(last.lastUpdateTime, {
    key: "operation",
    kind: "operation",
    title: `${last.type ?? text("Operation")}: ${stateOf(last.state)}${progress === undefined ? "" : `, ${progress} %`}`,
    detail: last.description ?? "",
    facts: { type: last.type, state: last.state, progress: last.progress },
    ...(last.description && { said: last.description }),
    by: "gardenlet",
    hue: operationHues[meaning],
  });
}

function stateOf(state: string | undefined): string {
  return state === undefined ? text("state not said") : operationStateLabel(state);
}

const summaryKinds = {
  maintenance: "maintenance",
  rotation: "rotation",
  change: "operation",
  unknown: "operation",
} as const satisfies Readonly<Record<OperationSummary["cause"]["kind"], ActivityKind>>;

function ofSummaries(activity: Activity | undefined): ActivityEntry[] {
  return (activity?.summaries ?? []).flatMap((summary) => {
    const { cause, begunAt, endedAt } = summary;
    const { title, hue, sentences } = describeSummary(summary);
    return dated(endedAt ?? begunAt, {
      key: `summary ${begunAt} ${endedAt}`,
      kind: summaryKinds[cause.kind],
      title,
      detail: sentences.join(" "),
      sentences,
      facts: { summary },
      by: cause.kind === "maintenance" ? "gardener-controller-manager" : undefined,
      hue,
    });
  });
}

/** The last maintenance, unless a summary tells what it did. */
function ofMaintenance({ status }: Shoot, activity: Activity | undefined): ActivityEntry[] {
  const last = status?.lastMaintenance;
  const isSummarised = activity?.summaries.some(
    ({ cause, begunAt }) => cause.kind === "maintenance" && begunAt === last?.triggeredTime,
  );
  if (isSummarised) return [];
  const said = [last?.description, last?.failureReason].filter(Boolean).join(" ");
  return dated(last?.triggeredTime, {
    key: "maintenance",
    kind: "maintenance",
    title: text("Maintenance: {state}", { state: stateOf(last?.state) }),
    detail: said,
    facts: { state: last?.state },
    ...(said !== "" && { said }),
    by: "gardener-controller-manager",
    hue: last?.state === "Failed" ? "negative" : "positive",
  });
}

const moments = [
  ["lastInitiationTime", message("Rotation of the {credential} begun")],
  ["lastInitiationFinishedTime", message("Rotation of the {credential} prepared")],
  ["lastCompletionTriggeredTime", message("Rotation of the {credential} completion begun")],
  ["lastCompletionTime", message("Rotation of the {credential} completed")],
] as const;

const familyLabels: Readonly<Record<(typeof rotationFamilies)[number], Message>> = {
  certificateAuthorities: message("certificate authorities"),
  serviceAccountKey: message("service account key"),
  etcdEncryptionKey: message("etcd encryption key"),
  sshKeypair: message("SSH key pair"),
  observability: message("observability credentials"),
};

function ofRotations({ status }: Shoot): ActivityEntry[] {
  const rotation = status?.credentials?.rotation;
  return rotationFamilies.flatMap((family) =>
    moments.flatMap(([field, title]) =>
      dated(stringAt(fieldAt(rotation, family), field), {
        key: `rotation ${family} ${field}`,
        kind: "rotation",
        title: text(title, { credential: text(familyLabels[family]) }),
        detail: "",
        facts: { family, moment: field },
        by: undefined,
        hue: field === "lastCompletionTime" ? "positive" : "info",
      }),
    ),
  );
}

function ofManagers(activity: Activity | undefined): ActivityEntry[] {
  return (activity?.managers ?? []).flatMap((entry, index) => {
    const { manager, operation, subresource, at, fields, more } = entry;
    return dated(at, {
      key: `fields ${index}`,
      kind: "fields",
      title: writtenBy(entry),
      detail: more > 0 ? text("{fields} and {more} more", { fields: fields.join(", "), more }) : fields.join(", "),
      facts: { manager, operation, subresource, fields, more },
      by: undefined,
      hue: "neutral",
    });
  });
}

function writtenBy({ manager, operation, subresource }: Activity["managers"][number]): string {
  const applied = operation === "Apply";
  if (subresource === undefined) {
    return applied
      ? text("{manager} wrote the cluster (server-side apply)", { manager })
      : text("{manager} wrote the cluster", { manager });
  }
  return applied
    ? text("{manager} wrote its {subresource} (server-side apply)", { manager, subresource })
    : text("{manager} wrote its {subresource}", { manager, subresource });
}

function ofLife({ metadata }: Shoot): ActivityEntry[] {
  const by = metadata.annotations?.[annotations.createdBy];
  return [
    ...dated(metadata.creationTimestamp, {
      key: "created",
      kind: "operation",
      title: text("Created"),
      detail: "",
      facts: { type: "Create" },
      by,
      hue: "positive",
    }),
    ...dated(metadata.deletionTimestamp, {
      key: "deletion",
      kind: "operation",
      title: text("Deletion requested"),
      detail: "",
      facts: { type: "Delete" },
      by: undefined,
      hue: "negative",
    }),
  ];
}

function ofAct({ id, title, by, sentAt, outcome }: ActSentFromBrowser): ActivityEntry {
  return { key: `here ${id}`, kind: "here", at: sentAt, title, detail: outcome, facts: { title }, by, hue: "info" };
}

/** Groups activity entries by day. */
export function groupByDay(
  lines: readonly ActivityEntry[],
  dayOf: (atMs: number) => string,
): readonly { readonly day: string; readonly lines: readonly ActivityEntry[] }[] {
  return [...Map.groupBy(lines, ({ at }) => dayOf(at))].map(([day, held]) => ({ day, lines: held }));
}
