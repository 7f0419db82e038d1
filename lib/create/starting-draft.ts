import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { startingChoicesFor } from "./draft-edits.ts";
import { offsetMinutesAt, startingWindow } from "./operator-defaults/operator-window.ts";
import { schedulesForPurpose } from "./operator-defaults/purpose-schedule.ts";
import { startingShoot } from "./starting-shoot.ts";

/**
 * The draft with which the form begins: on the infrastructure that the project uses most and has an account for,
 * maintained in the hour in which the fewest clusters are, with the operator's defaults.
 */
export function startingDraft(choices: NewClusterChoices, now: number): JsonObject {
  const { profiles, accounts, namespace } = choices;
  const types = new Set(accounts.map(({ type }) => type));
  const profile = profiles.find(({ type }) => types.has(type)) ?? profiles[0];
  const head = { apiVersion: "core.gardener.cloud/v1beta1", kind: "Shoot" };
  if (profile === undefined) return { ...head, metadata: { name: "", namespace }, spec: {} };
  const { operatorDefaults: defaults = {} } = choices;
  const start = startingChoicesFor(profile, choices, now);
  const workerless = defaults.workerlessCluster === true;
  const shoot = startingShoot({ ...start, workerless });
  const timeWindow = startingWindow(defaults, choices.windows, offsetMinutesAt(now));
  const maintenance = { ...shoot.spec.maintenance, timeWindow };
  const location = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const schedules = workerless ? [] : schedulesForPurpose(defaults, shoot.spec.purpose ?? "", location);
  const hibernation = schedules.length > 0 && { hibernation: { schedules } };
  return { ...shoot, spec: { ...shoot.spec, maintenance, ...hibernation } };
}
