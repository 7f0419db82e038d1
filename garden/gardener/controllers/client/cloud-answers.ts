import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { cloudProfiles } from "#lib/kube/resource.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { findLaterProviderErrors } from "#lib/policy/provider-configuration/find-provider-configuration-errors.ts";
import { findAccountSecret } from "../../rules/account-secret.ts";
import { effectiveProfileOf } from "../../rules/shoot-rules.ts";
import { cleaningTask, infrastructureReadyTask, workersReadyTask } from "../flows/plan-flow.ts";
import { messageOfErrorCode, type TaskFailure } from "./injected-failures.ts";

/** Annotation on the Secret of an account: the error code with which the simulated cloud answers to its keys. */
export const cloudAnswerAnnotation = "almanac.garden/cloud-answer";

/** Annotation on a CloudProfile: machine types that the simulated cloud has run out of, `<type>@<region>,…`. */
export const depletedTypesAnnotation = "almanac.garden/depleted-machine-types";

/** Codes that appear when machines are made. Those of other tasks appear when the infrastructure is made. */
const taskOfCode: Readonly<Record<string, string>> = {
  ERR_INFRA_QUOTA_EXCEEDED: workersReadyTask,
  ERR_INFRA_RESOURCES_DEPLETED: workersReadyTask,
  ERR_CLEANUP_CLUSTER_RESOURCES: cleaningTask,
};

/**
 * Why the simulated cloud lets one of these tasks fail: it refuses the account of the Shoot, the configuration is one
 * that the extension cannot use, or there are no machines of a pool's type. Only a Shoot without machines needs new ones.
 */
export function findCloudFailure(
  garden: GardenReader,
  shoot: Shoot,
  tasks: readonly string[],
): TaskFailure | undefined {
  if (![infrastructureReadyTask, workersReadyTask, cleaningTask].some((task) => tasks.includes(task))) return undefined;
  if (workerPoolsOf(shoot.spec).length === 0) return undefined;
  return [accountFailure, configurationFailure, depletionFailure]
    .map((find) => find(garden, shoot))
    .find((failure) => failure !== undefined && tasks.includes(failure.task));
}

function accountFailure(garden: GardenReader, shoot: Shoot): TaskFailure | undefined {
  const code = findAccountSecret(garden, shoot)?.metadata.annotations?.[cloudAnswerAnnotation];
  if (!code) return undefined;
  const task = taskOfCode[code] ?? infrastructureReadyTask;
  return { task, codes: [code], message: messageOfErrorCode(code) };
}

function configurationFailure(garden: GardenReader, shoot: Shoot): TaskFailure | undefined {
  const profile = effectiveProfileOf(garden, shoot);
  const [error] = profile.ok ? findLaterProviderErrors({ shoot, profile: profile.value }) : [];
  if (error === undefined) return undefined;
  const message = `error during reconciliation: ${error.facts?.words ?? error.path}`;
  return { task: infrastructureReadyTask, codes: ["ERR_CONFIGURATION_PROBLEM"], message };
}

function depletionFailure(garden: GardenReader, shoot: Shoot): TaskFailure | undefined {
  if (shoot.status?.lastOperation?.type !== "Create") return undefined;
  const { kind, name = "" } = shoot.spec.cloudProfile ?? {};
  const profile = kind === "NamespacedCloudProfile" ? undefined : garden.get({ resource: cloudProfiles, name });
  const depleted = (profile?.metadata.annotations?.[depletedTypesAnnotation] ?? "").split(",");
  const isDepleted = (type: string) => depleted.includes(`${type}@${shoot.spec.region}`);
  const pool = workerPoolsOf(shoot.spec).find(({ machine, minimum }) => minimum !== 0 && isDepleted(machine.type));
  if (pool === undefined) return undefined;
  const code = "ERR_INFRA_RESOURCES_DEPLETED";
  return { task: workersReadyTask, codes: [code], message: `${messageOfErrorCode(code)} ${pool.machine.type}` };
}
