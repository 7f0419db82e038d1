import { expect } from "vitest";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootProvider } from "#lib/garden/shoot.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { findProviderConfigurationErrors } from "./find-provider-configuration-errors.ts";
import { saidByExtension } from "./provider-error.ts";
import type { ProviderInput } from "./provider-input.ts";

/** New values by the path of a field, such as `spec.provider.workers[0].zones`; undefined removes the field. */
export type FieldChanges = Readonly<Record<string, unknown>>;

/** A copy of an object with other values of some fields. */
export function withFields<Thing extends object>(object: Thing, changes: FieldChanges): Thing {
  const copy = structuredClone(object);
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
    const last = steps.pop() ?? "";
    let holder: unknown = copy;
    for (const [index, step] of steps.entries()) {
      if (!isHolder(holder)) throw new Error(`${path} has no place`);
      holder[step] ??= /^\d+$/.test(steps[index + 1] ?? last) ? [] : {};
      holder = holder[step];
    }
    if (!isHolder(holder)) throw new Error(`${path} has no place`);
    if (value === undefined) delete holder[last];
    else holder[last] = structuredClone(value);
  }
  return copy;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return isRecord(value) || Array.isArray(value);
}

/** A new Shoot with one pool that its provider accepts. */
export function providerShoot(provider: ShootProvider, region: string): Pick<Shoot, "metadata" | "spec"> {
  return {
    metadata: { name: "one", namespace: "garden-shop" },
    spec: {
      region,
      kubernetes: { version: "1.35.6" },
      networking: { type: "calico", nodes: "10.250.0.0/16", pods: "100.96.0.0/11", services: "100.64.0.0/13" },
      provider,
    },
  };
}

/** The errors of a Shoot as the extension writes them. */
export function textsOf(errors: FieldErrors): readonly string[] {
  const labels = {
    ...{ Forbidden: "Forbidden", Invalid: "Invalid value", Required: "Required value", Duplicate: "Duplicate value" },
    ...{ NotSupported: "Unsupported value", TooLong: "Too long", TooMany: "Too many" },
  } as const;
  return errors.map((error) => {
    const { field, text } = saidByExtension(error);
    return [field, labels[error.type], text].join(": ");
  });
}

/** A rule, what it accepts, what it refuses, and what the extension then says. */
export type ProviderCase = readonly [
  rule: string,
  accepted: FieldChanges,
  refused: FieldChanges,
  texts: readonly string[],
];

export interface ProviderCases {
  readonly shoot: ProviderInput["shoot"];
  readonly profile: CloudProfileSpec;
}

/** Expects that a change of a valid new Shoot is accepted, and another one refused with these texts. */
export function expectCase({ shoot, profile }: ProviderCases, [, accepted, refused, texts]: ProviderCase): void {
  const textsFor = (changes: FieldChanges) =>
    textsOf(findProviderConfigurationErrors({ shoot: withFields(shoot, changes), profile }));
  expect(textsFor(accepted)).toEqual([]);
  expect(textsFor(refused)).toEqual(texts);
}

/** The same for a change of an existing Shoot. */
export function expectUpdateCase(
  { shoot: before, profile }: ProviderCases,
  [, accepted, refused, texts]: ProviderCase,
): void {
  const textsFor = (changes: FieldChanges) =>
    textsOf(findProviderConfigurationErrors({ shoot: withFields(before, changes), profile, before }));
  expect(textsFor(accepted)).toEqual([]);
  expect(textsFor(refused)).toEqual(texts);
}
