import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { message } from "#lib/language/text.ts";
import { perObject } from "#lib/memo/per-object.ts";
import type { FieldDefinitions } from "./field-definition.ts";
import { anyValueTest, flagValue, isFlag, sortLast, valueOrNone, yesNoLabel } from "./field-values.ts";
import { nameKeyOf } from "./name-key.ts";
import { stripShootPrefix, usualTechnicalId } from "./technical-id.ts";

function labelTest(value: string): (row: FleetRow) => boolean {
  const at = value.indexOf(":");
  const key = at < 0 ? value : value.slice(0, at);
  const wanted = at < 0 ? undefined : value.slice(at + 1);
  return ({ labels = {} }) => Object.hasOwn(labels, key) && (wanted === undefined || labels[key] === wanted);
}

/** Label keys set by Gardener, such as `shoot.gardener.cloud/status`, or by extensions; no user set them. */
const gardenersOwn = /^([^/]+\.)?gardener\.cloud\//;

/** Formats labels like kubectl, sorted and without Gardener's own: `env=prod, team=blue`; cached per row. */
export const formatRowLabels = perObject(({ labels = {} }: FleetRow) =>
  Object.entries(labels)
    .filter(([key]) => !gardenersOwn.test(key))
    .map(([key, value]) => (value === "" ? key : `${key}=${value}`))
    .sort()
    .join(", "),
);

/** Technical id without the common prefix, so that typing `sho` still finds projects only. */
const technicalIdLabels = ({ technicalId, project, name }: FleetRow) =>
  stripShootPrefix(technicalId ?? usualTechnicalId(project, name));

/** Fields for a cluster's name, owner, place and purpose. */
export const identityFields = {
  name: {
    label: message("Cluster"),
    text: (row) => [`${row.project}/${row.name}`, row.namespace, technicalIdLabels(row)],
    sort: nameKeyOf,
    column: { shown: true },
  },
  purpose: {
    label: message("Purpose"),
    text: (row) => [row.purpose],
    filter: { valuesOf: (row) => valueOrNone(row.purpose), facet: true },
    sort: (row) => row.purpose ?? "~",
    column: { shown: false },
  },
  project: {
    label: message("Project"),
    filter: { valuesOf: (row) => [row.project], facet: true },
    sort: (row, { keyOf }) => keyOf(row.project),
  },
  provider: {
    label: message("Provider"),
    text: (row) => [row.provider],
    filter: { valuesOf: (row) => valueOrNone(row.provider), facet: true },
    sort: (row) => `${row.provider}/${row.region ?? ""}`,
    column: { label: message("Provider, region"), shown: false },
  },
  region: {
    label: message("Region"),
    text: (row) => [row.region],
    filter: { valuesOf: (row) => valueOrNone(row.region), facet: true },
    sort: (row) => row.region ?? "~",
  },
  seed: {
    label: message("Seed"),
    text: (row) => [row.seed],
    filter: { valuesOf: (row) => valueOrNone(row.seed), facet: true },
    sort: (row, { keyOf }) => keyOf(row.seed ?? "~"),
    column: { shown: false },
  },
  profile: {
    label: message("Cloud profile"),
    text: (row) => [row.profile?.name],
    filter: { valuesOf: (row) => valueOrNone(row.profile?.name), facet: true },
    sort: (row, { keyOf }) => keyOf(row.profile?.name ?? "~"),
    column: { shown: false },
  },
  workers: {
    label: message("Workers"),
    sort: (row) => -(row.maxNodes ?? row.pools),
    column: { shown: false },
  },
  hib: {
    label: message("Hibernated"),
    filter: { valuesOf: (row) => flagValue(row.hibernated), understands: isFlag, describe: yesNoLabel, facet: true },
    sort: (row) => (row.hibernated ? 0 : row.hibernationEnabled ? 1 : 2),
    column: { label: message("Hibernation"), shown: false },
  },
  del: {
    label: message("Being deleted"),
    filter: {
      valuesOf: (row) => flagValue(row.deletionRequestedAt !== undefined),
      understands: isFlag,
      describe: yesNoLabel,
      facet: true,
    },
  },
  label: {
    label: message("Label"),
    filter: {
      valuesOf: ({ labels = {} }) => Object.entries(labels).map(([key, value]) => `${key}:${value}`),
      testFor: anyValueTest(labelTest),
    },
    sort: (row) => formatRowLabels(row) || "~",
    column: { label: message("Labels"), shown: false },
  },
  created: {
    label: message("Created"),
    text: (row) => [row.createdBy],
    sort: (row) => parseInstant(row.createdAt) ?? sortLast,
    column: { shown: false },
  },
} satisfies Partial<FieldDefinitions>;
