import * as z from "zod/mini";
import { shootDefaultsSchema } from "./landscape-configuration/landscape-configuration.ts";
import { expectedSeedSchema } from "./seeds.ts";

const name = z.string().check(z.minLength(1), z.maxLength(63));
const fieldMessage = z.object({
  /** Path in the Shoot, such as `spec.provider.workers[0].minimum`; empty for the Shoot as a whole. */
  field: z.string(),
  message: z.string(),
});

/** A machine type of a region, and the zones of the region in which it is unavailable. */
const machineTypeSchema = z.object({
  name: z.string(),
  cpu: z.string(),
  gpu: z.string(),
  memory: z.string(),
  architecture: z.string(),
  usable: z.boolean(),
  /** Size and class of the disk that belongs to the type, if it has one, such as `50Gi, standard`. */
  storage: z.exactOptional(z.string()),
  capabilities: z.exactOptional(z.record(z.string(), z.array(z.string()))),
});

const zoneSchema = z.object({
  name: z.string(),
  unavailableMachineTypes: z.array(z.string()),
  unavailableVolumeTypes: z.array(z.string()),
});

/** A CloudProfile, or a NamespacedCloudProfile of the project, as the form needs it. */
export const clusterProfileSchema = z.object({
  kind: z.enum(["CloudProfile", "NamespacedCloudProfile"]),
  name: z.string(),
  /** Infrastructure, such as `aws`. */
  type: z.string(),
  regions: z.array(
    z.object({
      name: z.string(),
      zones: z.array(zoneSchema),
      accessRestrictions: z.array(z.string()),
      /** Number of Seeds that the scheduler could choose in this region; undefined if Seeds cannot be read. */
      seeds: z.exactOptional(z.number()),
    }),
  ),
  /** Versions that a new cluster may have, newest first. */
  kubernetes: z.array(z.object({ version: z.string(), stage: z.string(), expiresAt: z.exactOptional(z.number()) })),
  machineTypes: z.array(machineTypeSchema),
  volumeTypes: z.array(z.object({ name: z.string(), class: z.string(), minSize: z.exactOptional(z.string()) })),
  images: z.array(
    z.object({
      name: z.string(),
      /** Versions that a new pool may have, newest first. */
      versions: z.array(
        z.object({
          version: z.string(),
          stage: z.string(),
          expiresAt: z.exactOptional(z.number()),
          architectures: z.array(z.string()),
          /** Names of the container runtime interfaces, such as `containerd`. */
          cris: z.array(z.string()),
          /** Types of additional container runtimes, such as `gvisor`. */
          containerRuntimes: z.array(z.string()),
          /** Kubernetes versions of the nodes that the image supports, such as `< 1.35`; undefined for all. */
          kubelets: z.exactOptional(z.string()),
        }),
      ),
    }),
  ),
  allowsZonePinning: z.boolean(),
  maxNodesTotal: z.exactOptional(z.number()),
  /**
   * Names to choose from: `floatingPools` and `loadBalancerProviders` (OpenStack), `firewallImages`, `firewallSizes` and
   * `firewallNetworks` (metal). Those of one region, or of one partition of metal, have its name behind a slash:
   * `floatingPools/eu-1`.
   */
  providerChoices: z.record(z.string(), z.array(z.string())),
});
export type ClusterProfile = z.infer<typeof clusterProfileSchema>;

/** An account of the project: a CredentialsBinding. */
const accountSchema = z.object({
  name: z.string(),
  type: z.string(),
  credentialsKind: z.string(),
  /** Number of days after which Gardener deletes clusters of this account, from a quota. */
  lifetimeDays: z.exactOptional(z.number()),
});
export type CloudAccount = z.infer<typeof accountSchema>;

/** GET /api/new-cluster?project=…: what a new cluster of the project can have; read with the user's own token. */
export const newClusterChoicesSchema = z.object({
  project: z.string(),
  namespace: z.string(),
  /** Whether the user may create Shoots in the project; undefined if the access review failed. */
  mayCreate: z.exactOptional(z.boolean()),
  /** Maximum length of the name of a cluster in this project. */
  maxNameLength: z.number(),
  takenNames: z.array(z.string()),
  /** Those on which the project has most clusters come first. */
  profiles: z.array(clusterProfileSchema),
  accounts: z.array(accountSchema),
  /** Set when the user may not list the accounts; a binding can then be named by hand. */
  accountsUnread: z.exactOptional(z.literal("forbidden")),
  /** Types that ControllerRegistrations offer, by kind, such as `{ Network: ["calico", "cilium"] }`. */
  extensionTypes: z.exactOptional(z.record(z.string(), z.array(z.string()))),
  exposureClasses: z.array(z.string()),
  /** Whether the user may choose the Seed of a cluster, as operators may; undefined if the access review failed. */
  mayChooseSeed: z.exactOptional(z.boolean()),
  /** Names of the Seeds; undefined if the user may not list them. */
  seedNames: z.exactOptional(z.array(z.string())),
  /** Names of the project's ConfigMaps, without those that Gardener keeps; undefined if the user may not list them. */
  configMaps: z.exactOptional(z.array(z.string())),
  /** Defaults of the operator; undefined if there are none. */
  operatorDefaults: z.exactOptional(shootDefaultsSchema),
  /** Number of clusters in each hour of the day (UTC) whose window begins then. */
  windows: z.object({
    project: z.array(z.number()),
    /** Undefined unless the user sees all clusters. */
    landscape: z.exactOptional(z.array(z.number())),
    /** Begin of the proposed window, as in `spec.maintenance.timeWindow.begin`. */
    proposed: z.object({ begin: z.string(), end: z.string(), why: z.string() }),
  }),
});
export type NewClusterChoices = z.infer<typeof newClusterChoicesSchema>;

/** A Shoot that does not exist yet, as JSON. */
const draft = z.record(z.string(), z.unknown());

/** POST /api/new-cluster/preview. Nothing is written. */
export const newClusterPreviewRequestSchema = z.strictObject({ project: name, shoot: draft });

/** Epoch milliseconds; `latest` is undefined for what comes only if runs begin at one end of the window. */
const intervalSchema = z.object({ earliest: z.number(), latest: z.exactOptional(z.number()) });

/** What will happen to a cluster that is created with this version: from the forecast of the imagined cluster. */
const newVersionSchema = z.object({
  version: z.string(),
  stage: z.string(),
  expiresAt: z.exactOptional(z.number()),
  /** First forced update, in epoch milliseconds; undefined if there is none within the horizon. */
  firstForced: z.exactOptional(z.object({ at: intervalSchema, to: z.string() })),
  /** First automatic update that is not forced. */
  firstAutomatic: z.exactOptional(z.object({ at: intervalSchema, to: z.string() })),
  /** When no update can go on any more, why, and how urgent that is: `open` while later versions are still to come. */
  deadEnd: z.exactOptional(
    z.object({ fromAt: z.number(), why: z.string(), urgency: z.enum(["now", "soon", "ahead", "open"]) }),
  ),
  /** Set for the version that lasts longest among the supported ones: the reason in a sentence. */
  recommended: z.exactOptional(z.string()),
  /** One sentence: until when the version lasts and what comes then. */
  sentence: z.string(),
});
export type VersionForNewCluster = z.infer<typeof newVersionSchema>;

const sizeSchema = z.object({ nodes: z.number(), cpu: z.string(), memory: z.string(), gpu: z.string() });

export const newClusterPreviewSchema = z.object({
  /** Errors that Gardener would report, from the policy core. */
  errors: z.array(fieldMessage),
  /** What cannot be checked, for example because an object is not readable. */
  unchecked: z.array(fieldMessage),
  /** Result of the garden's dry run; `not-run` when the draft has errors already, or with the reason. */
  dryRun: z.object({
    verdict: z.enum(["accepted", "refused", "not-run"]),
    message: z.exactOptional(z.string()),
    causes: z.array(fieldMessage),
    warnings: z.array(z.string()),
  }),
  /** Fields that the garden fills in, from the result of the dry run. */
  defaults: z.array(z.object({ field: z.string(), value: z.string() })),
  versions: z.array(newVersionSchema),
  /** Same for the image of each pool. */
  images: z.array(z.object({ pool: z.string(), versions: z.array(newVersionSchema) })),
  seeds: z.object({
    /** What the scheduler would do now; undefined if Seeds cannot be read. */
    expected: z.exactOptional(expectedSeedSchema),
    /** Set when the user may not list Seeds. */
    unread: z.exactOptional(z.literal("forbidden")),
    /** Whether the user sees all clusters; if not, it is unknown whether a Seed is full. */
    capacityKnown: z.boolean(),
    verdicts: z.array(
      z.object({
        name: z.string(),
        provider: z.string(),
        region: z.string(),
        usable: z.boolean(),
        /** The scheduler's filter that refuses the Seed, and why. */
        refusedBy: z.exactOptional(z.string()),
        obstacles: z.array(z.string()),
        /** Whether the scheduler refuses the Seed because it runs on another provider than the cluster. */
        isOnOtherProvider: z.boolean(),
      }),
    ),
  }),
  /** When Gardener deletes the cluster, because of a quota; counted from now. */
  lifetime: z.exactOptional(z.object({ days: z.number(), until: z.number(), quota: z.string() })),
  /** Size at the pools' minimum and maximum; undefined if a machine type is unknown. */
  size: z.exactOptional(z.object({ minimum: sizeSchema, maximum: sizeSchema })),
});
export type NewClusterPreview = z.infer<typeof newClusterPreviewSchema>;

/** POST /api/new-cluster: creates the Shoot with the user's own token. */
export const newClusterRequestSchema = z.strictObject({ project: name, shoot: draft });
export const newClusterSchema = z.object({ project: z.string(), name: z.string(), uid: z.string() });
