import { conditionOverridesAnnotation } from "#garden/gardener/controllers/client/injected-failures.ts";
import { newestGardenerRelease, parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { type ConstraintType, constraintRules, constraintTypesAt } from "#lib/policy/status/constraints.ts";
import type { ShootVariation } from "../plan/shoot-plan.ts";
import { upsertConditionByType, withAnnotations, withStatus } from "./edit.ts";

interface Finding {
  readonly type: string;
  readonly status: "False" | "Unknown" | "Progressing" | "True";
  readonly reason: string;
  readonly message: string;
  readonly minutes: number;
  readonly codes?: readonly string[];
}

const finding =
  (list: "conditions" | "constraints", { minutes, ...found }: Finding): ShootVariation =>
  (shoot, time) => {
    const lastUpdateTime = time.minutesAgo(Math.min(minutes, 2));
    const entry = { ...found, lastTransitionTime: time.minutesAgo(minutes), lastUpdateTime };
    const held = shoot.metadata.annotations?.[conditionOverridesAnnotation];
    const hold = `${found.type}:${found.status}`;
    return withAnnotations(withStatus(shoot, { [list]: upsertConditionByType(shoot.status?.[list], entry) }), {
      [conditionOverridesAnnotation]: held ? `${held},${hold}` : hold,
    });
  };

/** Adds a condition with the given status. An annotation keeps the simulated care controller from resetting it. */
export const withFailingCondition = (entry: Finding): ShootVariation => finding("conditions", entry);
/** Adds a constraint with a status; an annotation keeps the simulated care controller from resetting it to True. */
const constraint = (entry: Finding): ShootVariation => finding("constraints", entry);

const ailing =
  (type: string, reason: string, message: string, status: Finding["status"] = "False") =>
  (minutes: number): ShootVariation =>
    withFailingCondition({ type, reason, message, status, minutes });

export const apiServerDown = ailing(
  "APIServerAvailable",
  "HealthzRequestFailed",
  'Request to API server /healthz endpoint failed: Get "https://kube-apiserver:443/healthz": dial tcp: i/o timeout',
);
export const etcdUnhealthy = ailing(
  "ControlPlaneHealthy",
  "EtcdUnhealthy",
  'Etcd extension resource "etcd-main" is unhealthy: 1 of 3 members is not ready, the database is 92 % full',
);
export const controlPlaneProgressing = ailing(
  "ControlPlaneHealthy",
  "DeploymentUnhealthy",
  'Deployment "kube-controller-manager" is unhealthy: condition "Available" has invalid status False',
  "Progressing",
);
export const prometheusDown = ailing(
  "ObservabilityComponentsHealthy",
  "PrometheusHealthCheckDown",
  'There are health issues in Prometheus pod "prometheus-shoot-0". Access Prometheus UI and query for "healthcheck" for more details.',
);
export const tunnelBroken = ailing(
  "SystemComponentsHealthy",
  "TunnelConnectionBroken",
  "Tunnel connection has not been established",
);
export const coreDnsUnhealthy = ailing(
  "SystemComponentsHealthy",
  "ManagedResourceUnhealthy",
  'ManagedResource "shoot-core-coredns" is unhealthy: Deployment "coredns": 0 of 2 replicas are available',
);
export const systemComponentsUnknown = ailing(
  "SystemComponentsHealthy",
  "ConditionCheckError",
  "could not check: unable to get the API server's discovery information",
  "Unknown",
);

/** A Shoot with unhealthy nodes in one pool. */
export const nodesNotReady = (pool: string, minutes: number): ShootVariation =>
  ailing(
    "EveryNodeReady",
    "NodeUnhealthy",
    `Node "shoot--${pool}-z1-6f9c4-x8k2p" in worker group "${pool}" is unhealthy: condition "DiskPressure" has invalid status True. Reason: KubeletHasDiskPressure`,
  )(minutes);

/** A Node whose kubelet has stopped to report. */
export const nodeLost = (pool: string, minutes: number): ShootVariation =>
  ailing(
    "EveryNodeReady",
    "NodeUnhealthy",
    `Node "shoot--${pool}-z2-6f9c4-q7m4d" in worker group "${pool}" is unhealthy: condition "Ready" has invalid status Unknown. Reason: NodeStatusUnknown`,
  )(minutes);

export const nodesMissing = (pool: string, minutes: number, codes: readonly string[]): ShootVariation =>
  withFailingCondition({
    type: "EveryNodeReady",
    status: "False",
    reason: "MissingNodes",
    message: `Not enough worker nodes registered in worker pool "${pool}" to meet minimum desired machine count. (2/5).`,
    minutes,
    codes,
  });

export const nodesRollingOut = (pool: string, minutes: number): ShootVariation => {
  const message = `Worker pool "${pool}" is being rolled out: 4 of 9 machines are updated`;
  return ailing("EveryNodeReady", "NodesRollOutScalingUp", message, "Progressing")(minutes);
};

export const problematicWebhook = (minutes: number): readonly ShootVariation[] =>
  ["HibernationPossible", "MaintenancePreconditionsSatisfied"].map((type) =>
    constraint({
      type,
      status: "False",
      reason: "ProblematicWebhooks",
      message:
        'ValidatingWebhookConfiguration "compliance-agent" is problematic: webhook "pods.compliance-agent.harborline.example" with failurePolicy "Fail" and 30s timeout might prevent worker nodes from properly joining the shoot cluster',
      minutes,
      codes: ["ERR_PROBLEMATIC_WEBHOOK"],
    }),
  );

const limited =
  (type: string, reason: string, message: string) =>
  (minutes: number): ShootVariation =>
    constraint({ type, reason, message, status: "False", minutes });

export const caExpiring = limited(
  "CACertificateValiditiesAcceptable",
  "ExpiringCACertificates",
  "Some CA certificates expire in less than one year: ca, ca-client, ca-kubelet",
);
export const problematicConversionWebhooks = limited(
  "CRDsWithProblematicConversionWebhooks",
  "CRDsWithProblematicConversionWebhooks",
  "Some CRDs in your cluster have multiple stored versions present and have a conversion webhook configured: routes.shipping.harborline.example",
);
/** Adds the ignored-ManagedResources constraint under its name in the gardenlet release, if that release has it. */
export const managedResourcesIgnored =
  (minutes: number): ShootVariation =>
  (shoot, time) => {
    const edition = parseGardenerRelease(shoot.status?.gardener?.version) ?? newestGardenerRelease;
    const isMeant = (type: ConstraintType) => constraintRules[type].consequence === "managed-resources-ignored";
    const type = constraintTypesAt(edition).find(isMeant);
    if (type === undefined) return shoot;
    const message =
      "Some ManagedResources have been annotated with resources.gardener.cloud/ignore=true, meaning their reconciliation is disabled: shoot-core-metrics-server";
    return limited(type, "ManagedResourcesIgnored", message)(minutes)(shoot, time);
  };
export const failedMachinesPreserved = limited(
  "PreservedFailedMachinesAbsent",
  "FailedMachinesPreserved",
  '2 failed machines are preserved for analysis and block the roll-out of worker pool "batch"',
);
export const automaticRotationImpossible = limited(
  "AutomaticCredentialsRotationPossible",
  "MaintenanceWindowDuringHibernation",
  "The next maintenance window lies in a time for which the shoot is hibernated; credentials cannot be rotated",
);
