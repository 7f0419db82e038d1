import "server-only";
import {
  atomic,
  duration,
  flag,
  flags,
  integer,
  keyedList,
  labels,
  list,
  map,
  number,
  object,
  open,
  quantity,
  type Schema,
  text,
  texts,
} from "#garden/api/schema/schema.ts";
import { clusterAutoscaler, kubelet } from "./kubelet.ts";

const featureGates = flags("Feature gates by name.");
const seconds = (description: string): Schema => ({ type: "integer", format: "int64", description });

const autoscaling = object("How the component is scaled.", {
  minAllowed: map("The least resources that are requested.", quantity("A quantity.")),
});
const etcd = (description: string): Schema => object(description, { autoscaling });

const apiServer = object("Settings of the kube-apiserver.", {
  featureGates,
  admissionPlugins: keyedList(
    "Admission plugins beside those that Gardener manages.",
    "name",
    object(
      "One plugin.",
      {
        name: text("Name of the plugin."),
        config: open("Configuration of the plugin."),
        disabled: flag("Whether the plugin is off."),
        kubeconfigSecretName: text("A Secret with the kubeconfig of the plugin."),
      },
      ["name"],
    ),
  ),
  apiAudiences: texts("Audiences of which tokens must have one."),
  auditConfig: object("Audit settings.", {
    auditPolicy: object("The audit policy.", {
      configMapRef: atomic(
        object("The ConfigMap that holds the policy.", {
          kind: text("Kind of the object."),
          namespace: text("Namespace of the object."),
          name: text("Name of the object."),
          uid: text("UID of the object."),
          apiVersion: text("API version of the object."),
          resourceVersion: text("Version of the object."),
          fieldPath: text("Part of the object."),
        }),
      ),
    }),
  }),
  oidcConfig: object("Deprecated: settings of an OpenID Connect provider.", {
    caBundle: text("Certificates of the issuer."),
    clientAuthentication: open("Deprecated: settings of a client."),
    clientID: text("The client that tokens must be for."),
    groupsClaim: text("The claim with the groups."),
    groupsPrefix: text("What is put before the groups."),
    issuerURL: text("The issuer."),
    requiredClaims: labels("Claims that a token must have."),
    signingAlgs: texts("Allowed signing algorithms."),
    usernameClaim: text("The claim with the user name."),
    usernamePrefix: text("What is put before the user name."),
  }),
  runtimeConfig: flags("APIs that are on or off."),
  serviceAccountConfig: object("Settings of ServiceAccount tokens.", {
    issuer: text("The issuer that tokens name."),
    extendTokenExpiration: flag("Whether injected tokens live longer."),
    maxTokenExpiration: duration("The longest life of a token."),
    acceptedIssuers: texts("Other issuers whose tokens are accepted."),
  }),
  watchCacheSizes: object("Sizes of the watch caches.", {
    default: integer("The size of caches that are not named."),
    resources: list(
      "Sizes by resource.",
      object("One cache.", { apiGroup: text("API group."), resource: text("Plural."), size: integer("Size.") }),
    ),
  }),
  requests: object("Limits of requests in flight.", {
    maxNonMutatingInflight: integer("The most reading requests at once."),
    maxMutatingInflight: integer("The most writing requests at once."),
  }),
  enableAnonymousAuthentication: flag("Deprecated: whether requests without credentials are served."),
  eventTTL: duration("How long events are kept."),
  logging: object("Log levels.", {
    verbosity: integer("The log level."),
    httpAccessVerbosity: integer("Of accesses."),
  }),
  defaultNotReadyTolerationSeconds: seconds("How long pods stay on a node that is not ready."),
  defaultUnreachableTolerationSeconds: seconds("How long pods stay on a node that is unreachable."),
  encryptionConfig: object("What is encrypted at rest beside Secrets.", {
    resources: texts("Resources as plural or plural.group."),
    provider: object("How it is encrypted.", { type: text("aescbc, aesgcm or secretbox.") }),
  }),
  structuredAuthentication: object("Authentication by a configuration file.", {
    configMapName: text("The ConfigMap that holds the configuration."),
  }),
  structuredAuthorization: object("Authorization by a configuration file.", {
    configMapName: text("The ConfigMap that holds the configuration."),
    kubeconfigs: list(
      "Kubeconfigs of the webhooks.",
      object("One webhook.", { authorizerName: text("Name of the authorizer."), secretName: text("Its Secret.") }),
    ),
  }),
  autoscaling,
});

const controllerManager = object("Settings of the kube-controller-manager.", {
  featureGates,
  horizontalPodAutoscaler: object("Settings of the horizontal pod autoscaler.", {
    cpuInitializationPeriod: duration("How long a ready pod counts as starting."),
    downscaleStabilization: duration("The window of which the highest recommendation is taken."),
    initialReadinessDelay: duration("How long a pod counts as not yet ready."),
    syncPeriod: duration("How often pods are counted."),
    tolerance: number("The smallest deviation that scales."),
  }),
  nodeCIDRMaskSize: integer("The mask size of a node's range; it cannot be changed."),
  nodeCIDRMaskSizeIPv6: integer("The mask size of a node's IPv6 range."),
  podEvictionTimeout: duration("Deprecated: use the toleration seconds of the kube-apiserver."),
  nodeMonitorGracePeriod: duration("How long a node may be silent before it is unhealthy."),
});

const verticalPodAutoscaler = object(
  "Settings of the vertical pod autoscaler.",
  {
    enabled: flag("Whether it is deployed."),
    featureGates,
    evictAfterOOMThreshold: duration("How soon after its start a pod out of memory is evicted."),
    evictionRateBurst: integer("How many pods are evicted at once."),
    evictionRateLimit: number("Evictions a second; 0 or less means no limit."),
    evictionTolerance: number("The fraction of replicas that may be evicted."),
    recommendationMarginFraction: number("The margin that is added to a recommendation."),
    updaterInterval: duration("How often the updater runs."),
    recommenderInterval: duration("How often metrics are read."),
    targetCPUPercentile: number("The percentile of CPU usage that is recommended."),
    recommendationLowerBoundCPUPercentile: number("The percentile of the lower bound of CPU."),
    recommendationUpperBoundCPUPercentile: number("The percentile of the upper bound of CPU."),
    targetMemoryPercentile: number("The percentile of memory usage that is recommended."),
    recommendationLowerBoundMemoryPercentile: number("The percentile of the lower bound of memory."),
    recommendationUpperBoundMemoryPercentile: number("The percentile of the upper bound of memory."),
    cpuHistogramDecayHalfLife: duration("After how long a CPU sample weighs half."),
    memoryHistogramDecayHalfLife: duration("After how long a memory sample weighs half."),
    memoryAggregationInterval: duration("The interval of which the peak of memory is taken."),
    memoryAggregationIntervalCount: seconds("How many of those intervals are looked at."),
    recommenderUpdateWorkerCount: seconds("How many recommendations are made at once."),
  },
  ["enabled"],
);

/** spec.kubernetes. */
export const kubernetes: Schema = object("The version and settings of Kubernetes.", {
  version: text("The Kubernetes version; admission completes it where it is partial."),
  kubeAPIServer: apiServer,
  kubeControllerManager: controllerManager,
  kubeScheduler: object("Settings of the kube-scheduler.", {
    featureGates,
    kubeMaxPDVols: text("The most volumes on a node."),
    profile: text("balanced or bin-packing."),
  }),
  kubeProxy: object("Settings of the kube-proxy.", {
    featureGates,
    mode: text("IPTables, IPVS or NFTables."),
    enabled: flag("Whether it is deployed."),
  }),
  kubelet,
  clusterAutoscaler,
  verticalPodAutoscaler,
  etcd: object("Settings of the etcds.", { main: etcd("The main etcd."), events: etcd("The etcd of events.") }),
});
