import { ApiError } from "#garden/api/errors/api-error.ts";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { cloudProfiles, namespacedCloudProfiles, seeds, shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { countShootsBySeed, type ShootSchedulingResult, scheduleShoot } from "#lib/policy/scheduling/schedule-shoot.ts";
import { isHandledByScheduler, schedulerRetryMs } from "#lib/policy/scheduling/scheduler-interest.ts";
import { projectOfNamespace } from "../../rules/shoot-rules.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import { createKeyedTimers } from "../context/alarms.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

/**
 * Assigns a Seed to Shoots that have none. If no Seed is suitable, the last operation and an event say so, and scheduling is
 * retried when the spec changes and with increasing delay. Shoots that exist at the start are only scheduled after a
 * change.
 * @source Gardener: pkg/scheduler/controller/shoot
 */
export function startScheduler(context: ControllerContext): Controller {
  const { client } = context;
  const alarms = createKeyedTimers(context);
  const failures = new Map<string, number>();
  const tried = new Map<string, ShootSpec>();

  const forget = (key: string): void => {
    alarms.forget(key);
    failures.delete(key);
    tried.delete(key);
  };

  const tryAgain = (key: string): void => {
    const shoot = client.get(key);
    if (!shoot || !isHandledByScheduler(shoot)) {
      forget(key);
      return;
    }
    tried.set(key, shoot.spec);
    const scheduling = schedulingOf(context, shoot);
    const refusal = scheduling.outcome === "scheduled" ? bind(context, shoot, scheduling.seed) : scheduling.text;
    if (refusal === undefined) {
      forget(key);
      return;
    }
    reportFailure(context, shoot, refusal);
    const inRow = (failures.get(key) ?? 0) + 1;
    failures.set(key, inRow);
    alarms.set(key, schedulerRetryMs(inRow), () => tryAgain(key));
  };

  let started = false;
  return {
    onSynced() {
      started = true;
    },
    onEvent({ type, shoot }) {
      const key = shootKeyOf(shoot);
      if (type === "DELETED" || !isHandledByScheduler(shoot)) forget(key);
      else if (!started) tried.set(key, shoot.spec);
      else if (!semanticallyEqual(tried.get(key), shoot.spec)) tryAgain(key);
    },
  };
}

function schedulingOf({ api, client }: ControllerContext, shoot: Shoot): ShootSchedulingResult {
  return scheduleShoot(shoot, api.list<Seed>({ resource: seeds }), {
    rules: newestRules,
    project: projectOfNamespace(api, shoot.metadata.namespace)?.metadata.name ?? "",
    strategy: "MinimalDistance",
    usage: countShootsBySeed(client.list()),
    profileSelector: profileOf(api, shoot)?.spec.seedSelector ?? undefined,
  });
}

/** The Seed selector of a profile; a NamespacedCloudProfile uses that of its parent. */
function profileOf(api: ControllerContext["api"], { metadata, spec }: Shoot): CloudProfile | undefined {
  const { kind, name } = spec.cloudProfile ?? { name: spec.cloudProfileName ?? "" };
  if (kind !== "NamespacedCloudProfile") return api.get<CloudProfile>({ resource: cloudProfiles, name });
  const target = { resource: namespacedCloudProfiles, namespace: metadata.namespace, name };
  const own = api.get<NamespacedCloudProfile>(target);
  return own && api.get<CloudProfile>({ resource: cloudProfiles, name: own.spec.parent.name });
}

/** Name of the component in events. */
const component = "gardener-scheduler";

/** Assigns the Seed. Returns why the API server refused it, for example because a range of the network is missing. */
function bind({ api, client, recorder }: ControllerContext, shoot: Shoot, seed: string): string | undefined {
  const { namespace = "", name } = shoot.metadata;
  try {
    api.patch({ resource: shoots, namespace, name }, { spec: { seedName: seed } });
  } catch (error) {
    if (error instanceof ApiError) return `Failed to schedule Shoot: ${error.message}`;
    throw error;
  }
  client.writeStatus(shootKeyOf(shoot), ({ status = {} }) => withoutPending(status ?? {}));
  const message = `Scheduled to seed ${JSON.stringify(seed)}`;
  recorder.record(shoot, { type: "Normal", reason: "SchedulingSuccessful", message }, component);
  return undefined;
}

function reportFailure({ client, clock, recorder }: ControllerContext, shoot: Shoot, description: string): void {
  recorder.record(shoot, { type: "Warning", reason: "SchedulingFailed", message: description }, component);
  const lastUpdateTime = formatInstant(clock.now().getTime());
  const lastOperation = { type: "Create", state: "Pending", progress: 0, description, lastUpdateTime };
  client.writeStatus(shootKeyOf(shoot), ({ status }) => ({ ...status, lastOperation }));
}

function withoutPending({
  lastOperation,
  ...status
}: NonNullable<Shoot["status"]>): NonNullable<Shoot["status"]> | undefined {
  if (!lastOperation) return undefined;
  return lastOperation.type === "Create" && lastOperation.state === "Pending" ? status : undefined;
}
