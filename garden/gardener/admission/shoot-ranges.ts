import "server-only";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { parseCidr } from "#lib/kube/cidr.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { seeds } from "#lib/kube/resource.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { type FieldErrors, fieldErrorIf } from "#lib/policy/spec-validation/field-error.ts";

/**
 * Sets the ranges of Pods and services to those that the Seed has for its Shoots, as far as they are of an IP family of
 * the Shoot. Without workers there are no Pods.
 * @source Gardener: plugin/pkg/shoot/mutator, defaultShootNetworks
 */
export function shootSpecWithSeedRanges(spec: ShootSpec, garden: GardenReader): ShootSpec {
  const seed = spec.seedName ? garden.get<Seed>({ resource: seeds, name: spec.seedName }) : undefined;
  if (seed === undefined) return spec;
  const families = listAt(spec.networking, "ipFamilies");
  const ranges = ["pods", "services"].flatMap((name) => {
    const range = stringAt(seed.spec.networks, "shootDefaults", name);
    const isWanted = stringAt(spec.networking, name) === undefined && (name === "services" || hasWorkers(spec));
    return isWanted && range !== undefined && families.includes(parseCidr(range)?.family) ? [[name, range]] : [];
  });
  return ranges.length === 0 ? spec : { ...spec, networking: { ...spec.networking, ...Object.fromEntries(ranges) } };
}

function hasWorkers(spec: ShootSpec): boolean {
  return workerPoolsOf(spec).length > 0;
}

/**
 * Errors for a Shoot that gets a Seed and still lacks a range.
 * @source Gardener: plugin/pkg/shoot/validator, validateShootNetworks
 */
export function findMissingRanges(spec: ShootSpec): FieldErrors {
  if (!spec.seedName || !listAt(spec.networking, "ipFamilies").includes("IPv4")) return [];
  const lacks = (name: string) => stringAt(spec.networking, name) === undefined;
  const words = (name: string) => ({ words: `${name} is required` });
  return [
    ...fieldErrorIf(hasWorkers(spec) && lacks("pods"), "spec.networking.pods", "VALUE_REQUIRED", words("pods")),
    ...fieldErrorIf(lacks("services"), "spec.networking.services", "VALUE_REQUIRED", words("services")),
  ];
}
