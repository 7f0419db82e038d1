import { operationStateAlone } from "#lib/fleet/fields/operation-state-words.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { bindingOf } from "#lib/garden/binding-of.ts";
import { toleranceOf } from "#lib/garden/failure-tolerance.ts";
import type { HibernationSchedule, Worker } from "#lib/garden/shoot.ts";
import { addOnsOf, extensionsOf } from "#lib/garden/shoot-extensions.ts";
import { textAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { canonicalQuantity } from "#lib/kube/quantity.ts";
import { inSourceLanguage } from "#lib/language/speech.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { rotationFamilies } from "#lib/policy/rotations/families.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatClockTime, formatDate, formatDuration } from "#lib/words/format-time.ts";
import { phaseWords } from "#lib/words/rotation-sentences.ts";
import { familyName } from "#lib/words/words.ts";
import { formatInterval } from "../ladder/interval-words.ts";
import {
  asWritten,
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

const onOff = (value: boolean): Told => ({ text: value ? text("on") : text("off"), means: String(value) });
const yesNo = (value: boolean): Told => ({ text: value ? text("yes") : text("no"), means: String(value) });

const maintenanceFields: readonly FieldSource[] = [
  {
    key: "window",
    label: message("Window"),
    of: ({ row: { window } }, { now, clockFor }) => {
      const next = rowWindow(window, now);
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
    },
  },
  {
    key: "auto-kubernetes",
    label: message("Automatic Kubernetes updates"),
    of: ({ row }) => onOff(row.autoUpdate.kubernetes),
  },
  {
    key: "auto-images",
    label: message("Automatic image updates"),
    of: ({ row }) => (row.pools === 0 ? text("no workers") : onOff(row.autoUpdate.images)),
  },
  {
    key: "confined",
    label: message("Spec changes only in the window"),
    of: ({ row }) => yesNo(row.confineSpecUpdateRollout),
  },
  {
    key: "last-maintenance",
    label: message("Last maintenance"),
    of: ({ shoot }) => {
      const last = shoot.status?.lastMaintenance;
      if (!last) return undefined;
      const at = parseInstant(last.triggeredTime);
      const failed = last.state === "Failed";
      return {
        text: last.state ? operationStateAlone(last.state) : text("state not said"),
        more: [at === undefined ? "" : formatDate(at, utcClock), failed ? (last.failureReason ?? "") : ""]
          .filter((part) => part !== "")
          .join(": "),
        means: `state ${last.state ?? ""}`,
        hue: failed ? "negative" : undefined,
      };
    },
  },
];

const hibernationFields: readonly FieldSource[] = [
  {
    key: "hibernated",
    label: message("Hibernated"),
    of: ({ row }) => yesNo(row.hibernated),
  },
  {
    key: "hibernation-asked",
    label: message("Hibernation asked for"),
    of: ({ row }) => yesNo(row.hibernationEnabled),
  },
  {
    key: "schedules",
    label: message("Schedules"),
    of: ({ shoot }) => {
      const schedules = (shoot.spec.hibernation?.schedules ?? [])
        .map((schedule) => ({ words: scheduleWords(schedule), means: meaningOf(schedule) }))
        .toSorted((a, b) => (a.means < b.means ? -1 : 1));
      if (schedules.length === 0) return undefined;
      return {
        text: schedules.map(({ words }) => words).join("; "),
        means: schedules.map(({ means }) => means).join(),
      };
    },
  },
];

function scheduleWords({ start, end, location }: HibernationSchedule): string {
  const parts = [start ? text("sleeps {start}", { start }) : "", end ? text("wakes {end}", { end }) : ""].filter(
    (part) => part !== "",
  );
  return `${parts.join(", ")} (${location || "UTC"})`;
}

function meaningOf({ start, end, location }: HibernationSchedule): string {
  return JSON.stringify([start ?? "", end ?? "", location || "UTC"]);
}

const placeFields: readonly FieldSource[] = [
  { key: "purpose", label: message("Purpose"), of: ({ row }) => row.purpose },
  { key: "provider", label: message("Provider"), of: ({ row }) => row.provider },
  { key: "region", label: message("Region"), of: ({ row }) => row.region },
  { key: "seed", label: message("Seed"), of: ({ row }) => row.seed },
  {
    key: "high-availability",
    label: message("High availability"),
    of: ({ shoot }) => toleranceOf(shoot.spec),
  },
  {
    key: "exposure-class",
    label: message("Exposure class"),
    of: ({ shoot }) => shoot.spec.exposureClassName ?? undefined,
  },
  {
    key: "cloud-credentials",
    label: message("Cloud credentials"),
    of: ({ shoot }) => bindingOf(shoot.spec)?.name,
  },
];

const networkingFields: readonly FieldSource[] = [
  { key: "type", label: message("Type"), of: ({ shoot }) => shoot.spec.networking?.type ?? undefined },
  { key: "nodes", label: message("Nodes"), of: ({ shoot }) => shoot.spec.networking?.nodes ?? undefined },
  { key: "pods", label: message("Pods"), of: ({ shoot }) => shoot.spec.networking?.pods ?? undefined },
  { key: "services", label: message("Services"), of: ({ shoot }) => shoot.spec.networking?.services ?? undefined },
  {
    key: "ip-families",
    label: message("IP families"),
    of: ({ shoot }) => shoot.spec.networking?.ipFamilies?.join(", "),
  },
  {
    key: "kube-proxy",
    label: message("kube-proxy mode"),
    of: ({ shoot }) => textAt(shoot.spec.kubernetes.kubeProxy, "mode"),
  },
];

/** Each add-on and each extension that any of them names. */
function addOnRows(clusters: Columns<ComparedCluster>): readonly ComparedRow[] {
  const held = clusters.map((cluster) => cluster && partsOf(cluster));
  const labels = new Map(held.flatMap((addOns) => [...(addOns ?? [])].map(([key, { label }]) => [key, label])));
  return [...labels].flatMap(([key, label]) => {
    const columns = held.map((addOns) => addOns && { told: addOns.get(key)?.told });
    return comparedRow({ key, label }, columns) ?? [];
  });
}

interface AddOn {
  readonly label: string;
  readonly told: Told;
}

function partsOf({ shoot }: ComparedCluster): ReadonlyMap<string, AddOn> {
  const addOns = addOnsOf(shoot.spec).map(({ name, enabled }): [string, AddOn] => [
    name,
    { label: name, told: onOff(enabled) },
  ]);
  const extensions = extensionsOf(shoot.spec).map(({ type, enabled }): [string, AddOn] => {
    const label = type === undefined ? text("Extension without a type") : text("Extension {type}", { type });
    return [`extension ${type ?? ""}`, { label, told: onOff(enabled) }];
  });
  return new Map([...addOns, ...extensions]);
}

interface PoolFact {
  readonly key: string;
  readonly label: Message;
  readonly of: (pool: Worker) => Told | undefined;
}

const poolFacts: readonly PoolFact[] = [
  {
    key: "machine",
    label: message("machine"),
    of: ({ machine }) => asWritten([machine?.type, machine?.architecture].filter(Boolean).join(", ")),
  },
  {
    key: "nodes",
    label: message("nodes"),
    of: ({ minimum, maximum }) => ({
      text: text("{minimum} to {maximum}", { minimum: minimum ?? "?", maximum: maximum ?? "?" }),
      means: `${minimum} ${maximum}`,
    }),
  },
  {
    key: "image",
    label: message("image"),
    of: ({ machine }) => asWritten([machine?.image?.name, machine?.image?.version].filter(Boolean).join(" ")),
  },
  {
    key: "kubernetes",
    label: message("Kubernetes"),
    of: ({ kubernetes }) =>
      asWritten(kubernetes?.version) ?? { text: text("as the control plane"), means: "control plane" },
  },
  {
    key: "volume",
    label: message("volume"),
    of: ({ volume }) => {
      const told = asWritten([volume?.type, volume?.size].filter(Boolean).join(", "));
      return told && { ...told, means: `${volume?.type} ${canonicalQuantity(volume?.size ?? "") ?? volume?.size}` };
    },
  },
  { key: "zones", label: message("zones"), of: ({ zones }) => asWritten([...(zones ?? [])].toSorted().join(", ")) },
  {
    key: "update-strategy",
    label: message("update strategy"),
    of: ({ updateStrategy }) => asWritten(updateStrategy || "AutoRollingUpdate"),
  },
  {
    key: "surge",
    label: message("surge, unavailable"),
    of: ({ maxSurge, maxUnavailable }) => ({
      text: `${maxSurge ?? text("default")}, ${maxUnavailable ?? text("default")}`,
      means: `${maxSurge}, ${maxUnavailable}`,
    }),
  },
  {
    key: "taints",
    label: message("taints"),
    of: ({ taints }) =>
      asWritten(
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
    const name = key || text("Pool");
    const holders = pools.filter((pool) => pool?.worker).length;
    // A pool that only one cluster has is one difference, not one for each of its fields.
    const facts = holders < 2 && known.length > 1 ? [] : poolFacts;
    const wholeColumns = pools.map((pool) => pool && { told: pool.worker && wholePool(pool.worker) });
    const whole = comparedRow({ key: `pool ${key}`, label: name, absent: text("no such pool") }, wholeColumns) ?? [];
    return [
      ...(holders < known.length ? [whole].flat() : []),
      ...facts.flatMap(({ key: fact, label, of }) => {
        const columns = pools.map((pool) => pool && { told: pool.worker && of(pool.worker) });
        return comparedRow({ key: `${key} ${fact}`, label: `${name}: ${text(label)}` }, columns) ?? [];
      }),
    ];
  });
  const without = clusters.map((cluster) => cluster && { told: countTold(cluster) });
  const count = comparedRow({ key: "count", label: text("Pools") }, without);
  return { rows: count ? [count, ...rows] : rows, byRole: matched.some(({ byRole }) => byRole) };
}

/** A pool in a line, where it has no counterpart. */
function wholePool(pool: Worker): Told {
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

function countTold({ shoot }: ComparedCluster): Told {
  const count = shoot.spec.provider.workers?.length ?? 0;
  return { text: count === 0 ? text("none: no workers") : String(count), means: String(count) };
}

function rotationRows(clusters: Columns<ComparedCluster>, { now }: CompareSpeech): readonly ComparedRow[] {
  return rotationFamilies.flatMap((family) => {
    const columns = clusters.map((cluster) => cluster && { told: rotationTold(cluster, family, now) });
    const name = familyName(family);
    return comparedRow({ key: family, label: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}` }, columns) ?? [];
  });
}

/** A rotation that goes on comes first; the age counts as exactly as it is shown. */
function rotationTold({ row }: ComparedCluster, family: string, now: number): Told | undefined {
  const running = row.rotations?.find((rotation) => rotation.family === family);
  const at = parseInstant(row.rotatedAt?.[family]);
  const words = () => ageWords(at, at ?? parseInstant(row.createdAt), now);
  if (running === undefined) return { text: words(), means: inSourceLanguage(words) };
  const { phase, wait } = running;
  return { text: phaseWords(phase), more: words(), means: `phase ${phase}`, hue: wait ? "caution" : "info" };
}

function ageWords(rotatedAt: number | undefined, since: number | undefined, now: number): string {
  const last =
    rotatedAt === undefined ? text("never rotated") : text("rotated {at}", { at: formatDate(rotatedAt, utcClock) });
  return since === undefined ? last : text("{last}, {age} old", { last, age: formatDuration(now - since) });
}

function labelRows(clusters: Columns<ComparedCluster>): readonly ComparedRow[] {
  const keys = [...new Set(clusters.flatMap((cluster) => Object.keys(cluster?.row.labels ?? {})))].toSorted();
  return keys.flatMap((key) => {
    const columns = clusters.map((cluster) => {
      if (cluster === undefined) return undefined;
      const labels = cluster.row.labels ?? {};
      const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
      if (value === undefined) return { told: undefined };
      return { told: { text: value === "" ? text("(empty)") : value, means: `value ${value}` } };
    });
    return comparedRow({ key, label: key, verbatim: true }, columns) ?? [];
  });
}
