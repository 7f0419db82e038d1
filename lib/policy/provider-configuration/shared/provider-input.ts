import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { workerPoolsOf } from "../../maintenance/version-state.ts";
import { childField, type ProviderField, providerField } from "./provider-error.ts";

/** A new or changed Shoot as the admission of a provider's extension reads it. */
export interface ProviderInput {
  readonly shoot: Pick<Shoot, "metadata" | "spec">;
  /** The CloudProfile of the Shoot, with the profile it inherits from merged in. */
  readonly profile: CloudProfileSpec;
  /** The Shoot before the change; undefined for a new one. */
  readonly before?: Pick<Shoot, "metadata" | "spec"> | undefined;
  /** On OpenStack the domain of the account, for which floating pools can be restricted; unknown when undefined. */
  readonly domain?: string | undefined;
}

/** The fields that extensions name from the Shoot on. */
export const workersField = providerField("workers");
export const networkingField: ProviderField = { path: "spec.networking", name: "spec.networking" };

/** A pool with its field. */
export interface PlacedPool {
  readonly pool: Worker;
  readonly field: ProviderField;
}

export function placedPools(spec: ShootSpec, workers: ProviderField = workersField): readonly PlacedPool[] {
  return workerPoolsOf(spec).map((pool, index) => ({ pool, field: childField(workers, index) }));
}

export function infrastructureOf({ provider }: ShootSpec): unknown {
  return provider.infrastructureConfig ?? undefined;
}

export function controlPlaneOf({ provider }: ShootSpec): unknown {
  return provider.controlPlaneConfig ?? undefined;
}

/** Names of the zones of the Shoot's region in the CloudProfile; undefined if the profile lacks the region. */
export function profileZones({ shoot, profile }: ProviderInput): readonly string[] | undefined {
  const region = listAt(profile, "regions").find((one) => stringAt(one, "name") === shoot.spec.region);
  return region === undefined ? undefined : listAt(region, "zones").map((zone) => stringAt(zone, "name") ?? "");
}

/** IP families as they are set; the API server sets IPv4 by default. */
export function ipFamiliesOf({ networking }: ShootSpec): readonly unknown[] {
  const families = listAt(networking, "ipFamilies");
  return families.length > 0 ? families : ["IPv4"];
}

/** The texts of a list, each with its index. */
export function textsAt(value: unknown, ...path: readonly string[]): readonly (readonly [number, string])[] {
  return listAt(value, ...path).map((text, index) => [index, typeof text === "string" ? text : ""] as const);
}

/** A text that may be empty, as Go reads a missing one. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  return stringAt(value, ...path) ?? "";
}

/** Whether a field is set; null counts as not set. */
export function hasAt(value: unknown, ...path: readonly string[]): boolean {
  return (fieldAt(value, ...path) ?? undefined) !== undefined;
}

/** A number; undefined for a value of another type. */
export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = fieldAt(value, ...path);
  return typeof found === "number" ? found : undefined;
}

export function isOnAt(value: unknown, ...path: readonly string[]): boolean {
  return fieldAt(value, ...path) === true;
}
