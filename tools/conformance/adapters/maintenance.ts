import { newestRules } from "#lib/policy/editions/edition-rules.ts";
import { defaultEtcdRotationPeriod, etcdRotationInRun } from "#lib/policy/maintenance/etcd-rotation.ts";
import { maintainFeatureGates } from "#lib/policy/maintenance/feature-gates.ts";
import { type MaintenanceResult, summariseMaintenance } from "#lib/policy/maintenance/last-maintenance.ts";
import { clearedFields, refusedFieldNames } from "#lib/policy/maintenance/spec-clean-up.ts";
import type { SpecField } from "#lib/policy/maintenance/spec-fields.ts";
import { skewViolations, stepViolations } from "#lib/policy/maintenance/violation.ts";
import type { VersionRange } from "#lib/policy/versions/constraint.ts";
import { skewObjection, stepObjection } from "#lib/policy/versions/version-step.ts";
import { type Adapters, adapter } from "../vector/adapter.ts";
import { rulesOfVector } from "../vector/edition-of-vector.ts";

/** How the edition vectors write a field, where it is not just the path without `kubernetes.`. */
const editionNames: Partial<Record<SpecField, string>> = {
  secretBindingName: "secretBindingName->credentialsBindingName",
  "kubernetes.enableStaticTokenKubeconfig": "enableStaticTokenKubeconfig=false",
  "provider.workers[].maximum": "worker maximum >= number of zones",
};

function shortName(field: SpecField): string {
  return field.replace(/^kubernetes\./, "");
}

/** Areas of one maintenance run, and the edition areas about it. */
export const maintenanceAdapters: Adapters = {
  "gates.maintain": adapter<{
    version: string;
    gates: Readonly<Record<string, boolean>>;
    ranges: Readonly<Record<string, VersionRange>>;
  }>(({ version, gates, ranges }) => maintainFeatureGates(gates, version, ranges), "sets"),
  migration: adapter<{ from: string; to: string }>((step) => ({
    cleared: clearedFields(step, newestRules)
      .map(({ field }) => field)
      .sort(),
  })),
  status: adapter<{ results: readonly MaintenanceResult[]; operations: readonly string[] }>(
    ({ results, operations }) => {
      const { allSuccessful, successful, total, worthReporting } = summariseMaintenance(results, operations);
      return { allSuccessful, successful, total, failureReasonSet: !allSuccessful, statusWritten: worthReporting };
    },
  ),
  "admission.k8sUpdate": adapter<{ old: string; new: string; skipMinorAllowed: boolean }>((input) => {
    const step = stepObjection(input.old, input.new, !input.skipMinorAllowed);
    return { violations: step === undefined ? [] : [stepViolations[step]] };
  }),
  "admission.poolSkew": adapter<{ controlPlane: string; pool: string }>(({ controlPlane, pool }) => {
    const skew = skewObjection(controlPlane, pool, newestRules);
    return { violations: skew === undefined ? [] : [skewViolations[skew]] };
  }),
  "edition.upgrade.blockers": adapter<{ kubernetesVersion: string; present: readonly string[] }>(
    ({ kubernetesVersion, present }, vector) => {
      const refused = refusedFieldNames(kubernetesVersion, rulesOfVector(vector)).map(shortName);
      return { forbidden: present.filter((field) => refused.includes(field)) };
    },
    "sets",
  ),
  "edition.maint.cleanup": adapter<{ from: string; to: string; specHas?: readonly string[] }>(
    ({ from, to, specHas }, vector) => {
      const rules = rulesOfVector(vector);
      const cleared = clearedFields({ from, to }, rules);
      if (specHas === undefined) {
        return { cleared: cleared.map(({ field }) => editionNames[field] ?? shortName(field)) };
      }
      const left = specHas.filter((name) => !cleared.some(({ field }) => shortName(field) === name));
      const refused = refusedFieldNames(to, rules).map(shortName);
      const accepted = !left.some((name) => refused.includes(name));
      return {
        runAccepted: accepted,
        ...(!accepted && { reason: "maxEmptyBulkDelete is refused for the new version but not removed" }),
      };
    },
    "sets",
  ),
  "edition.maint.autoRotation": adapter<{ etcdEncryptionKeyDue: boolean; hibernated: boolean }>(
    ({ etcdEncryptionKeyDue, hibernated }, vector) => {
      const rotation = etcdRotationInRun({ due: etcdEncryptionKeyDue, hibernated }, rulesOfVector(vector));
      if (rotation.outcome === "run-refused") return { runAccepted: false };
      return { rotationOps: rotation.outcome === "started" ? [rotation.operation] : [] };
    },
    "sets",
  ),
  "edition.maint.etcdRotationDefault": adapter<unknown>((_, vector) => ({
    etcdRotationPeriod: defaultEtcdRotationPeriod(rulesOfVector(vector)),
  })),
};
