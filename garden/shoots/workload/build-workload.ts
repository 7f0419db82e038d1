import "server-only";
import { apiVersionOf } from "#garden/api/registry/resource-definition.ts";
import { sha256Of } from "#garden/gardener/controllers/machines/pool-machines.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { uuidOf } from "../nodes/node-object.ts";
import {
  budgets,
  deployments,
  mutatingWebhooks,
  objectOf,
  services,
  statefulSets,
  validatingWebhooks,
} from "./workload-kinds.ts";

/** An object of a workload with the resource by which it is stored. */
export interface WorkloadObject {
  readonly resource: KubeResource;
  readonly object: KubeObject;
}

interface Place {
  readonly namespace?: string;
  readonly name: string;
}

interface Writer {
  readonly manager: string;
  /** API version of the write, if it is not that by which the object is served. */
  readonly apiVersion?: string;
}

interface AppOptions {
  readonly replicas?: number;
  readonly image?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  /** Fields of the Pods' spec besides the containers. */
  readonly spec?: object;
  readonly mounts?: readonly { readonly name: string; readonly mountPath: string }[];
  /** Names of the volumes of which each Pod of a StatefulSet has its own claim. */
  readonly claims?: readonly string[];
}

/** Fields of a webhook, with labels of its configuration. */
interface WebhookFields {
  readonly labels?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

export type WorkloadBuilder = ReturnType<typeof createWorkloadBuilder>;

/** Builds the objects of one cluster's workload, which are as old as the cluster. */
export function createWorkloadBuilder({ metadata, status }: Shoot) {
  const identity = status?.uid ?? metadata.uid ?? "";
  const since = metadata.creationTimestamp ?? "";

  function object(
    resource: KubeResource,
    { namespace, name }: Place,
    fields: object,
    { writers = [{ manager: "helm" }], ...meta }: Partial<ObjectMeta> & { readonly writers?: readonly Writer[] } = {},
  ): WorkloadObject {
    const uid = uuidOf(sha256Of(identity, resource.kind, namespace ?? "", name));
    const managedFields = writers.map(({ manager, apiVersion = apiVersionOf(resource) }) => ({
      manager,
      operation: "Update",
      apiVersion,
      time: since,
      fieldsType: "FieldsV1",
      fieldsV1: Object.fromEntries(Object.keys(fields).map((field) => [`f:${field}`, {}])),
    }));
    const scope = namespace === undefined ? {} : { namespace };
    const full = { name, ...scope, uid, creationTimestamp: since, generation: 1, ...meta, managedFields };
    return { resource, object: objectOf(resource, full, fields) };
  }

  function template(name: string, { image, annotations, labels, spec, mounts }: AppOptions): object {
    return {
      metadata: { labels: { app: name, ...labels }, ...(annotations ? { annotations } : {}) },
      spec: {
        containers: [
          {
            name,
            image: `registry.harborline.example/${image ?? `${name}:1.8.2`}`,
            resources: { requests: { cpu: "50m", memory: "64Mi" } },
            ...(mounts ? { volumeMounts: mounts } : {}),
          },
        ],
        restartPolicy: "Always",
        ...spec,
      },
    };
  }

  return {
    since,
    object,
    template,
    deployment: (namespace: string, name: string, options: AppOptions = {}): WorkloadObject =>
      object(
        deployments,
        { namespace, name },
        {
          spec: {
            replicas: options.replicas ?? 2,
            selector: { matchLabels: { app: name } },
            template: template(name, options),
          },
        },
        { labels: { app: name } },
      ),
    statefulSet: (namespace: string, name: string, options: AppOptions = {}): WorkloadObject =>
      object(
        statefulSets,
        { namespace, name },
        {
          spec: {
            replicas: options.replicas ?? 3,
            serviceName: name,
            selector: { matchLabels: { app: name } },
            template: template(name, options),
            ...(options.claims
              ? { volumeClaimTemplates: options.claims.map((volume) => ({ metadata: { name: volume } })) }
              : {}),
          },
        },
        { labels: { app: name } },
      ),
    /** @param port Of the Service and of the Pods that it selects by the label `app`. */
    service: (namespace: string, name: string, app = name, port = 443): WorkloadObject => {
      const digest = sha256Of(identity, namespace, name);
      const clusterIP = `100.${64 + (digest.readUInt8(0) & 15)}.${digest.readUInt8(1)}.${1 + (digest.readUInt8(2) % 250)}`;
      return object(
        services,
        { namespace, name },
        {
          spec: {
            type: "ClusterIP",
            clusterIP,
            selector: { app },
            ports: [{ port, protocol: "TCP", targetPort: port }],
          },
          status: { loadBalancer: {} },
        },
      );
    },
    /** @param app Undefined selects all Pods of the namespace. */
    budget: (namespace: string, name: string, app: string | undefined, allowance: object): WorkloadObject =>
      object(
        budgets,
        { namespace, name },
        {
          spec: { selector: app === undefined ? {} : { matchLabels: { app } }, ...allowance },
        },
      ),
    webhook: (kind: "validating" | "mutating", name: string, { labels, ...webhook }: WebhookFields): WorkloadObject =>
      object(
        kind === "mutating" ? mutatingWebhooks : validatingWebhooks,
        { name },
        {
          webhooks: [
            {
              name: `${name}.harborline.example`,
              admissionReviewVersions: ["v1"],
              failurePolicy: "Fail",
              matchPolicy: "Equivalent",
              namespaceSelector: {},
              objectSelector: {},
              sideEffects: "None",
              timeoutSeconds: 10,
              ...(kind === "mutating" ? { reinvocationPolicy: "Never" } : {}),
              ...webhook,
            },
          ],
        },
        labels ? { labels } : {},
      ),
  };
}

/** Rules of a webhook that is called when objects of the core group are created or changed. */
export function coreRules(...resources: readonly string[]): readonly object[] {
  return [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources, scope: "*" }];
}
