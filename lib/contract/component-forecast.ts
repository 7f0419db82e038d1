import * as z from "zod/mini";

/** Instant in epoch milliseconds, as in the policy core: a text format would lose fractions of a millisecond. */
const at = z.number();

export const versionedComponentSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("control-plane") }),
  z.object({ kind: z.enum(["pool-kubernetes", "pool-image"]), pool: z.string() }),
]);

const confidence = z.enum(["dated", "conditional", "unknown"]);
const updateStep = z.enum(["patch", "minor", "major"]);

const notCause = z.discriminatedUnion("code", [
  z.object({ code: z.enum(["expiry-of-current", "kubernetes-expiry"]), version: z.string(), at }),
  z.object({ code: z.literal("automatic-update"), enabled: z.boolean() }),
  z.object({ code: z.literal("deprecation"), version: z.string() }),
]);

const misfit = z.enum(["architecture", "capabilities", "container-runtime", "kubelet-version", "in-place-update"]);

const leaveReason = z.discriminatedUnion("code", [
  z.object({ code: z.literal("expired"), expiredAt: z.exactOptional(at) }),
  z.object({ code: z.literal("not-in-profile") }),
  z.object({ code: z.literal("does-not-fit"), misfits: z.array(misfit) }),
]);

const notBecause = z.array(notCause);
const targetClassification = z.string();

const stepCause = z.discriminatedUnion("code", [
  z.object({ code: z.literal("auto-newer-patch"), targetClassification, notBecause }),
  z.object({
    code: z.literal("auto-image"),
    step: updateStep,
    strategy: z.string(),
    targetClassification,
    notBecause,
  }),
  z.object({
    code: z.enum(["expired", "not-in-profile"]),
    leave: leaveReason,
    targetClassification,
    notBecause,
  }),
  z.object({
    code: z.literal("forced-next-minor"),
    leave: leaveReason,
    step: updateStep,
    targetClassification,
    notBecause,
  }),
  z.object({ code: z.literal("pool-follows-control-plane"), notBecause }),
  z.object({
    code: z.literal("capped-by-control-plane"),
    leave: z.exactOptional(leaveReason),
    controlPlane: z.string(),
    notBecause,
  }),
]);

const specField = z.enum([
  "addons",
  "cloudProfileName",
  "dns.providers[].secretName",
  "kubernetes.clusterAutoscaler.maxEmptyBulkDelete",
  "kubernetes.enableStaticTokenKubeconfig",
  "kubernetes.kubeAPIServer.enableAnonymousAuthentication",
  "kubernetes.kubeAPIServer.oidcConfig",
  "kubernetes.kubeAPIServer.oidcConfig.clientAuthentication",
  "kubernetes.kubeAPIServer.watchCacheSizes.default",
  "kubernetes.kubeControllerManager.podEvictionTimeout",
  "kubernetes.kubeScheduler.kubeMaxPDVols",
  "kubernetes.kubelet.memorySwap.swapBehavior",
  "kubernetes.kubelet.systemReserved",
  "provider.workers[].maximum",
  "secretBindingName",
]);

/** Field that a maintenance run removes from the spec or sets to another value. */
export const specCleanupSchema = z.object({
  field: specField,
  effect: z.enum(["removed", "replaced", "moved", "changed"]),
});

const stepEffect = z.object({
  kind: z.enum(["control-plane-only", "kubelet-restart", "node-roll", "in-place-update"]),
  pools: z.array(z.string()),
  maximumNodes: z.exactOptional(z.number()),
});

const stepFields = z.object({
  from: z.string(),
  to: z.string(),
  kind: z.enum(["auto", "forced"]),
  cause: stepCause,
  earliestAt: at,
  latestAt: z.exactOptional(at),
  path: z.enum(["both", "early", "late"]),
  effects: z.array(stepEffect),
  cleanups: z.array(specCleanupSchema),
  confidence,
});

const remedy = z.discriminatedUnion("code", [
  z.object({ code: z.enum(["change-image", "change-pool", "correct-spec", "correct-profile"]) }),
  z.object({ code: z.literal("add-kubernetes-minor"), minor: z.string() }),
  z.object({ code: z.literal("end-preview"), version: z.string(), at: z.exactOptional(at) }),
  z.object({ code: z.enum(["add-image-version", "change-update-strategy"]), image: z.string() }),
  z.object({ code: z.literal("add-machine-type"), machineType: z.string() }),
  z.object({ code: z.literal("postpone-expiry"), version: z.string() }),
  z.object({ code: z.enum(["update-pool", "update-image", "finish-in-place-update"]), pool: z.string() }),
  z.object({ code: z.literal("remove-field"), field: z.string() }),
  z.object({ code: z.literal("lower-minimums"), limit: z.number() }),
  z.object({ code: z.literal("raise-node-limit"), nodes: z.number() }),
  z.object({ code: z.literal("wait-for-stage"), version: z.string(), at }),
]);

const period = { fromAt: at, byAt: z.exactOptional(at), untilAt: z.exactOptional(at) };

const deadEnd = z.object({
  ...period,
  code: z.enum([
    "no-next-minor",
    "preview-only",
    "highest-minor",
    "image-end-of-life",
    "newest-image",
    "no-higher-image",
    "image-does-not-fit",
    "image-not-in-profile",
    "machine-type-not-in-profile",
    "image-missing",
    "version-unreadable",
    "profile-unreadable",
  ]),
  version: z.string(),
  becauseOfPool: z.exactOptional(z.string()),
  sign: z.enum(["reported-as-failed", "whole-run-refused", "silent"]),
  remedies: z.array(remedy),
  confidence,
});

const poolViolation = z.enum([
  "DOWNGRADE",
  "SKIPS_MINOR",
  "ABOVE_CONTROL_PLANE",
  "SKEW",
  "VERSION_NOT_LISTED",
  "INPLACE_UPDATE_PENDING",
  "IMAGE_NOT_LISTED",
  "IMAGE_ARCHITECTURE",
  "IMAGE_INACTIVE",
  "IMAGE_INPLACE",
  "IMAGE_DOWNGRADE",
  "IMAGE_KUBELET_CONSTRAINT",
]);

/** Error with which the API server would refuse a maintenance run. */
export const runViolationSchema = z.discriminatedUnion("scope", [
  z.object({
    scope: z.literal("control-plane"),
    code: z.enum(["DOWNGRADE", "SKIPS_MINOR", "VERSION_NOT_LISTED"]),
  }),
  z.object({ scope: z.literal("pool"), pool: z.string(), code: poolViolation }),
  z.object({ scope: z.literal("field"), field: specField, code: z.literal("REFUSED") }),
  z.object({ scope: z.literal("limits"), code: z.literal("MAX_NODES_TOTAL"), nodes: z.number(), limit: z.number() }),
]);

/** Step of one component in a maintenance run that the API server would refuse. */
export const attemptedStepSchema = z.object({ lane: versionedComponentSchema, from: z.string(), to: z.string() });

export const runRejectionSchema = z.object({
  ...period,
  code: z.literal("rejected-by-dry-run"),
  violations: z.array(runViolationSchema),
  attempted: z.array(attemptedStepSchema),
  sign: z.literal("whole-run-refused"),
  remedies: z.array(remedy),
  confidence,
});

/** Forecast of one component (control plane, or a pool's Kubernetes or image version), named as in lib/policy. */
export const componentForecastSchema = z.object({
  id: versionedComponentSchema,
  version: z.string(),
  image: z.exactOptional(z.string()),
  followsControlPlane: z.boolean(),
  hops: z.array(stepFields),
  deadEnds: z.array(deadEnd),
  finalVersions: z.array(z.string()),
});
