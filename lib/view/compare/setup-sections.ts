import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { operationStateLabel } from "#lib/fleet/fields/operation-state-label.ts";
import { accessRestrictionsOf } from "#lib/garden/access-restrictions.ts";
import { credentialsBindingOf } from "#lib/garden/binding-of.ts";
import { failureToleranceOf } from "#lib/garden/failure-tolerance.ts";
import { networkRangesOf } from "#lib/garden/network-ranges.ts";
import type { HibernationSchedule, Worker } from "#lib/garden/shoot.ts";
import { addOnsOf, extensionsInSpec } from "#lib/garden/shoot-extensions.ts";
import { stringAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { canonicalQuantity } from "#lib/kube/quantity.ts";
import { runInSourceLanguage } from "#lib/language/language-bundle.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { rotationFamilies } from "#lib/policy/rotations/families.ts";
import { utcClock } from "#lib/words/clock.ts";
import { capitalize, rotationFamilyLabel } from "#lib/words/format-list.ts";
import { formatClockTime, formatDate, formatDuration } from "#lib/words/format-time.ts";
import { rotationPhaseLabel } from "#lib/words/state/rotation-phase-label.ts";
import { formatInterval } from "../upcoming-versions/format-interval.ts";
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
  verbatimComparedValue,
} from "./compared-row.ts";
import { matchPools } from "./match-pools.ts";

/** Returns the sections about the setup of the compared clusters, the most interesting first. */
export function setupSections(
  clusters: ColumnValues<ComparedCluster>,
  speech: CompareTimeContext,
): readonly ComparedSection[] {
  const section = (id: string, title: string, fields: readonly RowDefinition[]): ComparedSection => ({
    id,
    title,
    rows: comparedRowsOf(fields, clusters, speech),
  });
  const pools = poolRows(clusters);
  return [
    section("maintenance", text("Maintenance"), maintenanceFields),
    section("hibernation", text("Hibernation"), hibernationFields),
    section("place", text("Provider and place"), placeFields),
    section("networking", text("Networking"), networkingFields),
    { id: "add-ons", title: text("Add-ons and extensions"), rows: addOnRows(clusters) },
    {
      id: "pools",
      title: text("Worker pools"),
      ...(pools.byRole && {
        note: text("Pools of one name stand side by side; the others are matched by their taints and processor."),
      }),
      rows: pools.rows,
    },
    { id: "rotations", title: text("Credentials"), rows: rotationRows(clusters, speech) },
    { id: "labels", title: text("Labels"), rows: labelRows(clusters) },
  ].filter(({ rows }) => rows.length > 0);
}

const onOff = (value: boolean): ComparedValue => ({ text: value ? text("on") : text("off"), means: String(value) });
const yesNo = (value: boolean): ComparedValue => ({ text: value ? text("yes") : text("no"), means: String(value) });

const maintenanceFields: readonly RowDefinition[] = [
  createRowDefinition("window", message("Window"), ({ row: { window } }, { now, clockFor }) => {
    const next = nextWindowOfRow(window, now);
    if (window === undefined) return { text: text("none: any time of the day"), means: "none" };
    if (next === undefined)
      return {
        text: text("{begin} to {end} (cannot be read: any time of the day)", {
          begin: window.begin,
          end: window.end,
        }),
        means: `unreadable ${window.begin} ${window.end}`,
      };
    const { beginMs, endMs, offsetMinutes } = next;
    const clock = clockFor(offsetMinutes);
    const utc = `${formatClockTime(beginMs, utcClock)}–${formatClockTime(endMs, utcClock)}`;
    return { text: formatInterval(beginMs, endMs, clock), more: text("daily, {utc} UTC", { utc }), means: utc };
  }),
  createRowDefinition("auto-kubernetes", message("Automatic Kubernetes updates"), ({ row }) =>
    onOff(row.autoUpdate.kubernetes),
  ),
  createRowDefinition("auto-images", message("Automatic image updates"), ({ row }) =>
    row.pools === 0 ? text("no workers") : onOff(row.autoUpdate.images),
  ),
  createRowDefinition("confined", message("Spec changes only in the window"), ({ row }) =>
    yesNo(row.confineSpecUpdateRollout),
  ),
  createRowDefinition("last-maintenance", message("Last maintenance"), ({ shoot }) => {
    const last = shoot.status?.lastMaintenance;
    if (!last) return undefined;
    const at = parseInstant(last.triggeredTime);
    const failed = last.state === "Failed";
    return {
      text: last.state ? operationStateLabel(last.state) : text("state not said"),
      more: [at === undefined ? "" : formatDate(at, utcClock), failed ? (last.failureReason ?? "") : ""]
        .filter((part) => part !== "")
        .join(": "),
      means: `state ${last.state ?? ""}`,
      hue: failed ? "negative" : undefined,
    };
  }),
];

const hibernationFields: readonly RowDefinition[] = [
  createRowDefinition("hibernated", message("Hibernated"), ({ row }) => yesNo(row.hibernated)),
  createRowDefinition("hibernation-asked", message("Hibernation asked for"), ({ row }) =>
    yesNo(row.hibernationEnabled),
  ),
  createRowDefinition("schedules", message("Schedules"), ({ shoot }) => {
    const schedules = (shoot.spec.hibernation?.schedules ?? [])
      .map((schedule) => ({ words: scheduleLabel(schedule), means: meaningOf(schedule) }))
      .toSorted((a, b) => (a.means < b.means ? -1 : 1));
    if (schedules.length === 0) return undefined;
    return {
      text: schedules.map(({ words }) => words).join("; "),
      means: schedules.map(({ means }) => means).join(),
    };
  }),
];

function scheduleLabel({ start, end, location }: HibernationSchedule): string {
  const parts = [start ? text("sleeps {start}", { start }) : "", end ? text("wakes {end}", { end }) : ""].filter(
    (part) => part !== "",
  );
  return `${parts.join(", ")} (${location || "UTC"})`;
}

function meaningOf({ start, end, location }: HibernationSchedule): string {
  return JSON.stringify([start ?? "", end ?? "", location || "UTC"]);
}

const placeFields: readonly RowDefinition[] = [
  createRowDefinition("purpose", message("Purpose"), ({ row }) => row.purpose),
  createRowDefinition("provider", message("Provider"), ({ row }) => row.provider),
  createRowDefinition("region", message("Region"), ({ row }) => row.region),
  createRowDefinition("seed", message("Seed"), ({ row }) => row.seed),
  createRowDefinition("high-availability", message("High availability"), ({ shoot }) => failureToleranceOf(shoot.spec)),
  createRowDefinition(
    "exposure-class",
    message("Exposure class"),
    ({ shoot }) => shoot.spec.exposureClassName ?? undefined,
  ),
  createRowDefinition(
    "cloud-credentials",
    message("Cloud credentials"),
    ({ shoot }) => credentialsBindingOf(shoot.spec)?.name,
  ),
  createRowDefinition("access-restrictions", message("Access restrictions"), ({ shoot }) =>
    accessRestrictionsOf(shoot.spec)
      .map(({ name, options }) => (options.length > 0 ? `${name} (${options.toSorted().join(", ")})` : name))
      .toSorted()
      .join(", "),
  ),
];

const networkingFields: readonly RowDefinition[] = [
  createRowDefinition("type", message("Type"), ({ shoot }) => shoot.spec.networking?.type ?? undefined),
  createRowDefinition("nodes", message("Nodes"), ({ shoot }) => networkRangesOf(shoot, "nodes").join(", ")),
  createRowDefinition("pods", message("Pods"), ({ shoot }) => networkRangesOf(shoot, "pods").join(", ")),
  createRowDefinition("services", message("Services"), ({ shoot }) => networkRangesOf(shoot, "services").join(", ")),
  createRowDefinition("ip-families", message("IP families"), ({ shoot }) =>
    shoot.spec.networking?.ipFamilies?.join(", "),
  ),
  createRowDefinition("kube-proxy", message("kube-proxy mode"), ({ shoot }) =>
    stringAt(shoot.spec.kubernetes.kubeProxy, "mode"),
  ),
];

/** Row for each add-on and extension of any cluster. */
function addOnRows(clusters: ColumnValues<ComparedCluster>): readonly ComparedRow[] {
  const held = clusters.map((cluster) => cluster && partsOf(cluster));
  const labels = new Map(held.flatMap((addOns) => [...(addOns ?? [])].map(([key, { label }]) => [key, label])));
  return [...labels].flatMap(([key, label]) => comparedRow({ key, label }, held, (addOns) => addOns.get(key)?.told));
}

interface AddOn {
  readonly label: string;
  readonly told: ComparedValue;
}

function partsOf({ shoot }: ComparedCluster): ReadonlyMap<string, AddOn> {
  const addOns = addOnsOf(shoot.spec).map(({ name, enabled }): [string, AddOn] => [
    name,
    { label: name, told: onOff(enabled) },
  ]);
  const extensions = extensionsInSpec(shoot.spec).map(({ type, enabled }): [string, AddOn] => {
    const label = type === undefined ? text("Extension without a type") : text("Extension {type}", { type });
    return [`extension ${type ?? ""}`, { label, told: onOff(enabled) }];
  });
  return new Map([...addOns, ...extensions]);
}

interface PoolFact {
  readonly key: string;
  readonly label: Message;
  readonly of: (pool: Worker) => ComparedValue | undefined;
}

function fact(key: string, label: Message, of: PoolFact["of"]): PoolFact {
  return { key, label, of };
}

const poolFacts: readonly PoolFact[] = [
  fact("machine", message("machine"), ({ machine }) =>
    verbatimComparedValue([machine?.type, machine?.architecture].filter(Boolean).join(", ")),
  ),
  fact("nodes", message("nodes"), ({ minimum, maximum }) => ({
    text: text("{minimum} to {maximum}", { minimum: minimum ?? "?", maximum: maximum ?? "?" }),
    means: `${minimum} ${maximum}`,
  })),
  fact("image", message("image"), ({ machine }) =>
    verbatimComparedValue([machine?.image?.name, machine?.image?.version].filter(Boolean).join(" ")),
  ),
  fact(
    "kubernetes",
    message("Kubernetes"),
    ({ kubernetes }) =>
      verbatimComparedValue(kubernetes?.version) ?? { text: text("as the control plane"), means: "control plane" },
  ),
  fact("volume", message("volume"), ({ volume }) => {
    const told = verbatimComparedValue([volume?.type, volume?.size].filter(Boolean).join(", "));
    return told && { ...told, means: `${volume?.type} ${canonicalQuantity(volume?.size ?? "") ?? volume?.size}` };
  }),
  fact("zones", message("zones"), ({ zones }) => verbatimComparedValue([...(zones ?? [])].toSorted().join(", "))),
  fact("update-strategy", message("update strategy"), ({ updateStrategy }) =>
    verbatimComparedValue(updateStrategy || "AutoRollingUpdate"),
  ),
  fact("surge", message("surge, unavailable"), ({ maxSurge, maxUnavailable }) => ({
    text: `${maxSurge ?? text("default")}, ${maxUnavailable ?? text("default")}`,
    means: `${maxSurge}, ${maxUnavailable}`,
  })),
  fact("taints", message("taints"), ({ taints }) =>
    verbatimComparedValue(
      (taints ?? [])
        .map(({ key, value, effect }) => `${key}${value ? `=${value}` : ""}:${effect}`)
        .toSorted()
        .join(", "),
    ),
  ),
];

function poolRows(clusters: ColumnValues<ComparedCluster>) {
  const known = clusters.flatMap((cluster) => cluster ?? []);
  const matched = matchPools(known.map(({ shoot }) => shoot.spec.provider.workers ?? []));
  const workersOf = clusters.map((cluster) => cluster?.shoot.spec.provider.workers ?? []);
  const rows = matched.flatMap(({ key, items }) => {
    let at = 0;
    const pools = clusters.map((cluster, column) => {
      if (cluster === undefined) return undefined;
      const item = items[at++];
      return { worker: workersOf[column]?.find((worker) => worker === item) };
    });
    const name = key || text("Pool");
    const holders = pools.filter((pool) => pool?.worker).length;
    // A pool that only one cluster has counts as one difference, not one per field.
    const facts = holders < 2 && known.length > 1 ? [] : poolFacts;
    const row = (words: Parameters<typeof comparedRow>[0], of: PoolFact["of"]) =>
      comparedRow(words, pools, ({ worker }) => worker && of(worker));
    const whole = { key: `pool ${key}`, label: name, absent: text("no such pool") };
    return [
      ...(holders < known.length ? row(whole, fullPool) : []),
      ...facts.flatMap((fact) => row({ key: `${key} ${fact.key}`, label: `${name}: ${text(fact.label)}` }, fact.of)),
    ];
  });
  const count = comparedRow({ key: "count", label: text("Pools") }, clusters, countTold);
  return { rows: [...count, ...rows], byRole: matched.some(({ byRole }) => byRole) };
}

/** Summarises a pool without a counterpart in the other clusters. */
function fullPool(pool: Worker): ComparedValue {
  const { machine, minimum, maximum } = pool;
  return {
    text: text("{type}, {minimum} to {maximum} nodes", {
      type: machine?.type ?? text("machine type not said"),
      minimum: minimum ?? "?",
      maximum: maximum ?? "?",
    }),
    means: JSON.stringify([machine?.type, minimum, maximum]),
  };
}

function countTold({ shoot }: ComparedCluster): ComparedValue {
  const count = shoot.spec.provider.workers?.length ?? 0;
  return { text: count === 0 ? text("none: no workers") : String(count), means: String(count) };
}

function rotationRows(clusters: ColumnValues<ComparedCluster>, { now }: CompareTimeContext): readonly ComparedRow[] {
  return rotationFamilies.flatMap((family) => {
    const words = { key: family, label: capitalize(rotationFamilyLabel(family)) };
    return comparedRow(words, clusters, (cluster) => rotationTold(cluster, family, now));
  });
}

/** Describes a credential's rotation, one in progress first. Ages are compared at the precision of their display. */
function rotationTold({ row }: ComparedCluster, family: string, now: number): ComparedValue | undefined {
  const running = row.rotations?.find((rotation) => rotation.family === family);
  const at = parseInstant(row.rotatedAt?.[family]);
  const words = () => ageLabel(at, at ?? parseInstant(row.createdAt), now);
  if (running === undefined) return { text: words(), means: runInSourceLanguage(words) };
  const { phase, wait } = running;
  return { text: rotationPhaseLabel(phase), more: words(), means: `phase ${phase}`, hue: wait ? "caution" : "info" };
}

function ageLabel(rotatedAt: number | undefined, since: number | undefined, now: number): string {
  const last =
    rotatedAt === undefined ? text("never rotated") : text("rotated {at}", { at: formatDate(rotatedAt, utcClock) });
  return since === undefined ? last : text("{last}, {age} old", { last, age: formatDuration(now - since) });
}

function labelRows(clusters: ColumnValues<ComparedCluster>): readonly ComparedRow[] {
  const keys = [...new Set(clusters.flatMap((cluster) => Object.keys(cluster?.row.labels ?? {})))].toSorted();
  return keys.flatMap((key) => {
    return comparedRow({ key, label: key, verbatim: true }, clusters, ({ row: { labels = {} } }) => {
      const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
      return value === undefined ? undefined : { text: value || text("(empty)"), means: `value ${value}` };
    });
  });
}
