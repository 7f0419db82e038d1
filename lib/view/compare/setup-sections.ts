import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import type { HibernationSchedule, Worker } from "#lib/garden/shoot.ts";
import { fieldAt, textAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { canonicalQuantity } from "#lib/kube/quantity.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { rotationFamilies } from "#lib/policy/rotations/families.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatClockTime, formatDate, formatDuration } from "#lib/words/format-time.ts";
import { phaseWords } from "#lib/words/rotation-sentences.ts";
import { familyName } from "#lib/words/words.ts";
import { formatInterval } from "../ladder/interval-words.ts";
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
import { matchPools } from "./match-pools.ts";

/** How the clusters are set up, in the order in which people ask. */
export function setupSections(clusters: Columns<ComparedCluster>, speech: CompareSpeech): readonly ComparedSection[] {
  const section = (id: string, title: string, fields: readonly FieldSource[]): ComparedSection => ({
    id,
    title,
    rows: rowsOf(fields, clusters, speech),
  });
  const pools = poolRows(clusters);
  return [
    section("maintenance", "Maintenance", maintenanceFields),
    section("hibernation", "Hibernation", hibernationFields),
    section("place", "Provider and place", placeFields),
    section("networking", "Networking", networkingFields),
    { id: "add-ons", title: "Add-ons and extensions", rows: addOnRows(clusters) },
    {
      id: "pools",
      title: "Worker pools",
      ...(pools.byRole && {
        note: "Pools of one name stand side by side; the others are matched by their taints and processor.",
      }),
      rows: pools.rows,
    },
    { id: "rotations", title: "Credentials", rows: rotationRows(clusters, speech) },
    { id: "labels", title: "Labels", rows: labelRows(clusters) },
  ].filter(({ rows }) => rows.length > 0);
}

const onOff = (value: boolean): Told => ({ text: value ? "on" : "off" });

const maintenanceFields: readonly FieldSource[] = [
  {
    label: "Window",
    of: ({ row: { window } }, { now, clockFor }) => {
      const next = rowWindow(window, now);
      if (window === undefined) return { text: "none: any time of the day" };
      if (next === undefined) return { text: `${window.begin} to ${window.end} (cannot be read: any time of the day)` };
      const { beginMs, endMs, offsetMinutes } = next;
      const clock = clockFor(offsetMinutes);
      const utc = `${formatClockTime(beginMs, utcClock)}–${formatClockTime(endMs, utcClock)}`;
      return { text: formatInterval(beginMs, endMs, clock), more: `daily, ${utc} UTC`, means: utc };
    },
  },
  { label: "Automatic Kubernetes updates", of: ({ row }) => onOff(row.autoUpdate.kubernetes) },
  { label: "Automatic image updates", of: ({ row }) => onOff(row.autoUpdate.images) },
  {
    label: "Spec changes only in the window",
    of: ({ row }) => ({ text: row.confineSpecUpdateRollout ? "yes" : "no" }),
  },
  {
    label: "Last maintenance",
    of: ({ shoot }) => {
      const last = shoot.status?.lastMaintenance;
      if (!last) return undefined;
      const at = parseInstant(last.triggeredTime);
      const failed = last.state === "Failed";
      return {
        text: last.state ?? "state not said",
        more: [at === undefined ? "" : formatDate(at, utcClock), failed ? (last.failureReason ?? "") : ""]
          .filter((part) => part !== "")
          .join(": "),
        hue: failed ? "negative" : undefined,
      };
    },
  },
];

const hibernationFields: readonly FieldSource[] = [
  { label: "Hibernated", of: ({ row }) => ({ text: row.hibernated ? "yes" : "no" }) },
  { label: "Hibernation asked for", of: ({ row }) => ({ text: row.hibernationEnabled ? "yes" : "no" }) },
  {
    label: "Schedules",
    of: ({ shoot }) => {
      const schedules = (shoot.spec.hibernation?.schedules ?? []).map(scheduleWords).toSorted();
      return schedules.length === 0 ? undefined : schedules.join("; ");
    },
  },
];

function scheduleWords({ start, end, location }: HibernationSchedule): string {
  const parts = [start ? `sleeps ${start}` : "", end ? `wakes ${end}` : ""].filter((part) => part !== "");
  return `${parts.join(", ")} (${location || "UTC"})`;
}

const placeFields: readonly FieldSource[] = [
  { label: "Purpose", of: ({ row }) => row.purpose },
  { label: "Provider", of: ({ row }) => row.provider },
  { label: "Region", of: ({ row }) => row.region },
  { label: "Seed", of: ({ row }) => row.seed },
  {
    label: "High availability",
    of: ({ shoot }) => textAt(shoot.spec.controlPlane, "highAvailability", "failureTolerance", "type"),
  },
  { label: "Exposure class", of: ({ shoot }) => shoot.spec.exposureClassName ?? undefined },
  {
    label: "Cloud credentials",
    of: ({ shoot }) => shoot.spec.credentialsBindingName ?? shoot.spec.secretBindingName ?? undefined,
  },
];

const networkingFields: readonly FieldSource[] = [
  { label: "Type", of: ({ shoot }) => shoot.spec.networking?.type ?? undefined },
  { label: "Nodes", of: ({ shoot }) => shoot.spec.networking?.nodes ?? undefined },
  { label: "Pods", of: ({ shoot }) => shoot.spec.networking?.pods ?? undefined },
  { label: "Services", of: ({ shoot }) => shoot.spec.networking?.services ?? undefined },
  { label: "IP families", of: ({ shoot }) => shoot.spec.networking?.ipFamilies?.join(", ") },
  { label: "kube-proxy mode", of: ({ shoot }) => textAt(shoot.spec.kubernetes.kubeProxy, "mode") },
];

/** Each add-on and each extension that any of them names. */
function addOnRows(clusters: Columns<ComparedCluster>): readonly ComparedRow[] {
  const held = clusters.map((cluster) => cluster && addOnsOf(cluster));
  const names = [...new Set(held.flatMap((addOns) => [...(addOns?.keys() ?? [])]))];
  return names.flatMap((name) => {
    const columns = held.map((addOns) => addOns && { told: addOns.get(name) });
    return comparedRow({ key: name, label: name }, columns) ?? [];
  });
}

function addOnsOf({ shoot }: ComparedCluster): ReadonlyMap<string, Told> {
  const addOns = Object.entries(shoot.spec.addons ?? {}).map(([name, settings]): [string, Told] => [
    name,
    onOff(fieldAt(settings, "enabled") === true),
  ]);
  const listed = fieldAt(shoot.spec, "extensions");
  const extensions = (Array.isArray(listed) ? listed : [])
    .filter(isRecord)
    .map((extension): [string, Told] => [
      `Extension ${textAt(extension, "type") ?? "without a type"}`,
      onOff(extension.disabled !== true),
    ]);
  return new Map([...addOns, ...extensions]);
}

interface PoolFact {
  readonly label: string;
  readonly of: (pool: Worker) => Told | undefined;
}

const text = (value: string | null | undefined): Told | undefined => (value ? { text: value } : undefined);

const poolFacts: readonly PoolFact[] = [
  { label: "machine", of: ({ machine }) => text([machine?.type, machine?.architecture].filter(Boolean).join(", ")) },
  { label: "nodes", of: ({ minimum, maximum }) => ({ text: `${minimum ?? "?"} to ${maximum ?? "?"}` }) },
  {
    label: "image",
    of: ({ machine }) => text([machine?.image?.name, machine?.image?.version].filter(Boolean).join(" ")),
  },
  { label: "Kubernetes", of: ({ kubernetes }) => text(kubernetes?.version) ?? { text: "as the control plane" } },
  {
    label: "volume",
    of: ({ volume }) => {
      const told = text([volume?.type, volume?.size].filter(Boolean).join(", "));
      return told && { ...told, means: `${volume?.type} ${canonicalQuantity(volume?.size ?? "") ?? volume?.size}` };
    },
  },
  { label: "zones", of: ({ zones }) => text([...(zones ?? [])].toSorted().join(", ")) },
  { label: "update strategy", of: ({ updateStrategy }) => ({ text: updateStrategy || "AutoRollingUpdate" }) },
  {
    label: "surge, unavailable",
    of: ({ maxSurge, maxUnavailable }) => ({ text: `${maxSurge ?? "default"}, ${maxUnavailable ?? "default"}` }),
  },
  {
    label: "taints",
    of: ({ taints }) =>
      text(
        (taints ?? [])
          .map(({ key, value, effect }) => `${key}${value ? `=${value}` : ""}:${effect}`)
          .toSorted()
          .join(", "),
      ),
  },
];

function poolRows(clusters: Columns<ComparedCluster>) {
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
    const name = key || "Pool";
    const holders = pools.filter((pool) => pool?.worker).length;
    // A pool that only one cluster has is one difference, not one for each of its fields.
    const facts = holders < 2 && known.length > 1 ? [] : poolFacts;
    const wholeColumns = pools.map((pool) => pool && { told: pool.worker && wholePool(pool.worker) });
    const whole = comparedRow({ key: `pool ${key}`, label: name, absent: "no such pool" }, wholeColumns) ?? [];
    return [
      ...(holders < known.length ? [whole].flat() : []),
      ...facts.flatMap(({ label, of }) => {
        const columns = pools.map((pool) => pool && { told: pool.worker && of(pool.worker) });
        return comparedRow({ key: `${key} ${label}`, label: `${name}: ${label}` }, columns) ?? [];
      }),
    ];
  });
  const without = clusters.map((cluster) => cluster && { told: text(countWords(cluster)) });
  const count = comparedRow({ key: "count", label: "Pools" }, without);
  return { rows: count ? [count, ...rows] : rows, byRole: matched.some(({ byRole }) => byRole) };
}

/** A pool in a line, where it has no counterpart. */
function wholePool(pool: Worker): Told {
  const { machine, minimum, maximum } = pool;
  return { text: `${machine?.type ?? "machine type not said"}, ${minimum ?? "?"} to ${maximum ?? "?"} nodes` };
}

function countWords({ shoot }: ComparedCluster): string {
  const count = shoot.spec.provider.workers?.length ?? 0;
  return count === 0 ? "none: no workers" : String(count);
}

function rotationRows(clusters: Columns<ComparedCluster>, { now }: CompareSpeech): readonly ComparedRow[] {
  return rotationFamilies.flatMap((family) => {
    const columns = clusters.map((cluster) => cluster && { told: rotationTold(cluster, family, now) });
    const name = familyName(family);
    return comparedRow({ key: family, label: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}` }, columns) ?? [];
  });
}

/** A rotation that goes on comes first; the age counts in days. */
function rotationTold({ row }: ComparedCluster, family: string, now: number): Told | undefined {
  const running = row.rotations?.find((rotation) => rotation.family === family);
  const at = parseInstant(row.rotatedAt?.[family]);
  const since = at ?? parseInstant(row.createdAt);
  const age = since === undefined ? undefined : formatDuration(now - since);
  const last = at === undefined ? "never rotated" : `rotated ${formatDate(at, utcClock)}`;
  const words = age === undefined ? last : `${last}, ${age} old`;
  return running === undefined
    ? { text: words }
    : { text: phaseWords(running.phase), more: words, hue: running.wait === undefined ? "info" : "caution" };
}

function labelRows(clusters: Columns<ComparedCluster>): readonly ComparedRow[] {
  const keys = [...new Set(clusters.flatMap((cluster) => Object.keys(cluster?.row.labels ?? {})))].toSorted();
  return keys.flatMap((key) => {
    const columns = clusters.map((cluster) => {
      if (cluster === undefined) return undefined;
      const labels = cluster.row.labels ?? {};
      const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
      return { told: value === undefined ? undefined : { text: value === "" ? "(empty)" : value } };
    });
    return comparedRow({ key, label: key, verbatim: true }, columns) ?? [];
  });
}
