import type { FleetRow } from "../contract/fleet.ts";
import { matchesGlob } from "./glob.ts";
import { healthWords } from "./health.ts";
import { naturalKey } from "./natural-key.ts";

/**
 * The fields that a list of clusters can be filtered by. One table serves the address bar, the search box, the chips and
 * the facets, so that `status:unhealthy` means the same wherever it is written.
 */
export interface FleetField {
  readonly key: string;
  readonly label: string;
  /** What the row holds for this field; facets count these. "none" stands for a missing value. */
  readonly valuesOf: (row: FleetRow) => readonly string[];
  /** When a value is more than one of `valuesOf`: a pattern, a pair, a number. */
  readonly matches?: (row: FleetRow, value: string) => boolean;
  /** Words for a value on a chip; the value itself when absent. */
  readonly describe?: (value: string) => string;
  /** Shown as a group of checkboxes. */
  readonly facet?: boolean;
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
    key: "rot",
    label: "Rotation",
    valuesOf: ({ rotation }) => (rotation ? [`${rotation.family}:${rotation.phase}`] : [none]),
    matches: ({ rotation }, value) => matchesRotation(rotation, value),
    facet: true,
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

const byKey = new Map(fleetFields.map((field) => [field.key.toLowerCase(), field]));

/** The field of that name, in any case: people type `K8S:` as readily as `k8s:`. */
export function fleetField(key: string): FleetField | undefined {
  return byKey.get(key.toLowerCase());
}

export function rowMatches(field: FleetField, row: FleetRow, value: string): boolean {
  if (field.matches) return field.matches(row, value);
  const wanted = value.toLowerCase();
  return field.valuesOf(row).some((held) => held.toLowerCase() === wanted);
}

function minorPattern(version: string): string {
  const [major, minor] = version.split(".");
  return major && minor ? `${major}.${minor}.*` : version || none;
}

function matchesRotation(rotation: FleetRow["rotation"], value: string): boolean {
  if (!rotation) return value.toLowerCase() === none;
  const [family = "", phase] = value.toLowerCase().split(":");
  return rotation.family.toLowerCase() === family && (phase === undefined || rotation.phase.toLowerCase() === phase);
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
