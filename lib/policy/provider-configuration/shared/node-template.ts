import { fieldAt } from "#lib/kube/field.ts";
import { canonicalQuantity, compareQuantities } from "#lib/kube/quantity.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { FieldErrors } from "../../spec-validation/field-error.ts";
import { childField, invalidIf, type ProviderField } from "./provider-error.ts";

/** Resources of a node that are checked in `capacity`; in `virtualCapacity` all are. */
const checkedCapacity = ["cpu", "gpu", "memory"];

/**
 * Errors for the `nodeTemplate` of a WorkerConfig, whose amounts are not negative and, if virtual, whole.
 * @source gardener-extension-provider-aws: pkg/apis/aws/validation/worker.go, validateResourceQuantityWholeNumber;
 * gardener-extension-provider-gcp: pkg/apis/gcp/validation, validateNodeTemplate
 */
export function checkNodeTemplate(config: unknown, at: ProviderField): FieldErrors {
  const [template, field] = [fieldAt(config, "nodeTemplate"), childField(at, "nodeTemplate")];
  const [capacity, virtualCapacity] = [quantitiesAt(template, "capacity"), quantitiesAt(template, "virtualCapacity")];
  return [
    ...checkedCapacity.flatMap((name) => {
      const given = capacity.get(name);
      return given === undefined ? [] : checkNotNegative(childField(field, "capacity", name), name, given);
    }),
    ...[...virtualCapacity].flatMap(([name, given]) => {
      const place = childField(field, "virtualCapacity", name);
      return [...checkNotNegative(place, name, given), ...checkWhole(place, name, given)];
    }),
  ];
}

function quantitiesAt(template: unknown, name: string): ReadonlyMap<string, string> {
  const map = fieldAt(template, name);
  const entries = isRecord(map) ? Object.entries(map) : [];
  return new Map(entries.map(([key, value]) => [key, canonicalQuantity(String(value ?? "0")) ?? ""]));
}

function checkNotNegative(field: ProviderField, name: string, given: string): FieldErrors {
  return invalidIf((compareQuantities(given, "0") ?? 0) < 0, field, given, `${name} value must not be negative`);
}

function checkWhole(field: ProviderField, name: string, given: string): FieldErrors {
  return invalidIf(/(m|u|n|e-\d+)$/.test(given), field, given, `${name} value must be a whole number`);
}
