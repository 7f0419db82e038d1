import type { LastError } from "#lib/garden/condition.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { retrySuffix } from "#lib/policy/status/operation-outcome.ts";

/** Annotation `<task>:<code>` on a Shoot: its flow fails at this task with this error code (can be empty). */
export const failTaskAnnotation = "almanac.garden/fail";
/** Annotation `<task>` on a Shoot: its flow does not continue after this task while the annotation exists. */
export const waitInTaskAnnotation = "almanac.garden/wait";
/** Comma-separated `<condition or constraint type>:<status>` annotation; the care controller reports these statuses. */
export const conditionOverridesAnnotation = "almanac.garden/hold";

/** Annotation with a comma-separated list of pools whose nodes have all been updated by manual in-place updates. */
export const updatedPoolsAnnotation = "almanac.garden/updated-pools";

/** Annotation listing node versions that await a manual in-place update: `<pool>:<kubernetes>:<image version>,…`. */
export const outdatedNodesAnnotation = "almanac.garden/nodes-run";

/** Annotation on a Seed: the time since which its simulated gardenlet does nothing and reports nothing. */
export const silentGardenletAnnotation = "almanac.garden/silent-since";

/** Whether the simulated gardenlet of the Seed is stopped by annotation. */
export function isGardenletSilent(seed: Pick<Seed, "metadata"> | undefined): boolean {
  return seed?.metadata.annotations?.[silentGardenletAnnotation] !== undefined;
}

export interface TaskFailure {
  readonly task: string;
  readonly codes: readonly string[];
  readonly message: string;
}

const messages: Readonly<Record<string, string>> = {
  ERR_INFRA_UNAUTHENTICATED:
    "error during reconciliation: InvalidClientTokenId: The security token included in the request is invalid (status code 403)",
  ERR_INFRA_UNAUTHORIZED:
    "error during reconciliation: UnauthorizedOperation: You are not authorized to perform this operation: ec2:CreateNatGateway",
  ERR_INFRA_QUOTA_EXCEEDED:
    "error during reconciliation: VcpuLimitExceeded: You have requested more vCPU capacity than your current limit of 256 allows for the instance bucket",
  ERR_INFRA_RATE_LIMITS_EXCEEDED:
    "error during reconciliation: RequestLimitExceeded: Request limit exceeded, account has been throttled",
  ERR_INFRA_DEPENDENCIES:
    "error during reconciliation: DependencyViolation: The subnet has dependencies and cannot be deleted: load balancer a41f0 is still attached",
  ERR_RETRYABLE_INFRA_DEPENDENCIES:
    "error during reconciliation: network interface is still in use by a load balancer that is being deleted",
  ERR_INFRA_RESOURCES_DEPLETED:
    "machine creation failed: InsufficientInstanceCapacity: The zone has no more capacity for the requested machine type",
  ERR_CLEANUP_CLUSTER_RESOURCES:
    "failed to clean up: 2 objects still exist: /v1/persistentvolumeclaims warehouse/orders-data-0, warehouse/orders-data-1",
  ERR_CONFIGURATION_PROBLEM:
    "admission webhook denied the request: spec.networks.vpc.id: vpc-0c9f81 does not exist in region eu-central-1",
  ERR_RETRYABLE_CONFIGURATION_PROBLEM:
    "error during reconciliation: DNS zone k8s.harborline.example is not yet delegated",
  ERR_PROBLEMATIC_WEBHOOK:
    "webhook policy-agent.compliance.svc with failurePolicy Fail blocks updates of kube-system/leases",
};

/** Error message of the infrastructure provider for an error code; a generic message for an unknown code. */
export function messageOfErrorCode(code: string | undefined): string {
  if (code === undefined || code === "")
    return "context deadline exceeded while waiting for the resource to become ready";
  return messages[code] ?? `the extension reported the code ${code}`;
}

export function parseTaskFailure(annotation: string | undefined): TaskFailure | undefined {
  if (!annotation) return undefined;
  const [task = "", code = ""] = annotation.split(":");
  if (task === "") return undefined;
  return { task, codes: code === "" ? [] : [code], message: messageOfErrorCode(code) };
}

function taskErrorText(fault: TaskFailure): string {
  return `task "${fault.task}" failed: ${fault.message}`;
}

export function lastErrorOf(fault: TaskFailure, at: string): LastError {
  return {
    taskID: fault.task,
    description: taskErrorText(fault),
    ...(fault.codes.length === 0 ? {} : { codes: fault.codes }),
    lastUpdateTime: at,
  };
}

/** The description of a failed operation, with a suffix if gardenlet will retry automatically. */
export function failureDescription(flowName: string, fault: TaskFailure, retried: boolean): string {
  const text = `Flow "${flowName}" encountered task errors: [${taskErrorText(fault)}]`;
  return retried ? `${text}${retrySuffix}` : text;
}

export function parseConditionOverrides(annotation: string | undefined): ReadonlyMap<string, string> {
  const holds = new Map<string, string>();
  for (const part of (annotation ?? "").split(",")) {
    const [type = "", status = ""] = part.trim().split(":");
    if (type !== "" && status !== "") holds.set(type, status);
  }
  return holds;
}
