import type { LabelSelector } from "#lib/kube/label-selector.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { Condition, LastError, LastOperation } from "./condition.ts";

/**
 * Shoot as the garden's API returns it (core.gardener.cloud/v1beta1), with only the fields that Almanac reads. Fields
 * that Gardener marks as optional, and everything in `status`, may be missing; arrays may be null.
 */
export interface Shoot extends KubeObject {
  readonly spec: ShootSpec;
  readonly status?: ShootStatus | null;
}

export interface ShootSpec {
  readonly purpose?: string;
  readonly region?: string;
  readonly cloudProfileName?: string | null;
  readonly cloudProfile?: CloudProfileReference | null;
  readonly secretBindingName?: string | null;
  readonly credentialsBindingName?: string | null;
  readonly seedName?: string | null;
  readonly seedSelector?: LabelSelector | null;
  readonly schedulerName?: string | null;
  readonly exposureClassName?: string | null;
  readonly kubernetes: ShootKubernetes;
  readonly provider: ShootProvider;
  readonly hibernation?: Hibernation | null;
  readonly maintenance?: Maintenance | null;
  readonly tolerations?: readonly Toleration[] | null;
  readonly addons?: Readonly<Record<string, unknown>> | null;
  readonly dns?: ShootDns | null;
  readonly networking?: ShootNetworking | null;
  readonly systemComponents?: Readonly<Record<string, unknown>> | null;
  readonly controlPlane?: Readonly<Record<string, unknown>> | null;
  readonly accessRestrictions?: readonly { readonly name: string }[] | null;
}

export interface CloudProfileReference {
  /** Kind of the profile: `CloudProfile` (also when missing) or `NamespacedCloudProfile`. */
  readonly kind?: string;
  readonly name: string;
}

export interface ShootKubernetes {
  readonly version: string;
  readonly kubeAPIServer?: KubeAPIServerConfig | null;
  readonly kubeControllerManager?: Readonly<Record<string, unknown>> | null;
  readonly kubeScheduler?: Readonly<Record<string, unknown>> | null;
  readonly kubeProxy?: Readonly<Record<string, unknown>> | null;
  readonly kubelet?: Readonly<Record<string, unknown>> | null;
  readonly clusterAutoscaler?: Readonly<Record<string, unknown>> | null;
  readonly verticalPodAutoscaler?: Readonly<Record<string, unknown>> | null;
  readonly enableStaticTokenKubeconfig?: boolean | null;
}

export interface KubeAPIServerConfig {
  readonly encryptionConfig?: {
    readonly resources?: readonly string[] | null;
    readonly provider?: { readonly type?: string } | null;
  } | null;
  readonly [field: string]: unknown;
}

export interface ShootProvider {
  readonly type: string;
  /** Worker pools of the Shoot; empty, null or missing for a workerless Shoot. */
  readonly workers?: readonly Worker[] | null;
  readonly workersSettings?: { readonly sshAccess?: { readonly enabled?: boolean } | null } | null;
  readonly infrastructureConfig?: unknown;
  readonly controlPlaneConfig?: unknown;
}

/** Worker pool of a Shoot. */
export interface Worker {
  readonly name: string;
  readonly machine: {
    readonly type: string;
    readonly architecture?: string | null;
    readonly image?: { readonly name: string; readonly version?: string | null } | null;
  };
  readonly minimum?: number;
  readonly maximum?: number;
  /** Maximum number of additional nodes during a rollout: a number or a percentage such as `25%`. */
  readonly maxSurge?: number | string | null;
  readonly maxUnavailable?: number | string | null;
  readonly zones?: readonly string[] | null;
  readonly cri?: {
    readonly name?: string;
    readonly containerRuntimes?: readonly { readonly type: string }[] | null;
  } | null;
  readonly kubernetes?: {
    readonly version?: string | null;
    readonly kubelet?: Readonly<Record<string, unknown>> | null;
  } | null;
  /** Update strategy of the pool; `AutoRollingUpdate` when missing. */
  readonly updateStrategy?: string | null;
  readonly machineControllerManager?: Readonly<Record<string, unknown>> | null;
  readonly volume?: { readonly type?: string; readonly size?: string; readonly encrypted?: boolean } | null;
  readonly labels?: Readonly<Record<string, string>> | null;
  readonly annotations?: Readonly<Record<string, string>> | null;
  readonly taints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[] | null;
  readonly caBundle?: string | null;
  readonly providerConfig?: unknown;
  readonly dataVolumes?: readonly unknown[] | null;
  readonly kubeletDataVolumeName?: string | null;
  readonly controlPlane?: Readonly<Record<string, unknown>> | null;
  readonly systemComponents?: { readonly allow?: boolean } | null;
  readonly sysctls?: Readonly<Record<string, string>> | null;
  readonly clusterAutoscaler?: Readonly<Record<string, unknown>> | null;
  readonly priority?: number | null;
}

export interface Toleration {
  readonly key: string;
  readonly value?: string | null;
}

export interface Hibernation {
  readonly enabled?: boolean | null;
  readonly schedules?: readonly HibernationSchedule[] | null;
}

/** Schedule of cron expressions in the time zone `location`, UTC when missing. */
export interface HibernationSchedule {
  readonly start?: string | null;
  readonly end?: string | null;
  readonly location?: string | null;
}

export interface Maintenance {
  readonly autoUpdate?: { readonly kubernetesVersion?: boolean; readonly machineImageVersion?: boolean | null } | null;
  /** Maintenance window. Begin and end have the format `HHMMSS±HHMM`: a fixed offset from UTC, not a time zone. */
  readonly timeWindow?: { readonly begin: string; readonly end: string } | null;
  readonly confineSpecUpdateRollout?: boolean | null;
  readonly autoRotation?: { readonly credentials?: AutoRotationCredentials | null } | null;
}

export interface AutoRotationCredentials {
  readonly sshKeypair?: { readonly rotationPeriod?: string | null } | null;
  readonly observability?: { readonly rotationPeriod?: string | null } | null;
  readonly etcdEncryptionKey?: { readonly rotationPeriod?: string | null } | null;
}

export interface ShootDns {
  readonly domain?: string | null;
  readonly providers?:
    | readonly {
        readonly type?: string | null;
        readonly secretName?: string | null;
        readonly credentialsRef?: {
          readonly apiVersion?: string | null;
          readonly kind: string;
          readonly name: string;
        } | null;
        readonly primary?: boolean | null;
      }[]
    | null;
}

export interface ShootNetworking {
  readonly type?: string | null;
  readonly pods?: string | null;
  readonly nodes?: string | null;
  readonly services?: string | null;
  readonly ipFamilies?: readonly string[] | null;
}

export interface ShootStatus {
  readonly conditions?: readonly (Condition | null)[] | null;
  readonly constraints?: readonly (Condition | null)[] | null;
  readonly gardener?: { readonly id?: string; readonly name?: string; readonly version?: string } | null;
  readonly hibernated?: boolean;
  readonly lastOperation?: LastOperation | null;
  readonly lastErrors?: readonly (LastError | null)[] | null;
  readonly lastMaintenance?: LastMaintenance | null;
  readonly observedGeneration?: number;
  readonly retryCycleStartTime?: string | null;
  readonly seedName?: string | null;
  readonly technicalID?: string;
  readonly uid?: string;
  readonly advertisedAddresses?:
    | readonly { readonly name: string; readonly url: string; readonly application?: string }[]
    | null;
  /** Ranges in use and addresses for egress traffic, as the provider extension reports them. */
  readonly networking?: ShootNetworkingStatus | null;
  readonly credentials?: ShootCredentials | null;
  readonly inPlaceUpdates?: {
    readonly pendingWorkerUpdates?: {
      readonly autoInPlaceUpdate?: readonly string[] | null;
      readonly manualInPlaceUpdate?: readonly string[] | null;
    } | null;
  } | null;
  readonly manualWorkerPoolRollout?: {
    readonly pendingWorkersRollouts?: readonly PendingWorkersRollout[] | null;
  } | null;
  readonly encryptedResources?: readonly string[] | null;
  readonly migrationStartTime?: string | null;
  readonly lastHibernationTriggerTime?: string | null;
}

export interface ShootNetworkingStatus {
  readonly pods?: readonly string[] | null;
  readonly nodes?: readonly string[] | null;
  readonly services?: readonly string[] | null;
  readonly egressCIDRs?: readonly string[] | null;
}

export interface LastMaintenance {
  readonly description?: string;
  readonly triggeredTime?: string | null;
  readonly state?: string;
  readonly failureReason?: string | null;
}

export interface PendingWorkersRollout {
  readonly name: string;
  readonly lastInitiationTime?: string | null;
}

export interface ShootCredentials {
  readonly rotation?: ShootCredentialsRotation | null;
  readonly encryptionAtRest?: {
    readonly resources?: readonly string[] | null;
    readonly provider?: { readonly type?: string } | null;
  } | null;
}

export interface ShootCredentialsRotation {
  readonly certificateAuthorities?: TwoPhaseRotation | null;
  readonly serviceAccountKey?: TwoPhaseRotation | null;
  readonly etcdEncryptionKey?: (TwoPhaseRotation & { readonly autoCompleteAfterPrepared?: boolean | null }) | null;
  readonly sshKeypair?: OneStepRotation | null;
  readonly observability?: OneStepRotation | null;
  readonly kubeconfig?: OneStepRotation | null;
}

/** Two-phase rotation status. `phase` is empty before the first one, one of Gardener's six, or newer than the build. */
export interface TwoPhaseRotation {
  readonly phase?: string;
  readonly lastInitiationTime?: string | null;
  readonly lastInitiationFinishedTime?: string | null;
  readonly lastCompletionTriggeredTime?: string | null;
  readonly lastCompletionTime?: string | null;
  readonly pendingWorkersRollouts?: readonly PendingWorkersRollout[] | null;
}

export interface OneStepRotation {
  readonly lastInitiationTime?: string | null;
  readonly lastCompletionTime?: string | null;
}
