import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { maintainFeatureGates } from "#lib/policy/maintenance/feature-gates.ts";
import type { LimitedSpecField } from "#lib/policy/maintenance/field-limits.ts";
import { type MaintenanceResult, summariseMaintenance } from "#lib/policy/maintenance/last-maintenance.ts";
import { crossedLimits, namesOfRejectedFields } from "#lib/policy/maintenance/spec-cleanup.ts";
import { violationCodeBySkewViolation, violationCodeByStepViolation } from "#lib/policy/maintenance/violation.ts";
import { defaultEtcdRotationPeriod, dueRotations } from "#lib/policy/operations/auto-rotation.ts";
import { findRunRejection } from "#lib/policy/operations/maintenance-operations.ts";
import { shootFacts } from "#lib/policy/operations/shoot-facts.ts";
import type { VersionRange } from "#lib/policy/versions/constraint.ts";
import { findVersionSkewViolation, findVersionStepViolation } from "#lib/policy/versions/version-step.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { rulesOfVector } from "../vector/release-of-vector.ts";

/** Field names in test vectors by release that are not just the path without `kubernetes.`. */
const editionNames: Partial<Record<LimitedSpecField, string>> = {
  secretBindingName: "secretBindingName->credentialsBindingName",
  "kubernetes.enableStaticTokenKubeconfig": "enableStaticTokenKubeconfig=false",
  "provider.workers[].maximum": "worker maximum >= number of zones",
};

function shortName(field: LimitedSpecField): string {
  return field.replace(/^kubernetes\./, "");
}

/** Adapters for one maintenance run, and for its differences between Gardener releases. */
export const maintenanceAdapters: VectorAdapters = {
  "gates.maintain": createVectorAdapter<{
    version: string;
    gates: Readonly<Record<string, boolean>>;
    ranges: Readonly<Record<string, VersionRange>>;
  }>(({ version, gates, ranges }) => maintainFeatureGates(gates, version, ranges), "sets"),
  migration: createVectorAdapter<{ from: string; to: string }>((step) => ({
    cleared: crossedLimits(step, newestRules)
      .cleared.map(({ field }) => field)
      .sort(),
  })),
  status: createVectorAdapter<{ results: readonly MaintenanceResult[]; operations: readonly string[] }>(
    ({ results, operations }) => {
      const { allSuccessful, successful, total, worthReporting } = summariseMaintenance(results, operations);
      return { allSuccessful, successful, total, failureReasonSet: !allSuccessful, statusWritten: worthReporting };
    },
  ),
  "admission.k8sUpdate": createVectorAdapter<{ old: string; new: string; skipMinorAllowed: boolean }>((input) => {
    const step = findVersionStepViolation(input.old, input.new, !input.skipMinorAllowed);
    return { violations: step === undefined ? [] : [violationCodeByStepViolation[step]] };
  }),
  "admission.poolSkew": createVectorAdapter<{ controlPlane: string; pool: string }>(({ controlPlane, pool }) => {
    const skew = findVersionSkewViolation(controlPlane, pool, newestRules);
    return { violations: skew === undefined ? [] : [violationCodeBySkewViolation[skew]] };
  }),
  "edition.upgrade.blockers": createVectorAdapter<{ kubernetesVersion: string; present: readonly string[] }>(
    ({ kubernetesVersion, present }, vector) => {
      const refused = namesOfRejectedFields(kubernetesVersion, rulesOfVector(vector)).map(shortName);
      return { forbidden: present.filter((field) => refused.includes(field)) };
    },
    "sets",
  ),
  "edition.maint.cleanup": createVectorAdapter<{ from: string; to: string; specHas?: readonly string[] }>(
    ({ from, to, specHas }, vector) => {
      const rules = rulesOfVector(vector);
      const { cleared } = crossedLimits({ from, to }, rules);
      if (specHas === undefined) {
        return { cleared: cleared.map(({ field }) => editionNames[field] ?? shortName(field)) };
      }
      const left = specHas.filter((name) => !cleared.some(({ field }) => shortName(field) === name));
      const refused = namesOfRejectedFields(to, rules).map(shortName);
      const accepted = !left.some((name) => refused.includes(name));
      return {
        runAccepted: accepted,
        ...(!accepted && { reason: "maxEmptyBulkDelete is refused for the new version but not removed" }),
      };
    },
    "sets",
  ),
  "edition.maint.autoRotation": createVectorAdapter<{ etcdEncryptionKeyDue: boolean; hibernated: boolean }>(
    ({ etcdEncryptionKeyDue, hibernated }, vector) => {
      const [rules, now] = [rulesOfVector(vector), Date.parse("2026-01-31T00:00:00Z")];
      const shoot = {
        metadata: {
          name: "a",
          creationTimestamp: etcdEncryptionKeyDue ? "2025-01-01T00:00:00Z" : "2026-01-30T00:00:00Z",
        },
        spec: {
          kubernetes: { version: "1.33.1" },
          provider: { type: "local" },
          hibernation: { enabled: hibernated },
          maintenance: { autoRotation: { credentials: { etcdEncryptionKey: {} } } },
        },
        status: { hibernated, lastOperation: { type: "Reconcile", state: "Succeeded" } },
      };
      if (findRunRejection(shootFacts(shoot, rules), now)) return { runAccepted: false };
      const started = dueRotations(shoot, now, rules).filter(({ outcome }) => outcome === "started");
      return { rotationOps: started.map(({ operation }) => operation) };
    },
    "sets",
  ),
  "edition.maint.etcdRotationDefault": createVectorAdapter<unknown>((_, vector) => ({
    etcdRotationPeriod: defaultEtcdRotationPeriod(rulesOfVector(vector)),
  })),
};
