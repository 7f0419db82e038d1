import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { LabelSelector } from "#lib/kube/label-selector.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { SeedSelector } from "./cloud-profile.ts";
import type { Seed } from "./seed.ts";

/** The Seed selector of a CloudProfile's `spec`; undefined if there is none that can be read. */
export function profileSelectorOf(spec: unknown): SeedSelector | undefined {
  const selector = fieldAt(spec, "seedSelector");
  const labels = labelSelector(selector);
  return labels && { ...labels, providerTypes: textsIn(listAt(selector, "providerTypes")) };
}

/** A Seed whose fields have the types that rules rely on, from one that can have any form. */
export function validSeed(seed: Seed): Seed {
  const zones = textsIn(listAt(seed, "spec", "provider", "zones"));
  const provider = { type: stringAt(seed, "spec", "provider", "type") ?? "", zones };
  const region = stringAt(seed, "spec", "provider", "region") ?? "";
  const conditions = listAt(seed, "status", "conditions").flatMap((each) => {
    const [type, status] = [stringAt(each, "type"), stringAt(each, "status")];
    return type === undefined || status === undefined ? [] : [{ ...(isRecord(each) && each), type, status }];
  });
  return {
    ...seed,
    spec: { ...seed.spec, provider: { ...provider, region }, taints: keyValues(listAt(seed, "spec", "taints")) },
    status: { ...seed.status, conditions },
  };
}

/** Entries with a key and perhaps a value, such as taints; others are left out. */
export function keyValues(entries: readonly unknown[]): { key: string; value?: string }[] {
  return entries.flatMap((entry) => {
    const key = stringAt(entry, "key");
    const value = stringAt(entry, "value");
    return key === undefined ? [] : [{ key, ...(value !== undefined && { value }) }];
  });
}

function textsIn(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string");
}

/** Parses a label selector; undefined for other values, which then match everything. */
export function labelSelector(value: unknown): LabelSelector | undefined {
  if (!isRecord(value)) return undefined;
  const labels = fieldAt(value, "matchLabels");
  const pairs = Object.entries(isRecord(labels) ? labels : {}).flatMap(([key, text]) =>
    typeof text === "string" ? [[key, text] as const] : [],
  );
  const matchExpressions = listAt(value, "matchExpressions").map((entry) => ({
    key: stringAt(entry, "key") ?? "",
    operator: stringAt(entry, "operator") ?? "",
    values: textsIn(listAt(entry, "values")),
  }));
  return { matchLabels: Object.fromEntries(pairs), matchExpressions };
}
