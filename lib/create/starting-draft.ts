import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { startingChoicesFor } from "./draft-edits.ts";
import { startingShoot } from "./starting-shoot.ts";

/**
 * The draft with which the form begins: on the infrastructure that the project uses most and has an account for,
 * maintained in the hour in which the fewest clusters are.
 */
export function startingDraft(choices: NewClusterChoices, now: number): JsonObject {
  const { profiles, accounts, namespace } = choices;
  const types = new Set(accounts.map(({ type }) => type));
  const profile = profiles.find(({ type }) => types.has(type)) ?? profiles[0];
  const head = { apiVersion: "core.gardener.cloud/v1beta1", kind: "Shoot" };
  if (profile === undefined) return { ...head, metadata: { name: "", namespace }, spec: {} };
  const shoot = startingShoot(startingChoicesFor(profile, choices, now));
  const { begin, end } = choices.windows.proposed;
  const maintenance = { ...shoot.spec.maintenance, timeWindow: { begin, end } };
  return { ...shoot, spec: { ...shoot.spec, maintenance } };
}
