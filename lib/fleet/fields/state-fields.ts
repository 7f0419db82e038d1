import type { FleetRow } from "#lib/contract/fleet.ts";
import { type Message, message } from "#lib/language/text.ts";
import type { FieldDefinitions, FieldFilter } from "./field-definition.ts";
import {
  distinctFilterValues,
  filterValuesOfText,
  missingFilterValue,
  normalizeValuePairs,
  valueOrNoneLabel,
} from "./field-values.ts";
import { healthLabels, healthSeverity } from "./health.ts";
import { operationStateLabel } from "./operation-state-label.ts";

/** Sort order of operation states: failed first, then in progress, then succeeded. */
const operationOrder = ["Failed", "Aborted", "Error", "Processing", "Pending", "Succeeded"];

/** Filter by `Type:Status` of conditions or constraints; a type alone means "not True", the usual search. */
const conditionFilter = (list: "conditions" | "constraints"): FieldFilter => ({
  valuesOf: (row) =>
    distinctFilterValues(
      row[list].filter(({ status }) => status !== "True").map(({ type, status }) => `${type}:${status}`),
    ),
  testFor: (values) => {
    const wanted = normalizeValuePairs(values);
    return (row) =>
      row[list].some(({ type, status }) => {
        const key = type.toLowerCase();
        return (status !== "True" && wanted.has(key)) || wanted.has(`${key}:${status.toLowerCase()}`);
      });
  },
  facet: true,
});

function errorTest(values: readonly string[]): (row: FleetRow) => boolean {
  const wanted = new Set(values.map((value) => value.toLowerCase()));
  return ({ errorCodes }) =>
    errorCodes.length === 0
      ? wanted.has(missingFilterValue)
      : errorCodes.some((code) => wanted.has(code.toLowerCase()));
}

const fixerLabels: Readonly<Record<string, Message>> = {
  user: message("user"),
  provider: message("provider"),
  operator: message("operator"),
  gardener: message("gardener"),
};

/** Fields for a cluster's health and last operation. */
export const stateFields = {
  health: {
    label: message("Health"),
    filter: {
      valuesOf: (row) => [row.health],
      understands: (value) => Object.hasOwn(healthLabels, value.toLowerCase()),
      describe: (value) => String(Object.entries(healthLabels).find(([health]) => health === value)?.[1] ?? value),
      facet: true,
    },
    sort: (row) => -healthSeverity(row.health),
    column: { shown: true },
  },
  op: {
    label: message("Last operation"),
    filter: {
      valuesOf: (row) => filterValuesOfText(row.lastOperation?.state),
      describe: (value) => operationStateLabel(valueOrNoneLabel(value)),
      facet: true,
    },
    sort: ({ lastOperation }) => {
      const at = operationOrder.indexOf(lastOperation?.state ?? "");
      return at < 0 ? operationOrder.length : at;
    },
    column: { shown: true },
  },
  fixer: {
    label: message("Action by"),
    filter: {
      valuesOf: (row) => filterValuesOfText(row.fixer),
      describe: (value) => String(fixerLabels[value] ?? valueOrNoneLabel(value)),
      facet: true,
    },
  },
  err: {
    label: message("Error code"),
    filter: { valuesOf: (row) => distinctFilterValues(row.errorCodes), testFor: errorTest, facet: true },
  },
  cond: { label: message("Condition"), filter: conditionFilter("conditions") },
  constraint: { label: message("Constraint"), filter: conditionFilter("constraints") },
  findings: { label: message("Findings"), sort: (row) => -row.findings, column: { shown: false } },
} satisfies Partial<FieldDefinitions>;
