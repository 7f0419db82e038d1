import "server-only";
import { sha256Of } from "#garden/gardener/controllers/machines/pool-machines.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { coreRules, type WorkloadBuilder, type WorkloadObject } from "./build-workload.ts";
import type { CertificateBundles } from "./certificate-bundles.ts";
import { apiServices, cronJobs, jobs, services, volumeClaims, volumes } from "./workload-kinds.ts";

export interface WorkloadInput {
  readonly shoot: Shoot;
  readonly build: WorkloadBuilder;
  readonly bundles: CertificateBundles;
  readonly nowMs: number;
}

/** What every cluster with Nodes has: Gardener's own webhook and API, and applications that survive any update. */
export function soundWorkload(input: WorkloadInput): readonly WorkloadObject[] {
  const chosen = sha256Of(input.shoot.status?.uid ?? "", "applications").readUInt8(0);
  const optional = [website, cache, certificates, nightlyReport].filter((_, index) => (chosen & (1 << index)) !== 0);
  return [...systemObjects(input), ...[ingress, api, ...optional].flatMap((application) => application(input))];
}

/** Services and APIs of the control plane, which clusters without Nodes have too. */
export function controlPlaneObjects({ build }: WorkloadInput): readonly WorkloadObject[] {
  const ports = [{ name: "https", port: 443, protocol: "TCP", targetPort: 443 }];
  const place = { namespace: "default", name: "kubernetes" };
  return [
    build.object(
      services,
      place,
      { spec: { type: "ClusterIP", clusterIP: "100.64.0.1", ports } },
      { labels: { component: "apiserver" } },
    ),
  ];
}

function systemObjects({ shoot, build, bundles }: WorkloadInput): readonly WorkloadObject[] {
  const technicalID = shoot.status?.technicalID ?? shoot.metadata.name;
  return [
    build.service("kube-system", "kube-dns", "coredns", 53),
    build.service("kube-system", "metrics-server"),
    build.object(
      apiServices,
      { name: "v1beta1.metrics.k8s.io" },
      {
        spec: {
          caBundle: bundles.valid,
          group: "metrics.k8s.io",
          groupPriorityMinimum: 100,
          service: { namespace: "kube-system", name: "metrics-server", port: 443 },
          version: "v1beta1",
          versionPriority: 100,
        },
      },
    ),
    build.webhook("mutating", "gardener-resource-manager-shoot", {
      labels: { app: "gardener-resource-manager", "remediation.webhook.shoot.gardener.cloud/exclude": "true" },
      name: "projected-token-mount.resources.gardener.cloud",
      clientConfig: {
        caBundle: bundles.valid,
        url: `https://gardener-resource-manager.${technicalID}/webhooks/mount-projected-service-account-token`,
      },
      namespaceSelector: {
        matchExpressions: [{ key: "gardener.cloud/purpose", operator: "In", values: ["kube-system"] }],
      },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"], scope: "*" }],
    }),
  ];
}

function ingress({ build }: WorkloadInput): readonly WorkloadObject[] {
  return [
    build.deployment("ingress", "ingress-controller", { replicas: 2 }),
    build.service("ingress", "ingress-controller"),
    build.budget("ingress", "ingress-controller", "ingress-controller", { maxUnavailable: 1 }),
  ];
}

function api({ build }: WorkloadInput): readonly WorkloadObject[] {
  return [
    build.deployment("apps", "api", { replicas: 3 }),
    build.service("apps", "api", "api", 8080),
    build.budget("apps", "api", "api", { minAvailable: 2 }),
  ];
}

function website({ build }: WorkloadInput): readonly WorkloadObject[] {
  return [
    build.deployment("apps", "website", { replicas: 2, image: "website:2026.8" }),
    build.service("apps", "website", "website", 8080),
    build.budget("apps", "website", "website", { maxUnavailable: "50%" }),
  ];
}

/** Its volume is a shared file system, which is in no zone. */
function cache({ build }: WorkloadInput): readonly WorkloadObject[] {
  const claimName = "cache-data";
  return [
    build.statefulSet("apps", "cache", {
      spec: { volumes: [{ name: "data", persistentVolumeClaim: { claimName } }] },
      mounts: [{ name: "data", mountPath: "/data" }],
    }),
    build.budget("apps", "cache", "cache", { maxUnavailable: 1 }),
    ...boundVolume(
      build,
      { namespace: "apps", name: claimName },
      {
        accessModes: ["ReadWriteMany"],
        nfs: { server: "files.harborline.example", path: "/cache" },
        storageClassName: "files",
      },
    ),
  ];
}

function certificates({ build, bundles }: WorkloadInput): readonly WorkloadObject[] {
  const service = { namespace: "certificates", name: "issuer-webhook", path: "/validate", port: 443 };
  return [
    build.deployment("certificates", "issuer-webhook", { replicas: 2 }),
    build.service("certificates", "issuer-webhook"),
    build.budget("certificates", "issuer-webhook", "issuer-webhook", { minAvailable: 1 }),
    build.webhook("validating", "issuer-webhook", {
      clientConfig: { caBundle: bundles.valid, service },
      namespaceSelector: {
        matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["kube-system"] }],
      },
      rules: coreRules("configmaps"),
      timeoutSeconds: 5,
    }),
  ];
}

function nightlyReport({ build, nowMs }: WorkloadInput): readonly WorkloadObject[] {
  const night = nowMs - (nowMs % dayMs) + 2 * 3_600_000;
  const lastMs = night > nowMs ? night - dayMs : night;
  const template = build.template("nightly-report", { spec: { restartPolicy: "OnFailure" } });
  const [startTime, completionTime] = [formatInstant(lastMs), formatInstant(lastMs + 90_000)];
  return [
    build.object(
      cronJobs,
      { namespace: "apps", name: "nightly-report" },
      {
        spec: {
          schedule: "0 2 * * *",
          concurrencyPolicy: "Forbid",
          suspend: false,
          jobTemplate: { spec: { template } },
        },
        status: { lastScheduleTime: startTime, lastSuccessfulTime: completionTime },
      },
    ),
    build.object(
      jobs,
      { namespace: "apps", name: `nightly-report-${Math.floor(lastMs / 60_000)}` },
      {
        spec: { backoffLimit: 6, completions: 1, parallelism: 1, template },
        status: {
          startTime,
          completionTime,
          succeeded: 1,
          conditions: [{ type: "Complete", status: "True", lastTransitionTime: completionTime }],
        },
      },
      { creationTimestamp: startTime },
    ),
  ];
}

/** Fields of a volume's spec. */
interface VolumeFields {
  readonly accessModes: readonly string[];
  readonly storageClassName: string;
  readonly [field: string]: unknown;
}

/** A claim and the volume to which it is bound. */
export function boundVolume(
  build: WorkloadBuilder,
  claim: { readonly namespace: string; readonly name: string },
  { accessModes, storageClassName, ...source }: VolumeFields,
): readonly WorkloadObject[] {
  const capacity = { storage: "20Gi" };
  const name = `pvc-${claim.namespace}-${claim.name}`;
  return [
    build.object(
      volumes,
      { name },
      {
        spec: {
          accessModes,
          capacity,
          claimRef: { apiVersion: "v1", kind: "PersistentVolumeClaim", ...claim },
          persistentVolumeReclaimPolicy: "Delete",
          storageClassName,
          ...source,
        },
        status: { phase: "Bound" },
      },
    ),
    build.object(volumeClaims, claim, {
      spec: { accessModes, resources: { requests: capacity }, storageClassName, volumeName: name },
      status: { phase: "Bound", accessModes, capacity },
    }),
  ];
}
