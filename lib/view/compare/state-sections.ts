import type { FleetRow, VersionSummary } from "#lib/contract/fleet.ts";
import { missingWords } from "#lib/fleet/fields/dead-end-filter.ts";
import { healthSentence } from "#lib/fleet/fields/health.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { forcedEvents } from "#lib/forecast/forced-events.ts";
import type { Condition } from "#lib/garden/condition.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { causeOfDeadEnd, isUrgent, urgencyOf } from "#lib/policy/horizon/dead-end-horizon.ts";
import { viewConditions } from "#lib/policy/status/conditions.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";
import { readingWords, wordsOfCondition } from "#lib/words/condition-sentences.ts";
import { deadEndCauseSentences, urgencyHues } from "#lib/words/dead-end-labels.ts";
import { unknownForecastSentences } from "#lib/words/forecast-sentences.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import { formatEndDate } from "#lib/words/version-end.ts";
import { type Role, stageLook } from "#lib/words/version-stage.ts";
import { deadEndWhen, formatDays, reasonOf, targetWords } from "../forecast/forced-words.ts";
import {
  type Columns,
  type ComparedCluster,
  type ComparedRow,
  type ComparedSection,
  type CompareSpeech,
  comparedRow,
  type FieldSource,
  rowsOf,
  type Told,
} from "./compared-row.ts";

/** How the clusters are, what they run, and what comes. */
export function stateSections(clusters: Columns<ComparedCluster>, speech: CompareSpeech): readonly ComparedSection[] {
  return [
    {
      id: "health",
      title: "Health",
      rows: [
        ...rowsOf(healthFields, clusters, speech),
        ...conditionRows(clusters, "conditions"),
        ...conditionRows(clusters, "constraints"),
      ],
    },
    {
      id: "versions",
      title: "Versions",
      rows: [...rowsOf(versionFields, clusters, speech), ...imageRows(clusters)],
    },
    { id: "forecast", title: "Forecast", rows: rowsOf(forecastFields, clusters, speech) },
  ];
}

const healthHues: Readonly<Record<FleetRow["health"], Role>> = {
  healthy: "positive",
  progressing: "info",
  unhealthy: "negative",
  unknown: "neutral",
};

const clockOf = ({ row }: ComparedCluster, { now, clockFor }: CompareSpeech) =>
  clockFor(rowWindow(row.window, now)?.offsetMinutes);

/** The same moment is the same in every clock. */
function instantOf(at: string | null | undefined, cluster: ComparedCluster, speech: CompareSpeech): Told | undefined {
  const ms = parseInstant(at);
  return ms === undefined ? undefined : { text: formatDateTime(ms, clockOf(cluster, speech)), means: String(ms) };
}

const healthFields: readonly FieldSource[] = [
  {
    label: "Health",
    of: ({ row }) => ({
      text: healthSentence(row),
      hue: row.health === "healthy" && row.findings > 0 ? "caution" : healthHues[row.health],
    }),
  },
  { label: "Unhealthy since", of: (cluster, speech) => instantOf(cluster.row.unhealthySince, cluster, speech) },
  {
    label: "Being deleted since",
    of: (cluster, speech) => instantOf(cluster.row.deletionRequestedAt, cluster, speech),
  },
  {
    label: "Last operation",
    of: ({ shoot }) => {
      const last = shoot.status?.lastOperation;
      if (!last) return undefined;
      const { type = "Operation", state = "state not said", description } = last;
      const failed = state === "Failed" || state === "Error" || state === "Aborted";
      return {
        text: `${type}: ${state}`,
        more: failed ? description : undefined,
        hue: failed ? "negative" : undefined,
      };
    },
  },
  { label: "Error codes", of: ({ row }) => row.errorCodes.toSorted().join(", ") },
  { label: "Not readable", of: ({ row }) => row.unreadable?.join("; ") },
];

type ConditionList = "conditions" | "constraints";

/** A line for each type that any of them reports: one that is missing elsewhere is said so. */
function conditionRows(clusters: Columns<ComparedCluster>, list: ConditionList): readonly ComparedRow[] {
  const held = clusters.map((cluster) => cluster && conditionsOf(cluster, list));
  const types = [...new Set(held.flatMap((conditions) => [...(conditions?.keys() ?? [])]))];
  return types.flatMap((type) => {
    const label = list === "conditions" ? wordsOfCondition(type).name : spaced(type);
    const columns = held.map((conditions) => conditions && { told: conditions.get(type) });
    return comparedRow({ key: `${list} ${type}`, label, absent: "not reported" }, columns) ?? [];
  });
}

function conditionsOf({ shoot }: ComparedCluster, list: ConditionList): ReadonlyMap<string, Told> {
  const held = (shoot.status?.[list] ?? []).filter((condition): condition is Condition => condition !== null);
  return new Map(
    viewConditions(held).map(({ type, status, reading }) => {
      const isFine = reading === "fine";
      const text = reading === "unrecognised" ? status || "not said" : readingWords[reading];
      const reason = held.find((each) => each.type === type)?.reason;
      const hue = isFine ? undefined : reading === "failing" ? "negative" : "caution";
      return [type, { text, more: isFine ? undefined : reason, hue }];
    }),
  );
}

/** `CACertificateValiditiesAcceptable` in words: `CA certificate validities acceptable`. */
function spaced(type: string): string {
  const [first = "", ...rest] = type.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return [first, ...rest.map((word) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase()))].join(" ");
}

function versionTold({ version, classification, expiresAt }: VersionSummary): Told {
  const { word, role } = stageLook(classification);
  const ends = parseInstant(expiresAt);
  const parsed = parseVersion(version);
  const end =
    ends === undefined ? "" : `, ${classification === "expired" ? "expired" : "expires"} ${formatEndDate(ends)}`;
  const more = `${word}${end}`;
  return {
    text: version || "version not said",
    more,
    means: `${parsed.ok ? parsed.value.text : version} ${more}`,
    hue: role === "positive" || role === "neutral" ? undefined : role,
  };
}

const versionFields: readonly FieldSource[] = [
  { label: "Kubernetes, control plane", of: ({ row }) => versionTold(row.kubernetes) },
  {
    label: "Pools with another version",
    of: ({ row }) =>
      row.pinnedPools
        .map(({ pool, version }) => `${pool} ${version}`)
        .toSorted()
        .join(", ") || { text: "none" },
  },
  {
    label: "Cloud profile",
    of: ({ row }) => row.profile && { text: row.profile.name, more: row.profile.kind },
  },
  { label: "Gardener", of: ({ row }) => row.gardenerVersion },
];

/** Each machine image that any of them runs. */
function imageRows(clusters: Columns<ComparedCluster>): readonly ComparedRow[] {
  const names = [...new Set(clusters.flatMap((cluster) => cluster?.row.images.map(({ name }) => name) ?? []))];
  return names.flatMap((name) => {
    const columns = clusters.map((cluster) => {
      if (cluster === undefined) return undefined;
      const images = cluster.row.images.filter((image) => image.name === name).map(versionTold);
      const [first] = images;
      const told: Told | undefined = first && {
        text: images.map(({ text }) => text).join(", "),
        more: [...new Set(images.map(({ more }) => more))].join("; "),
        means: images
          .map(({ means }) => means)
          .toSorted()
          .join(),
        hue: images.find(({ hue }) => hue !== undefined)?.hue,
      };
      return { told };
    });
    return (
      comparedRow({ key: `image ${name}`, label: `Image ${name || "without a name"}`, absent: "not used" }, columns) ??
      []
    );
  });
}

const forecastFields: readonly FieldSource[] = [
  {
    label: "Next forced change",
    of: (cluster, speech) => {
      const { forecast } = cluster.row;
      if (forecast === undefined) return undefined;
      if (forecast.without !== undefined) return { text: withoutWords(forecast.without), hue: "neutral" };
      const step = firstStep(cluster.row);
      if (step === undefined) return { text: "none in sight" };
      const words = { clock: clockOf(cluster, speech), now: speech.now };
      const isNear = step.overdue === true || isUrgent(step.earliestAt, speech.now);
      return {
        text: step.overdue === true ? "overdue" : formatDays(step.earliestAt, step.latestAt, words),
        hue: isNear ? "caution" : undefined,
        means: `${step.overdue} ${step.earliestAt} ${step.latestAt}`,
      };
    },
  },
  {
    label: "To",
    of: ({ row }) => {
      const step = firstStep(row);
      return step && { text: targetWords(step), more: step.lane === "controlPlane" ? "" : laneWords(step.lane) };
    },
  },
  {
    label: "Why",
    of: (cluster, speech) => {
      const step = firstStep(cluster.row);
      return step && sentence(reasonOf(step, { clock: clockOf(cluster, speech), now: speech.now }));
    },
  },
  {
    label: "Dead end",
    of: (cluster, speech) => {
      const { forecast } = cluster.row;
      if (forecast === undefined || forecast.without !== undefined) return undefined;
      const [deadEnd] = forecast.deadEnds;
      if (deadEnd === undefined) return { text: "none in sight" };
      const { code, missing, profile } = deadEnd;
      const urgency = urgencyOf(deadEnd, speech.now);
      const where = profile === undefined ? "" : ` in ${profile}`;
      const when = deadEndWhen(deadEnd, { clock: clockOf(cluster, speech), now: speech.now });
      const what = missingWords({ code, ...(missing !== undefined && { missing }) }, where);
      return {
        text: `${urgency === "open" ? "Open end" : "Stuck"} ${when}: ${what}`,
        more: deadEndCauseSentences[causeOfDeadEnd(code)],
        hue: urgencyHues[urgency],
      };
    },
  },
  {
    label: "Next automatic change",
    of: (cluster, speech) => {
      const next = cluster.row.forecast?.next;
      if (next === undefined) return undefined;
      const words = { clock: clockOf(cluster, speech), now: speech.now };
      return {
        text: targetWords(next),
        more: formatDays(next.earliestAt, next.latestAt, words),
        means: `${next.lane} ${next.to} ${next.earliestAt}`,
      };
    },
  },
  {
    label: "Control plane ends on",
    of: ({ row }) => row.forecast?.finalVersions.join(" or "),
  },
];

function firstStep(row: FleetRow) {
  return forcedEvents(row).find(({ step }) => step)?.step;
}

function laneWords(lane: string): string {
  return lane.replace(/^pool\/(.*)\/.*$/, "pool $1");
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function withoutWords(reason: string): string {
  return reason === "deleting" ? "none while it is being deleted" : (unknownWords.get(reason) ?? "no forecast");
}

const unknownWords: ReadonlyMap<string, string> = new Map(Object.entries(unknownForecastSentences));
