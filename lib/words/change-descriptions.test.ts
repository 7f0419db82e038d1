import { describe, expect, test } from "vitest";
import type { SeedExclusion } from "#lib/policy/scheduling/seed-exclusion.ts";
import type { FieldError, FieldErrorCode } from "#lib/policy/spec-validation/field-error.ts";
import { describeFieldError } from "./field-error-descriptions.ts";
import { assumptionDescriptions, impactDescriptions, impactTriggerLabels } from "./impact-descriptions.ts";
import {
  cleanupStepLabels,
  describeCleanupError,
  describeNodeReadiness,
  describeSeedExclusion,
  nodeUpdatePhaseLabels,
  portLabels,
  tlsTerminationDescriptions,
} from "./infrastructure-descriptions.ts";

/** Sample facts for each error code. The type makes the compiler report a missing code. */
const factsOfCode: { readonly [Code in FieldErrorCode]: FieldError["facts"] } = {
  DNS_PRIMARY_OF_DEFAULT_DOMAIN: { domain: "k8s.example" },
  DNS_DEFAULT_DOMAIN_FORM: { value: "two.a.k8s.example", expected: "one.a.k8s.example" },
  DNS_DOMAIN_TAKEN: { value: "one.example", cluster: "shop/eu" },
  DNS_DOMAIN_OVERLAPS: { value: "one.example", cluster: "shop/eu" },
  EXPIRATION_MALFORMED: { value: "tomorrow" },
  EXPIRATION_TOO_LATE: { quota: "trial", days: "14" },
  ISSUER_STAYS_MANAGED: {},
  ISSUER_NOT_OFFERED: {},
  ISSUER_BESIDE_MANAGED: {},
  OBJECT_NOT_FOUND: { kind: "ConfigMap", name: "audit", use: "auditPolicy", label: "" },
  OBJECT_NOT_READABLE: { kind: "Secret", name: "one", use: "resource", label: "one" },
  LIVE_MIGRATION_PROVIDERS: { from: "aws", to: "gcp" },
  LIVE_MIGRATION_RELEASE_UNKNOWN: { seed: "one" },
  LIVE_MIGRATION_RELEASES: { from: "v1.149.0", to: "v1.150.0" },
  LIVE_MIGRATION_UNMEASURED: { from: "eu", to: "us" },
  LIVE_MIGRATION_TOO_FAR: { from: "eu", to: "us", distance: "200", threshold: "180" },
  PROVIDER_RULE: { words: "must specify either a vpc id or a cidr" },
  PROVIDER_RANGE_OUTSIDE: { value: "10.1.0.0/16", range: "10.0.0.0/16", other: "networks.vpc.cidr" },
  PROVIDER_RANGES_OVERLAP: { value: "10.1.0.0/16", range: "10.0.0.0/8", other: "networking.pods" },
  PROVIDER_BLOCK_UNREADABLE: { name: "networks.vpc.cird" },
  NETWORK_RESERVED: { value: "240.1.0.0/16", range: "240.0.0.0/8" },
  K8S_VERSION_UNSET: {},
  K8S_VERSION_MALFORMED: { version: "one" },
  K8S_DOWNGRADE: { from: "1.34.1", to: "1.33.0" },
  K8S_MINOR_SKIP: { from: "1.33.0", to: "1.35.0" },
  K8S_NOT_SEMVER: { version: "1.x" },
  K8S_NO_DEFAULT: { version: "1.40" },
  K8S_NOT_OFFERED: { version: "1.40.0", offered: [] },
  POOL_NEWER_THAN_CONTROL_PLANE: { pool: "1.35.0", controlPlane: "1.34.0" },
  POOL_SKEW: { pool: "1.31.0", controlPlane: "1.35.0" },
  FIELD_NOT_SUPPORTED: { version: "1.35.0" },
  FIELD_TOO_EARLY: { version: "1.34.0" },
  WORKERLESS_FIELD: {},
  IMAGE_NOT_OFFERED: { image: "gardenlinux", version: "1.0.0", offered: [] },
  IMAGE_INVALID: { image: "gardenlinux", version: "1.0.0", reasons: ["architecture", "inactive"] },
  IMAGE_CAPABILITIES: { type: "m5.large", version: "1.0.0" },
  IMAGE_KUBELET_CONSTRAINT: { version: "1.35.0", constraint: "< 1.35" },
  IMAGE_VERSION_UNSET: {},
  IMAGE_DOWNGRADE_IN_PLACE: { from: "2.0.0", to: "1.0.0" },
  IMAGE_UNKNOWN: { image: "gardenlinux" },
  IMAGE_NONE_IN_PROFILE: {},
  IMAGE_NO_ARCHITECTURE: {},
  IMAGE_NOT_SEMVER: { version: "x" },
  IMAGE_NO_DEFAULT: { version: "9" },
  UPDATE_STRATEGY_UNKNOWN: {},
  REFERENCE_NOT_FOUND: { kind: "CredentialsBinding", name: "nobody" },
  PROFILE_OF_OTHER_ROOT: { from: "aws", to: "gcp" },
  PROFILE_LACKS: { profile: "own", kind: "machine type", name: "large", pool: "a" },
  EXTENSION_NEEDS_WORKERS: { type: "registry-cache" },
  EXTENSION_NOT_REGISTERED: { type: "nobody" },
  TOLERATION_NOT_ALLOWED: { toleration: "a=b" },
  BINDING_OF_OTHER_SECRET: {},
  CREDENTIALS_NOT_READABLE: { kind: "Secret", name: "garden-a/account" },
  PROVIDER_DIFFERS: { kind: "CloudProfile", other: "gcp", type: "aws" },
  QUOTA_WITHOUT_MACHINE_TYPE: { quota: "trial", pool: "shop/one/a", type: "large" },
  QUOTA_WITHOUT_VOLUME_TYPE: { quota: "trial", pool: "a", type: "large" },
  QUOTA_EXCEEDED: { quota: "trial", amounts: ["cpu 12 > 8", "storage.standard 2Ti > 1Ti"] },
  QUOTA_SCOPE_TAKEN: { name: "trial" },
  SEED_SELECTOR_UNSET: {},
  SEED_SELECTOR_MISSES: { seed: "aws-eu1" },
  SEED_PROVIDER_NOT_SELECTED: { seed: "aws-eu1" },
  SEED_HAS_TOO_FEW_ZONES: { seed: "aws-eu1", zones: "2" },
  SEED_IN_DELETION: { seed: "aws-eu1" },
  SHOOT_RESCHEDULED: {},
  INTERNAL_VERSION: {},
  KUBECONFIG_NOT_IN_RESOURCES: { value: "hook" },
  OPERATOR_TAKES_NO_VALUES: {},
  ADDONS_NEED_EVALUATION: {},
  EMAIL_MALFORMED: { value: "nobody" },
  SELF_HOSTED_HAS_NO_SEED: {},
  SELF_HOSTED_NAMESPACE: {},
  SELF_HOSTED_POOL: { expected: "1" },
  API_UNKNOWN: { api: "api/all" },
  API_UNSUPPORTED: { api: "resource.k8s.io/v1", version: "1.33.0" },
  API_NEEDED: { api: "apps/v1" },
  IMAGE_PATTERN_MALFORMED: { value: "*.example" },
  ROLLING_TO_IN_PLACE: {},
  IN_PLACE_TO_ROLLING: {},
  IN_PLACE_GATE_DISABLED: {},
  IN_PLACE_IMMUTABLE: {},
  IN_PLACE_UPDATE_PENDING: {},
  IN_PLACE_NODE_LOCAL_DNS: {},
  NOT_INT_OR_PERCENT: {},
  NEGATIVE: {},
  OVER_100_PERCENT: {},
  BOTH_ZERO: {},
  MANUAL_MUST_BE_UNSET: {},
  SURGE_MUST_BE_ZERO: {},
  FIELD_UNKNOWN: {},
  IN_PLACE_ONLY: {},
  OVER_MAXIMUM: {},
  LEAVE_ONE_FOR_SYSTEM_COMPONENTS: {},
  NOT_A_DURATION: {},
  SPEC_FROZEN: {},
  WORKERLESS_SWITCH: {},
  POOL_NAME_DUPLICATE: {},
  ARCHITECTURE_UNKNOWN: { architecture: "riscv" },
  MACHINE_TYPE_NOT_OFFERED: { type: "m5.large" },
  MACHINE_TYPE_INVALID: { type: "m5.large", reasons: ["unusable", "zone"] },
  CRI_NOT_OFFERED: { name: "docker" },
  CONTAINER_RUNTIME_NOT_OFFERED: { type: "gvisor" },
  VOLUME_TYPE_NOT_OFFERED: { type: "ssd" },
  VOLUME_TYPE_INVALID: { type: "ssd", reasons: ["zone"] },
  VOLUME_TOO_SMALL: { size: "10Gi", minimum: "20Gi" },
  KUBELET_RESERVES_TOO_MUCH: { resource: "cpu", reserved: "4", capacity: "2" },
  ZONE_NOT_OFFERED: { zone: "z" },
  MAX_NODES_EXCEEDED: { nodes: "20", limit: "10" },
  IMMUTABLE: {},
  CANNOT_BE_UNSET: {},
  VALUE_UNKNOWN: { value: "IPX", offered: ["IPv4", "IPv6"] },
  VALUE_DUPLICATE: { value: "IPv4" },
  NAME_INVALID: { value: "a b" },
  NAME_DOUBLE_HYPHEN: { value: "a--b" },
  NAME_TOO_LONG: { value: "a-very-long-name", maximum: "13", project: "payments" },
  NAME_TAKEN: { value: "ash" },
  PROJECT_NAME_TOO_LONG: { maximum: "10" },
  PROJECT_NAME_TAKEN: { value: "shop" },
  PROJECT_TEXT_CHARACTERS: { value: "%" },
  BINDING_REQUIRED: {},
  BINDINGS_EXCLUDE_EACH_OTHER: {},
  PROFILE_NAMED_TWICE: {},
  IP_FAMILIES_CHANGE: { from: ["IPv4"], to: ["IPv6"] },
  CIDR_MALFORMED: { value: "10.0.0.0" },
  CIDR_NOT_CANONICAL: { value: "10.0.0.1/8", canonical: "10.0.0.0/8" },
  CIDR_OTHER_FAMILY: { value: "10.0.0.0/8", family: "IPv6" },
  DNS_PRIMARY_PROVIDER: {},
  CONTROL_PLANE_ZONES_COUNT: { expected: "3" },
  CONTROL_PLANE_ZONE_REMOVED: {},
  HIBERNATED_HIGH_AVAILABILITY: {},
  DNS_DOMAIN_REQUIRED: {},
  DNS_PRIMARY_TWICE: {},
  DNS_TYPE_REQUIRED: {},
  DNS_CREDENTIALS_REQUIRED: {},
  DNS_CREDENTIALS_TWICE: {},
  DNS_UNMANAGED_CREDENTIALS: {},
  DNS_SECRET_DIFFERS: {},
  DNS_SECRET_BESIDE_OTHERS: {},
  SEED_BY_BINDING: { from: "aws-eu1", to: "aws-eu2" },
  NETWORKS_OVERLAP: { value: "10.0.0.0/8", other: "nodes", range: "10.1.0.0/16" },
  REGION_NOT_OFFERED: { region: "eu" },
  ACCESS_RESTRICTION_NOT_IN_SEED: { seed: "aws-eu1", value: "eu-access-only" },
  ZONE_PINNING_NOT_OFFERED: {},
  ZONE_NOT_IN_SEED: { seed: "aws-eu1", zone: "a" },
  LIVE_MIGRATION_DISABLED: {},
  LIVE_MIGRATION_NEEDS_HA: {},
  LIVE_MIGRATION_ASLEEP: {},
  VALUE_REQUIRED: {},
  TOO_LONG: { maximum: "15" },
  BELOW_MINIMUM: { minimum: "100" },
  ABOVE_MAXIMUM: { maximum: "24h" },
  NOT_POSITIVE: {},
  MUST_EQUAL: { other: "maxScaleDownParallelism", value: "3" },
  QUANTITY_MALFORMED: { value: "much" },
  QUANTITY_OR_PERCENT_MALFORMED: { value: "much" },
  GATE_MUST_BE_ON: { gate: "NodeSwap" },
  FEATURE_GATE_UNKNOWN: { gate: "X" },
  FEATURE_GATE_UNSUPPORTED: { gate: "X", version: "1.34.0" },
  FEATURE_GATE_LOCKED: { gate: "X", value: "true" },
  ADMISSION_PLUGIN_UNKNOWN: { name: "X" },
  ADMISSION_PLUGIN_UNSUPPORTED: { name: "X", version: "1.34.0" },
  ADMISSION_PLUGIN_HAS_NO_CONFIG: { name: "X" },
  ADMISSION_PLUGIN_REQUIRED: { name: "X" },
  ADMISSION_PLUGIN_CALLS_NOBODY: { name: "X" },
  POD_SECURITY_CONFIG_MALFORMED: {},
  ISSUER_MALFORMED: { value: "http://a" },
  AUDIENCE_WITH_COMMA: { value: "a,b" },
  NODE_MASK_OF_ONE_FAMILY: {},
  NODE_MASK_TOO_SMALL: { mask: "28", addresses: "14", pods: "110" },
  THRESHOLDS_CROSS: {},
  SWAP_FAILS_KUBELET: {},
  PULLS_ARE_SERIAL: {},
  ALLOWLIST_NEEDS_POLICY: {},
  TAINT_RESERVED: {},
  RESOURCE_NOT_ENCRYPTABLE: { value: "*.apps" },
  ALWAYS_ENCRYPTED: { value: "secrets" },
  GCM_NEEDS_ROTATION: {},
  ENCRYPTION_NOT_READY: {},
  ENCRYPTION_KEY_ROTATING: {},
  ENCRYPTION_ROLLING_OUT: {},
  ENCRYPTION_HIBERNATED: {},
  ENCRYPTION_CHANGES_TWICE: {},
  WINDOW_MALFORMED: {},
  WINDOW_TOO_SHORT: {},
  WINDOW_TOO_LONG: {},
  ROTATION_PERIOD: { value: "5m" },
  HIBERNATION_SELF_HOSTED: {},
  HIBERNATION_ENCRYPTION_KEY: { phase: "Preparing" },
  HIBERNATION_SERVICE_ACCOUNT_KEY: { phase: "Preparing" },
  HIBERNATION_ENCRYPTION: {},
  CRON_MALFORMED: { value: "at night" },
  TIME_ZONE_UNKNOWN: { value: "Mars/Base" },
  MAXIMUM_BELOW_MINIMUM: {},
  MAXIMUM_BELOW_ZONES: {},
  NO_POOL_FOR_SYSTEM_COMPONENTS: {},
  VOLUME_SIZE_MALFORMED: { value: "50GB" },
  DATA_VOLUME_UNKNOWN: { value: "data" },
  CERTIFICATE_MALFORMED: {},
  SELF_HOSTED_SWITCH: {},
  SECOND_CONTROL_PLANE_POOL: {},
  CONTROL_PLANE_POOL_CHANGED: {},
  ACCOUNT_KEY_LENGTH: { expected: "20", size: "19" },
  ACCOUNT_KEY_TOO_SHORT: { minimum: "16", size: "3" },
  ACCOUNT_KEY_CHARACTERS: { words: "A–Z 0–9" },
  ACCOUNT_KEY_FORM: { words: "example.com." },
  ACCOUNT_KEY_UNEXPECTED: { name: "token" },
  ACCOUNT_KEY_TWICE: { name: "accessKeyID", other: "AWS_ACCESS_KEY_ID" },
  ACCOUNT_KEYS_EXCLUDE_EACH_OTHER: { name: "password", other: "applicationCredentialSecret" },
  ACCOUNT_KEY_LINE_BREAK: {},
  ACCOUNT_KEY_FIXED: {},
  ACCOUNT_KEY_CHOICE: { offered: ["true", "false"] },
  ACCOUNT_GUID_MALFORMED: {},
  ACCOUNT_URL_MALFORMED: {},
  ACCOUNT_URL_NOT_HTTPS: {},
  ACCOUNT_JSON_MALFORMED: {},
  ACCOUNT_MEMBER_MISSING: { name: "private_key" },
  ACCOUNT_MEMBER_INVALID: { name: "private_key" },
  ACCOUNT_MEMBER_UNEXPECTED: { name: "extra" },
  ACCOUNT_NAME_TAKEN: {},
  IDENTITY_ROLE_MALFORMED: {},
  IDENTITY_PROJECT_MALFORMED: {},
  IDENTITY_NUMBER_MALFORMED: {},
  IDENTITY_POOL_MALFORMED: {},
  IDENTITY_EMAIL_MALFORMED: {},
  IDENTITY_NAME_TOO_LONG: { size: "130", maximum: "127" },
};

const faults: readonly FieldError[] = Object.entries(factsOfCode).map(([code, facts]) => {
  if (!isCode(code)) throw new Error(`${code} is no code`);
  return { path: "spec", code, type: "Invalid", ...(facts && { facts }) };
});

function isCode(code: string): code is FieldErrorCode {
  return Object.hasOwn(factsOfCode, code);
}

const obstacles: { readonly [Reason in SeedExclusion["reason"]]: Extract<SeedExclusion, { reason: Reason }> } = {
  "seed-in-deletion": { reason: "seed-in-deletion" },
  "seed-not-visible": { reason: "seed-not-visible" },
  "seed-not-bootstrapped": { reason: "seed-not-bootstrapped" },
  "seed-not-ready": { reason: "seed-not-ready", conditions: ["GardenletReady"] },
  "other-provider": { reason: "other-provider", shoot: "aws", seed: "gcp" },
  "taints-not-tolerated": { reason: "taints-not-tolerated", taints: [{ key: "a", value: "b" }] },
  "seed-full": { reason: "seed-full", capacity: "250" },
  "profile-selector": { reason: "profile-selector" },
  "shoot-selector": { reason: "shoot-selector" },
  "fewer-than-three-zones": { reason: "fewer-than-three-zones", zones: 2 },
  "zones-missing": { reason: "zones-missing", zones: ["eu-1a"] },
  "zones-enforced": { reason: "zones-enforced", zones: ["eu-1a"] },
  "zones-preferred": { reason: "zones-preferred", zones: ["eu-1a"] },
  "access-restrictions": { reason: "access-restrictions", missing: ["eu-only"] },
  "other-domain": { reason: "other-domain", domain: "a.p.example.org" },
  "emergency-stop": { reason: "emergency-stop" },
  "networks-overlap": {
    reason: "networks-overlap",
    conflicts: [{ of: "pods", value: "241.0.0.0/16", met: { range: "241.0.0.0/8" } }],
  },
  "other-region": { reason: "other-region", region: "us-1" },
  "ranges-missing": { reason: "ranges-missing", ranges: ["pods"] },
};

const sentence = /^\S.{8,}\.$/;
const leftover = /undefined|null|NaN|\[object|function|\(none\)/;

describe("what a change meets", () => {
  test("every fault has one sentence of its own, with all facts that it needs", () => {
    const said = faults.map(describeFieldError);
    for (const text of said) {
      expect(text).toMatch(sentence);
      expect(text).not.toMatch(leftover);
    }
    expect(new Set(said).size).toBe(faults.length);
  });

  test("a fault whose facts are missing is still a sentence", () => {
    for (const { facts: _, ...bare } of faults) expect(describeFieldError(bare)).toMatch(sentence);
  });

  test.each([
    ["what happens to a pool", impactDescriptions],
    ["assumption", assumptionDescriptions],
    ["place where TLS ends", tlsTerminationDescriptions],
  ])("every %s has a sentence of its own", (_name, sentences) => {
    const said = Object.values(sentences).map(String);
    for (const text of said) expect(text).toMatch(sentence);
    expect(new Set(said).size).toBe(said.length);
  });

  test.each([
    ["trigger", impactTriggerLabels],
    ["phase of a node", nodeUpdatePhaseLabels],
    ["step of the clean-up", cleanupStepLabels],
    ["use of a port", portLabels],
  ])("every %s has a label of its own", (_name, labels) => {
    const said = Object.values(labels).map(String);
    for (const text of said) expect(text).toMatch(/^\S.*\S$/);
    expect(new Set(said).size).toBe(said.length);
  });
});

describe("places", () => {
  test.each(Object.values(obstacles))("$reason has a sentence", (obstacle) => {
    expect(describeSeedExclusion(obstacle)).toMatch(sentence);
    expect(describeSeedExclusion(obstacle)).not.toMatch(leftover);
  });

  test.each([
    { action: "nothing" } as const,
    { action: "removeTaint" } as const,
    { action: "wait", reason: "UnscheduledNodeCriticalDaemonSets", items: ["a"] } as const,
    { action: "wait", reason: "UnreadyNodeCriticalPods", items: ["a-1", "a-2"] } as const,
    { action: "wait", reason: "UnreadyRequiredCSIDrivers", items: ["ebs.csi.aws.com"] } as const,
  ])("$action $reason has a sentence", (readiness) => {
    expect(describeNodeReadiness(readiness)).toMatch(sentence);
  });

  test("a fault of the clean-up names its annotation", () => {
    expect(describeCleanupError({ error: "NOT_AN_INTEGER", annotation: "a/b" })).toContain("a/b");
  });
});
