import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { startingChoicesFor } from "./draft-edits.ts";
import { startingShoot } from "./starting-shoot.ts";

/** The draft with which the form begins: of the first infrastructure for which the project has an account. */
export function startingDraft(choices: NewClusterChoices, now: number): JsonObject {
  const { profiles, accounts, namespace } = choices;
  const types = new Set(accounts.map(({ type }) => type));
  const profile = profiles.find(({ type }) => types.has(type)) ?? profiles[0];
  const head = { apiVersion: "core.gardener.cloud/v1beta1", kind: "Shoot" };
  if (profile === undefined) return { ...head, metadata: { name: "", namespace }, spec: {} };
  return { ...startingShoot(startingChoicesFor(profile, choices, now)) };
}
