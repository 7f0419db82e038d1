import type { LabelSelector } from "#lib/kube/label-selector.ts";

/** Why a part of a cluster could not be read. `not-asked`: the credential for it was not asked for. */
export type UnreadReason =
  | "forbidden"
  | "not-served"
  | "not-asked"
  | "too-large"
  | "timed-out"
  | "unreachable"
  | "unreadable";

/**
 * One part of a cluster. `isComplete` is false when reading stopped at a limit: what was found holds, what was not found
 * is not known. `unreadable` counts objects that are malformed and therefore left out.
 */
export type ContentsPart<Item> =
  | {
      readonly state: "read";
      readonly items: readonly Item[];
      readonly isComplete: boolean;
      readonly unreadable: number;
    }
  | { readonly state: "unread"; readonly why: UnreadReason };

export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

export interface NodeContents {
  readonly name: string;
  /** Worker pool; undefined without Gardener's label. */
  readonly pool: string | undefined;
  readonly zone: string | undefined;
  readonly isReady: boolean;
  readonly isCordoned: boolean;
  /** Types of conditions that report a problem: `MemoryPressure`, `DiskPressure`, `PIDPressure`, `NetworkUnavailable`. */
  readonly pressures: readonly string[];
}

export interface PodContents extends ObjectName {
  readonly labels: Readonly<Record<string, string>>;
  readonly phase: string;
  readonly isReady: boolean;
  readonly isTerminating: boolean;
  /** Static Pods of a Node, which no drain evicts. */
  readonly isMirror: boolean;
  readonly node: string | undefined;
  /** The object that creates the Pod again; undefined if nothing does. */
  readonly controller: { readonly kind: string; readonly name: string } | undefined;
  /** Volumes whose content is lost with the Node: `emptyDir` that is not in memory, and `hostPath` that is written. */
  readonly localVolumes: readonly string[];
  /** Annotation `cluster-autoscaler.kubernetes.io/safe-to-evict`; undefined if it has neither value. */
  readonly safeToEvict: boolean | undefined;
  /** Claims that the Pod mounts. */
  readonly claims: readonly string[];
  /** Why the Pod waits, such as `Unschedulable` or `ImagePullBackOff`; undefined if it runs or has ended. */
  readonly waiting: string | undefined;
}

export interface BudgetContents extends ObjectName {
  /** Undefined selects nothing; an empty one selects all Pods of the namespace (policy/v1). */
  readonly selector: LabelSelector | undefined;
  readonly minAvailable: string | number | undefined;
  readonly maxUnavailable: string | number | undefined;
  readonly evictsUnhealthy: boolean;
  /** From the status; undefined if the controller has not seen the newest spec. */
  readonly status:
    | {
        readonly disruptionsAllowed: number;
        readonly currentHealthy: number;
        readonly desiredHealthy: number;
        readonly expectedPods: number;
      }
    | undefined;
}

export interface WebhookRule {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
  readonly operations: readonly string[];
  /** `Cluster`, `Namespaced` or `*`. */
  readonly scope: string;
}

export interface WebhookContents {
  /** `MutatingWebhookConfiguration` or `ValidatingWebhookConfiguration`. */
  readonly kind: string;
  readonly configuration: string;
  readonly name: string;
  readonly failurePolicy: "Fail" | "Ignore";
  readonly timeoutSeconds: number;
  readonly rules: readonly WebhookRule[];
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
  readonly hasMatchConditions: boolean;
  /** The Service that is called; undefined for a URL. */
  readonly service: ObjectName | undefined;
  /** End of the certificate authority in epoch milliseconds; undefined if there is none or it cannot be read. */
  readonly caEndsAt: number | undefined;
  /** Labels of the configuration, among them Gardener's own and that of its remediator. */
  readonly labels: Readonly<Record<string, string>>;
}

export interface ServiceContents extends ObjectName {
  /** Addresses in EndpointSlices that are ready. */
  readonly readyAddresses: number;
}

export interface ApiServiceContents {
  readonly name: string;
  /** Undefined for an API that the kube-apiserver serves itself. */
  readonly service: ObjectName | undefined;
  readonly isAvailable: boolean;
  readonly message: string | undefined;
  readonly caEndsAt: number | undefined;
}

export interface WorkloadContents extends ObjectName {
  readonly kind: "Deployment" | "StatefulSet";
  /** Desired replicas. */
  readonly replicas: number;
  readonly readyReplicas: number;
}

export interface JobContents extends ObjectName {
  readonly active: number;
  /** `Never` and a back-off limit of 0 mean that an evicted Pod fails the Job. */
  readonly restartPolicy: string;
  readonly backoffLimit: number;
  /** Whether the Job's policy for failed Pods ignores a disruption. */
  readonly ignoresDisruption: boolean;
  readonly startedAt: number | undefined;
}

export interface VolumeContents {
  readonly name: string;
  readonly claim: ObjectName | undefined;
  /** Zones to which the volume is bound; empty if to none. */
  readonly zones: readonly string[];
  /** Whether it is a disk of one Node (`local`, `hostPath`). */
  readonly isLocal: boolean;
}

/** A series of `apiserver_requested_deprecated_apis`: since the API server has started, the API was requested. */
export interface RequestedApi {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** Minor release without it, as `1.25`; undefined if none is planned. */
  readonly removedRelease: string | undefined;
}

/** An object whose last writers used an API version, from `metadata.managedFields`. */
export interface ManagedObject {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly writers: readonly {
    readonly manager: string;
    /** Group and version: `policy/v1beta1`. */
    readonly api: string;
    readonly at: number | undefined;
  }[];
}

/** What a look inside a cluster has read: facts that readiness needs, never values of Secrets. */
export interface ClusterContents {
  /** Epoch milliseconds at which reading began. */
  readonly readAt: number;
  readonly nodes: ContentsPart<NodeContents>;
  readonly pods: ContentsPart<PodContents>;
  readonly budgets: ContentsPart<BudgetContents>;
  readonly webhooks: ContentsPart<WebhookContents>;
  readonly services: ContentsPart<ServiceContents>;
  /** Labels of the namespaces, by which webhooks select. */
  readonly namespaces: ContentsPart<{ readonly name: string; readonly labels: Readonly<Record<string, string>> }>;
  readonly apiServices: ContentsPart<ApiServiceContents>;
  readonly workloads: ContentsPart<WorkloadContents>;
  readonly jobs: ContentsPart<JobContents>;
  readonly volumes: ContentsPart<VolumeContents>;
  readonly requestedApis: ContentsPart<RequestedApi>;
  /** Objects of kinds that the step removes in one of their versions. */
  readonly managedObjects: ContentsPart<ManagedObject>;
}

export type ContentsPartName = Exclude<keyof ClusterContents, "readAt">;
