import type { FleetRow, VersionSummary } from "#lib/contract/fleet.ts";
import { deadEndFilterValueOf, missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { rowHealthLabel } from "#lib/fleet/fields/health.ts";
import { blockedRowLabels } from "#lib/fleet/fields/next-fields.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { operationStateLabel } from "#lib/fleet/fields/operation-state-label.ts";
import { describeUnreadableRow } from "#lib/fleet/fields/unreadable-descriptions.ts";
import {
  imageVersionLabel,
  kubernetesUpdateLabel,
  kubernetesVersionLabel,
  pinnedPoolLabels,
} from "#lib/fleet/fields/version-update.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { unknownForecastDescriptions } from "#lib/forecast/unknown-forecast-descriptions.ts";
import type { Condition } from "#lib/garden/condition.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { runInSourceLanguage } from "#lib/language/language-bundle.ts";
import { message, text } from "#lib/language/text.ts";
import { clusterRowStateOf, rowStateInsteadOfHealth } from "#lib/policy/next/row-state.ts";
import { viewConditions } from "#lib/policy/status/conditions.ts";
import { viewConstraint } from "#lib/policy/status/constraints.ts";
import { readLastOperation } from "#lib/policy/status/last-operation.ts";
import { causeOfDeadEnd, dayNumber, isUrgent, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";
import { utcClock } from "#lib/words/clock.ts";
import {
  conditionAssessmentHues,
  conditionAssessmentLabels,
  describeCondition,
} from "#lib/words/condition-descriptions.ts";
import { constraintLabel } from "#lib/words/constraint-descriptions.ts";
import { deadEndCauseDescriptions, urgencyHues } from "#lib/words/dead-end-labels.ts";
import { capitalize, profileSuffixLabel } from "#lib/words/format-list.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import { stateLabels } from "#lib/words/state/state-labels.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import { formatVersionEndDate, lastValidInstantOf } from "#lib/words/version-end.ts";
import { type StatusHue, stageAppearanceOf } from "#lib/words/version-stage.ts";
import {
  describeForcedChange,
  describeForcedReason,
  formatDayRange,
  formatDeadEndTime,
  stepTargetLabel,
} from "../forecast/forced-change-descriptions.ts";
import {
  type ColumnValues,
  type ComparedCluster,
  type ComparedRow,
  type ComparedSection,
  type ComparedValue,
  type CompareTimeContext,
  comparedRow,
  comparedRowsOf,
  createRowDefinition,
  type RowDefinition,
} from "./compared-row.ts";

/** Returns the sections about health, versions and expected changes of the compared clusters. */
export function stateSections(
  clusters: ColumnValues<ComparedCluster>,
  speech: CompareTimeContext,
): readonly ComparedSection[] {
  return [
    {
      id: "health",
      title: text("Health"),
      rows: [
        ...comparedRowsOf(healthFields, clusters, speech),
        ...conditionRows(clusters, "conditions"),
        ...conditionRows(clusters, "constraints"),
      ],
    },
    {
      id: "versions",
      title: text("Versions"),
      rows: [...comparedRowsOf(versionFields, clusters, speech), ...imageRows(clusters)],
    },
    { id: "forecast", title: text("Forecast"), rows: comparedRowsOf(forecastFields, clusters, speech) },
  ];
}

const healthHues: Readonly<Record<FleetRow["health"], StatusHue>> = {
  healthy: "positive",
  progressing: "info",
  unhealthy: "negative",
  unknown: "neutral",
};

function healthMeans(row: FleetRow): string {
  const { health, findings, unreadable } = row;
  return `${health} ${health === "healthy" ? (rowStateInsteadOfHealth(row) ?? findings) : unreadable !== undefined}`;
}

function healthHueOf(row: FleetRow): StatusHue {
  if (row.health !== "healthy") return healthHues[row.health];
  if (rowStateInsteadOfHealth(row) !== undefined) return row.next.turn === "Gardener" ? "info" : "caution";
  return row.findings > 0 ? "caution" : "positive";
}

const clockOf = ({ row }: ComparedCluster, { now, clockFor }: CompareTimeContext) =>
  clockFor(nextWindowOfRow(row.window, now)?.offsetMinutes);

/** Returns a row for an instant, which is compared independently of the clock in which it is shown. */
function instantOf(name: "endsAt" | "unhealthySince" | "deletionRequestedAt"): RowDefinition["of"] {
  return (cluster, speech) => {
    const at = parseInstant(cluster.row[name]);
    return at === undefined ? undefined : { text: formatDateTime(at, clockOf(cluster, speech)), means: String(at) };
  };
}

const healthFields: readonly RowDefinition[] = [
  createRowDefinition("health", message("Health"), ({ row }) => ({
    text: rowHealthLabel(row),
    means: healthMeans(row),
    hue: healthHueOf(row),
  })),
  createRowDefinition("state", message("State"), ({ row }, { now }) => ({
    text: text(stateLabels[clusterRowStateOf(row, now)]),
    means: row.next.subject,
  })),
  createRowDefinition("held-back", message("Held back"), ({ row }) => {
    const held = blockedRowLabels(row);
    return held && { text: held.hold, means: row.next.subject, more: held.waiting };
  }),
  createRowDefinition("ends-on", message("Ends on"), instantOf("endsAt")),
  createRowDefinition("unhealthy-since", message("Unhealthy since"), instantOf("unhealthySince")),
  createRowDefinition("deleted-since", message("Being deleted since"), instantOf("deletionRequestedAt")),
  createRowDefinition("last-operation", message("Last operation"), ({ shoot }) => {
    const last = shoot.status?.lastOperation;
    if (!last) return undefined;
    const { type, state, description } = last;
    const { meaning } = readLastOperation(last);
    const failed = meaning === "stopped" || meaning === "retrying";
    return {
      text: `${type ?? text("Operation")}: ${state === undefined ? text("state not said") : operationStateLabel(state)}`,
      means: `${type}: ${state}`,
      more: failed ? description : undefined,
      hue: failed ? "negative" : undefined,
    };
  }),
  createRowDefinition("error-codes", message("Error codes"), ({ row }) => row.errorCodes.toSorted().join(", ")),
  createRowDefinition(
    "unreadable",
    message("Not readable"),
    ({ row: { unreadable } }) =>
      unreadable && { text: describeUnreadableRow(unreadable) ?? "", means: unreadable.join() },
  ),
];

type ConditionList = "conditions" | "constraints";

/** Row for each condition type that any cluster reports. */
function conditionRows(clusters: ColumnValues<ComparedCluster>, list: ConditionList): readonly ComparedRow[] {
  const held = clusters.map((cluster) => cluster && conditionsOf(cluster, list));
  const types = [...new Set(held.flatMap((conditions) => [...(conditions?.keys() ?? [])]))];
  return types.flatMap((type) => {
    const label = list === "conditions" ? describeCondition(type).name : constraintLabel(type);
    const words = { key: `${list} ${type}`, label, absent: text("not reported") };
    return comparedRow(words, held, (conditions) => conditions.get(type));
  });
}

function conditionsOf({ shoot }: ComparedCluster, list: ConditionList): ReadonlyMap<string, ComparedValue> {
  const held = (shoot.status?.[list] ?? []).filter((condition): condition is Condition => condition !== null);
  const views = list === "conditions" ? viewConditions(held) : held.map(viewConstraint);
  return new Map(
    views.map(({ type, status, reading }) => {
      const isFine = reading === "fine";
      const isKnown = reading !== "unrecognised";
      return [
        type,
        {
          text: isKnown ? String(conditionAssessmentLabels[reading]) : status || text("not said"),
          more: isFine ? undefined : held.find((each) => each.type === type)?.reason,
          means: isKnown ? reading : `status ${status}`,
          hue: isFine ? undefined : conditionAssessmentHues[reading],
        },
      ];
    }),
  );
}

function versionTold({ version, classification, expiresAt }: VersionSummary): ComparedValue {
  const { word, role } = stageAppearanceOf(classification);
  const ends = parseInstant(expiresAt);
  const parsed = parseVersion(version);
  const day = ends === undefined ? "" : dayNumber(lastValidInstantOf(ends));
  return {
    text: version || text("version not said"),
    more: stageLabel(word, { ends, isOver: classification === "expired" }),
    means: `${parsed.ok ? parsed.value.text : version} ${classification} ${day}`,
    hue: role === "positive" || role === "neutral" ? undefined : role,
  };
}

function stageLabel(stage: string, { ends, isOver }: { readonly ends: number | undefined; readonly isOver: boolean }) {
  if (ends === undefined) return stage;
  const end = formatVersionEndDate(ends);
  return isOver ? text("Expired {end}", { end }) : text("{stage}, expires {end}", { stage, end });
}

const versionFields: readonly RowDefinition[] = [
  createRowDefinition("kubernetes", message("Kubernetes, control plane"), ({ row }) => {
    const told = versionTold(row.kubernetes);
    const update = kubernetesUpdateLabel(row);
    if (update === undefined) return told;
    const version = kubernetesVersionLabel(row);
    return { ...told, text: version, more: update, means: `${version} ${told.means}` };
  }),
  createRowDefinition(
    "pinned-pools",
    message("Pools with another version"),
    ({ row }) => pinnedPoolLabels(row).toSorted().join(", ") || { text: text("none"), means: "none" },
  ),
  createRowDefinition(
    "profile",
    message("Cloud profile"),
    ({ row: { profile } }) =>
      profile && { text: profile.name, more: profile.kind, means: `${profile.kind} ${profile.name}` },
  ),
  createRowDefinition("gardener", message("Gardener"), ({ row }) => row.gardenerVersion),
];

/** Row for each machine image that any cluster uses. */
function imageRows(clusters: ColumnValues<ComparedCluster>): readonly ComparedRow[] {
  const names = [...new Set(clusters.flatMap((cluster) => cluster?.row.images.map(({ name }) => name) ?? []))];
  return names.flatMap((name) => {
    const label = name === "" ? text("Image without a name") : text("Image {name}", { name });
    return comparedRow({ key: `image ${name}`, label, absent: text("not used") }, clusters, ({ row }) => {
      const images = row.images
        .filter((image) => image.name === name)
        .map((image) => ({ ...versionTold(image), text: imageVersionLabel(image, row) || text("version not said") }));
      if (images.length === 0) return undefined;
      return {
        text: images.map((image) => image.text).join(", "),
        more: [...new Set(images.map(({ more }) => more))].join("; "),
        means: images
          .map(({ means }) => means)
          .toSorted()
          .join(),
        hue: images.find(({ hue }) => hue !== undefined)?.hue,
      };
    });
  });
}

/** Cell of a cluster without a forced step: its first dead end in the words of the list, or that none is in sight. */
function withoutForcedStep(row: FleetRow, speech: TimeContext) {
  const forced = describeForcedChange(row, speech);
  if (forced.kind !== "dead-end") return { text: text("none in sight"), means: "none" };
  const labelIn = (context: TimeContext) => {
    const cell = describeForcedChange(row, context);
    return cell.kind === "dead-end" ? [cell.when, cell.what].filter(Boolean).join(" · ") : "";
  };
  return {
    text: labelIn(speech),
    means: runInSourceLanguage(() => labelIn({ clock: utcClock, now: speech.now })),
    hue: urgencyHues[forced.urgency],
  };
}

const forecastFields: readonly RowDefinition[] = [
  createRowDefinition("forced", message("Next forced change"), (cluster, speech) => {
    const { forecast } = cluster.row;
    if (forecast === undefined) return undefined;
    if (forecast.without !== undefined) {
      return { text: withoutLabel(forecast.without), means: `without ${forecast.without}`, hue: "neutral" };
    }
    const step = firstStep(cluster.row);
    const words = { clock: clockOf(cluster, speech), now: speech.now };
    if (step === undefined) return withoutForcedStep(cluster.row, words);
    const isNear = step.overdue === true || isUrgent(step.earliestAt, speech.now);
    return {
      text: step.overdue === true ? text("overdue") : formatDayRange(step.earliestAt, step.latestAt, words),
      hue: isNear ? "caution" : undefined,
      means: `${step.overdue} ${step.earliestAt} ${step.latestAt}`,
    };
  }),
  createRowDefinition("forced-to", message("To", "version"), ({ row }) => {
    const step = firstStep(row);
    if (step === undefined) return undefined;
    const { lane, hop, image, to } = step;
    return {
      text: stepTargetLabel(step),
      more: lane === "controlPlane" ? "" : componentLabel(lane),
      means: JSON.stringify([hop, image, to]),
    };
  }),
  createRowDefinition("forced-why", message("Why"), (cluster, speech) => {
    const step = firstStep(cluster.row);
    if (step === undefined) return undefined;
    const { from, cause, endsAt } = step;
    return {
      text: capitalize(describeForcedReason(step, { clock: clockOf(cluster, speech), now: speech.now })),
      means: JSON.stringify([from, endsAt === undefined ? cause : dayNumber(lastValidInstantOf(endsAt))]),
    };
  }),
  createRowDefinition("dead-end", message("Dead end"), (cluster, speech) => {
    const { forecast } = cluster.row;
    if (forecast === undefined || forecast.without !== undefined) return undefined;
    const [deadEnd] = forecast.deadEnds;
    if (deadEnd === undefined) return { text: text("none in sight"), means: "none" };
    const { code, profile } = deadEnd;
    const urgency = urgencyOf(deadEnd, speech.now);
    const when = formatDeadEndTime(deadEnd, { clock: clockOf(cluster, speech), now: speech.now });
    const what = missingVersionLabel(deadEnd, profileSuffixLabel(profile));
    return {
      text:
        urgency === "open"
          ? text("Open end {when}: {what}", { when, what })
          : text("Stuck {when}: {what}", { when, what }),
      more: String(deadEndCauseDescriptions[causeOfDeadEnd(code)]),
      means: `${deadEndFilterValueOf(deadEnd)} ${runInSourceLanguage(() => formatDeadEndTime(deadEnd, { clock: utcClock, now: speech.now }))}`,
      hue: urgencyHues[urgency],
    };
  }),
  createRowDefinition("automatic", message("Next automatic change"), (cluster, speech) => {
    const next = cluster.row.forecast?.next;
    if (next === undefined) return undefined;
    const words = { clock: clockOf(cluster, speech), now: speech.now };
    return {
      text: stepTargetLabel(next),
      more: formatDayRange(next.earliestAt, next.latestAt, words),
      means: `${next.lane} ${next.to} ${next.earliestAt}`,
    };
  }),
  createRowDefinition("ends-on", message("Control plane ends on"), ({ row }) => {
    const versions = row.forecast?.finalVersions ?? [];
    return versions.length === 0 ? undefined : { text: oneOf(versions), means: versions.join() };
  }),
];

function oneOf([first = "", ...others]: readonly string[]): string {
  return others.reduce((one, other) => text("{one} or {other}", { one, other }), first);
}

function firstStep(row: FleetRow) {
  return forcedEventsOf(row).find(({ step }) => step)?.step;
}

function componentLabel(lane: string): string {
  const [, pool] = /^pool\/(.*)\/.*$/.exec(lane) ?? [];
  return pool === undefined ? lane : text("pool {pool}", { pool });
}

function withoutLabel(reason: string): string {
  return reason === "deleting"
    ? text("none while it is being deleted")
    : String(unknownLabels.get(reason) ?? text("no forecast"));
}

const unknownLabels = new Map(Object.entries(unknownForecastDescriptions));
