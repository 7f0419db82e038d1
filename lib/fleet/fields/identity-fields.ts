import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { message } from "#lib/language/text.ts";
import type { FieldDefinitions } from "./field-definition.ts";
import {
  createAnyValueTest,
  filterValuesOfFlag,
  filterValuesOfText,
  isFlagFilterValue,
  lastSortValue,
  yesNoLabel,
} from "./field-values.ts";
import { nameSortKeyOf } from "./name-key.ts";
import { formatRowLabels } from "./row-labels.ts";
import { defaultTechnicalIdOf, stripShootPrefix } from "./technical-id.ts";

function labelTest(value: string): (row: FleetRow) => boolean {
  const at = value.indexOf(":");
  const key = at < 0 ? value : value.slice(0, at);
  const wanted = at < 0 ? undefined : value.slice(at + 1);
  return ({ labels = {} }) => Object.hasOwn(labels, key) && (wanted === undefined || labels[key] === wanted);
}

/**
 * Pairs such as `Team:blue`, without the characters that separate values in addresses and in the search box. A value of
 * these characters only is none.
 */
function customFieldFilterValuesOf({ customFields = {} }: FleetRow): readonly string[] {
  return Object.entries(customFields).flatMap(([id, value]) => {
    const filterable = value.replace(/[\s,"]+/g, " ").trim();
    return filterable === "" ? [] : `${id.split("@", 1)}:${filterable}`;
  });
}

/** Test for a field that has any value, `Team`, or this one, `Team:blue`; of all paths under that name. */
function customFieldTest(value: string): (row: FleetRow) => boolean {
  const wanted = value.toLowerCase();
  const isName = !wanted.includes(":");
  return (row) =>
    customFieldFilterValuesOf(row).some((pair) => {
      const held = pair.toLowerCase();
      return held === wanted || (isName && held.startsWith(`${wanted}:`));
    });
}

/** Returns the technical id without the prefix `shoot`, so that a search for `sho` does not match all clusters. */
const technicalIdLabels = ({ technicalId, project, name }: FleetRow) =>
  stripShootPrefix(technicalId ?? defaultTechnicalIdOf(project, name));

/** Definitions of the fields for a cluster's name, owner, location and purpose. */
export const identityFields = {
  name: {
    label: message("Cluster"),
    text: (row) => [`${row.project}/${row.name}`, row.namespace, technicalIdLabels(row)],
    sort: nameSortKeyOf,
    column: { shown: true },
  },
  purpose: {
    label: message("Purpose"),
    text: (row) => [row.purpose],
    filter: { valuesOf: (row) => filterValuesOfText(row.purpose), facet: true },
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
    filter: { valuesOf: (row) => filterValuesOfText(row.provider), facet: true },
    sort: (row) => `${row.provider}/${row.region ?? ""}`,
    column: { label: message("Provider, region"), shown: false },
  },
  region: {
    label: message("Region"),
    text: (row) => [row.region],
    filter: { valuesOf: (row) => filterValuesOfText(row.region), facet: true },
    sort: (row) => row.region ?? "~",
  },
  seed: {
    label: message("Seed"),
    text: (row) => [row.seed],
    filter: { valuesOf: (row) => filterValuesOfText(row.seed), facet: true },
    sort: (row, { keyOf }) => keyOf(row.seed ?? "~"),
    column: { shown: false },
  },
  profile: {
    label: message("Cloud profile"),
    text: (row) => [row.profile?.name],
    filter: { valuesOf: (row) => filterValuesOfText(row.profile?.name), facet: true },
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
    filter: {
      valuesOf: (row) => filterValuesOfFlag(row.hibernated),
      understands: isFlagFilterValue,
      describe: yesNoLabel,
      facet: true,
    },
    sort: (row) => (row.hibernated ? 0 : row.hibernationEnabled ? 1 : 2),
    column: { label: message("Hibernation"), shown: false },
  },
  del: {
    label: message("Being deleted"),
    filter: {
      valuesOf: (row) => filterValuesOfFlag(row.deletionRequestedAt !== undefined),
      understands: isFlagFilterValue,
      describe: yesNoLabel,
      facet: true,
    },
  },
  label: {
    label: message("Label"),
    text: (row) => [formatRowLabels(row)],
    filter: {
      valuesOf: ({ labels = {} }) => Object.entries(labels).map(([key, value]) => `${key}:${value}`),
      testFor: createAnyValueTest(labelTest),
    },
    sort: (row) => formatRowLabels(row) || "~",
    column: { label: message("Labels"), shown: false },
  },
  customField: {
    label: message("Custom field"),
    text: ({ customFields = {}, unsearchedFields = [] }) =>
      Object.entries(customFields).map(([id, value]) => (unsearchedFields.includes(id) ? undefined : value)),
    filter: { valuesOf: customFieldFilterValuesOf, testFor: createAnyValueTest(customFieldTest) },
  },
  created: {
    label: message("Created"),
    text: (row) => [row.createdBy],
    sort: (row) => parseInstant(row.createdAt) ?? lastSortValue,
    column: { shown: false },
  },
} satisfies Partial<FieldDefinitions>;
