import type { FleetRow } from "#lib/contract/fleet.ts";
import { forceBuckets, wordsOfRange } from "#lib/forecast/force-range.ts";
import { matchesGlob } from "#lib/text/glob.ts";
import { naturalKey } from "#lib/text/natural-key.ts";
import { deadEndCodes, describeDeadEnd, matchesDeadEnd } from "./dead-end-filter.ts";
import { dueFamilies } from "./due-families.ts";
import type { FleetContext } from "./fleet-context.ts";
import { type FilterKey, filterKey } from "./fleet-keys.ts";
import { forcedQuestion } from "./forced-filter.ts";
import { healthWords } from "./health.ts";
import { heldWindow } from "./held-window.ts";
import { describeRotationAge, familyName, matchesRotationAge } from "./rotation-age-filter.ts";
import { rowWindow } from "./row-window.ts";

/**
 * The fields that a list of clusters can be filtered by. One table serves the address bar, the search box, the chips and
 * the facets, so that `status:unhealthy` means the same wherever it is written.
 */
export interface FleetField {
  readonly key: FilterKey;
  readonly label: string;
  /** What the row holds for this field; facets count these. "none" stands for a missing value. */
  readonly valuesOf: (row: FleetRow, context: FleetContext) => readonly string[];
  /** When a value is more than one of `valuesOf`: a pattern, a pair, a number. */
  readonly matches?: (row: FleetRow, value: string, context: FleetContext) => boolean;
  /** Words for a value on a chip; the value itself when absent. */
  readonly describe?: (value: string) => string;
  /** Shown as a group of checkboxes. */
  readonly facet?: boolean;
  /** Values whose order is their own; the others come by their count. */
  readonly order?: readonly string[];
  /** Its values depend on the time, not on the row alone. */
  readonly timed?: boolean;
}

const none = "none";

const orNone = (value: string | undefined): readonly string[] => [value === undefined || value === "" ? none : value];
const flag = (value: boolean): readonly string[] => [value ? "1" : "0"];
const yesNo = (value: string) => (value === "1" ? "yes" : value === "0" ? "no" : value);

const versionsOf = (row: FleetRow): readonly string[] =>
  unique([row.kubernetes.version, ...row.pinnedPools.map(({ version }) => version)]);

function unique(values: readonly string[]): readonly string[] {
  return values.length < 2 ? values : [...new Set(values)];
}

/** `Type:Status` pairs; a bare type means "not True", which is what people look for. */
function matchesCondition(conditions: FleetRow["conditions"], value: string): boolean {
  const [type = "", status] = value.toLowerCase().split(":");
  return conditions.some(
    (condition) =>
      condition.type.toLowerCase() === type &&
      (status === undefined ? condition.status !== "True" : condition.status.toLowerCase() === status),
  );
}

const conditionPairs = (conditions: FleetRow["conditions"]) =>
  conditions.filter(({ status }) => status !== "True").map(({ type, status }) => `${type}:${status}`);

function autoUpdates({ autoUpdate }: FleetRow): readonly string[] {
  return [`k8s:${autoUpdate.kubernetes ? "on" : "off"}`, `image:${autoUpdate.images ? "on" : "off"}`];
}

function matchesImage(row: FleetRow, value: string): boolean {
  const [name = "", version] = value.split(":");
  return row.images.some(
    (image) => matchesGlob(name, image.name) && (version === undefined || matchesGlob(version, image.version)),
  );
}

function matchesLabel({ labels = {} }: FleetRow, value: string): boolean {
  const at = value.indexOf(":");
  const key = at < 0 ? value : value.slice(0, at);
  return Object.hasOwn(labels, key) && (at < 0 || labels[key] === value.slice(at + 1));
}

const hopWords: Readonly<Record<string, string>> = {
  patch: "Kubernetes patch",
  minor: "Kubernetes minor",
  image: "machine image",
};

/** A single value of `forceIn` or `hop`, asked for on its own. */
const asksAlone = (key: string) => (row: FleetRow, value: string, context: FleetContext) =>
  forcedQuestion(new Map([[key, [value]]])).test(row, context);

const alone = forcedQuestion(new Map());

const windowsAt = new WeakMap<FleetContext, Map<string, readonly string[]>>();

/** Worked out once for each window and moment: a fleet has few windows and many clusters. */
function windowValues({ window }: FleetRow, context: FleetContext): readonly string[] {
  const known = windowsAt.get(context) ?? new Map<string, readonly string[]>();
  windowsAt.set(context, known);
  const key = `${window?.begin} ${window?.end}`;
  const values = known.get(key) ?? readWindow(window, context);
  known.set(key, values);
  return values;
}

function readWindow(window: FleetRow["window"], { now, todayEndsAt }: FleetContext): readonly string[] {
  const next = rowWindow(window, now);
  // Without a window Gardener may begin at any time.
  if (next === undefined || next.open) return ["now", "today"];
  return next.beginMs < todayEndsAt ? ["today"] : ["later"];
}

const windowWords: Readonly<Record<string, string>> = { now: "open now", today: "today", later: "later" };

export const fleetFields: readonly FleetField[] = [
  {
    key: "status",
    label: "Health",
    valuesOf: (row) => [row.health],
    describe: (value) => Object.entries(healthWords).find(([health]) => health === value)?.[1] ?? value,
    facet: true,
  },
  { key: "op", label: "Last operation", valuesOf: (row) => orNone(row.lastOperation?.state), facet: true },
  { key: "fixer", label: "Whose turn", valuesOf: (row) => orNone(row.fixer), facet: true },
  { key: "err", label: "Error code", valuesOf: (row) => unique(row.errorCodes), facet: true },
  {
    key: "cond",
    label: "Condition",
    valuesOf: (row) => unique(conditionPairs(row.conditions)),
    matches: (row, value) => matchesCondition(row.conditions, value),
    facet: true,
  },
  {
    key: "constraint",
    label: "Constraint",
    valuesOf: (row) => unique(conditionPairs(row.constraints)),
    matches: (row, value) => matchesCondition(row.constraints, value),
    facet: true,
  },
  {
    key: "k8s",
    label: "Kubernetes",
    valuesOf: (row) => unique(versionsOf(row).map(minorPattern)),
    matches: (row, value) => versionsOf(row).some((version) => matchesGlob(value, version)),
    facet: true,
  },
  { key: "k8sClass", label: "Kubernetes stage", valuesOf: (row) => [row.kubernetes.classification], facet: true },
  {
    key: "img",
    label: "Machine image",
    valuesOf: (row) => unique(row.images.map(({ name }) => name)),
    matches: matchesImage,
    facet: true,
  },
  {
    key: "imgClass",
    label: "Image stage",
    valuesOf: (row) => unique(row.images.map(({ classification }) => classification)),
    facet: true,
  },
  {
    key: "forceIn",
    label: "Forced change",
    valuesOf: (row, context) => alone.buckets(row, context),
    matches: asksAlone("forceIn"),
    describe: wordsOfRange,
    facet: true,
    timed: true,
    order: [...forceBuckets, "none"],
  },
  {
    key: "hop",
    label: "Kind of forced change",
    valuesOf: (row, context) => alone.kinds(row, context),
    matches: asksAlone("hop"),
    describe: (value) => hopWords[value] ?? value,
    facet: true,
    timed: true,
    order: Object.keys(hopWords),
  },
  {
    key: "deadend",
    label: "Dead end",
    valuesOf: deadEndCodes,
    matches: matchesDeadEnd,
    describe: describeDeadEnd,
    facet: true,
  },
  {
    key: "window",
    label: "Maintenance window",
    valuesOf: windowValues,
    describe: (value) => windowWords[value] ?? value,
    facet: true,
    timed: true,
    order: Object.keys(windowWords),
  },
  {
    key: "rot",
    label: "Rotation",
    valuesOf: ({ rotation }) => (rotation ? [`${rotation.family}:${rotation.phase}`] : [none]),
    matches: ({ rotation }, value) => matchesRotation(rotation, value),
    facet: true,
  },
  {
    key: "rotAge",
    label: "Age",
    valuesOf: () => [],
    matches: (row, value, { now }) => matchesRotationAge(row, value, now),
    describe: describeRotationAge,
  },
  {
    key: "due",
    label: "Rotation due",
    valuesOf: (row, { now }) => flag(dueFamilies(row, now).length > 0),
    describe: yesNo,
  },
  {
    key: "held",
    label: "Held, with a window",
    valuesOf: (row) => flag(heldWindow(row) !== undefined),
    describe: yesNo,
  },
  { key: "auto", label: "Auto-update", valuesOf: autoUpdates, facet: true },
  { key: "purpose", label: "Purpose", valuesOf: (row) => orNone(row.purpose), facet: true },
  { key: "project", label: "Project", valuesOf: (row) => [row.project], facet: true },
  { key: "provider", label: "Provider", valuesOf: (row) => orNone(row.provider), facet: true },
  { key: "region", label: "Region", valuesOf: (row) => orNone(row.region), facet: true },
  { key: "seed", label: "Seed", valuesOf: (row) => orNone(row.seed), facet: true },
  { key: "profile", label: "Cloud profile", valuesOf: (row) => orNone(row.profile?.name), facet: true },
  { key: "hib", label: "Hibernated", valuesOf: (row) => flag(row.hibernated), describe: yesNo, facet: true },
  {
    key: "del",
    label: "Being deleted",
    valuesOf: (row) => flag(row.deletionRequestedAt !== undefined),
    describe: yesNo,
    facet: true,
  },
  {
    key: "label",
    label: "Label",
    valuesOf: ({ labels = {} }) => Object.entries(labels).map(([key, value]) => `${key}:${value}`),
    matches: matchesLabel,
  },
];

const byKey = new Map(fleetFields.map((field) => [field.key, field]));

export function fleetField(name: string): FleetField | undefined {
  const key = filterKey(name);
  return key && byKey.get(key);
}

export interface FieldQuestion {
  readonly field: FleetField;
  readonly value: string;
  readonly context: FleetContext;
}

export function rowMatches(row: FleetRow, { field, value, context }: FieldQuestion): boolean {
  if (field.matches) return field.matches(row, value, context);
  const wanted = value.toLowerCase();
  return field.valuesOf(row, context).some((held) => held.toLowerCase() === wanted);
}

function minorPattern(version: string): string {
  const [major, minor] = version.split(".");
  return major && minor ? `${major}.${minor}.*` : version || none;
}

function matchesRotation(rotation: FleetRow["rotation"], value: string): boolean {
  if (!rotation) return value.toLowerCase() === none;
  const [family = "", phase] = value.toLowerCase().split(":");
  return rotation.family === familyName(family) && (phase === undefined || rotation.phase.toLowerCase() === phase);
}

const haystacks = new WeakMap<FleetRow, string>();

/** What free text is looked up in, in lower case; made once per row. */
export function haystackOf(row: FleetRow): string {
  const known = haystacks.get(row);
  if (known !== undefined) return known;
  const made = [
    `${row.project}/${row.name}`,
    row.namespace,
    row.seed,
    row.provider,
    row.region,
    row.purpose,
    row.profile?.name,
    ...versionsOf(row),
    ...row.images.map(({ name, version }) => `${name} ${version}`),
  ]
    .filter((part) => part !== undefined)
    .join("\n")
    .toLowerCase();
  haystacks.set(row, made);
  return made;
}

const nameKeys = new WeakMap<FleetRow, string>();

export function nameKeyOf(row: FleetRow): string {
  const known = nameKeys.get(row);
  if (known !== undefined) return known;
  const made = `${naturalKey(row.name)}\n${naturalKey(row.project)}`;
  nameKeys.set(row, made);
  return made;
}
