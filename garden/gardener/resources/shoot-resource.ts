import "server-only";
import { fieldErrorCause, forbiddenError } from "#garden/api/errors/api-error.ts";
import { createFieldTextReader } from "#garden/api/registry/columns.ts";
import { defineResource } from "#garden/api/registry/define-resource.ts";
import { castStored } from "#garden/api/registry/garden-reader.ts";
import type {
  AdmissionContext,
  ResourceDefinition,
  StorageStrategy,
} from "#garden/api/registry/resource-definition.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { type KubeResource, shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { type DualApproval, findDeletionRejection } from "#lib/policy/operations/deletion.ts";
import type { OperationError } from "#lib/policy/operations/field-error.ts";
import { prepareUpdate, statusGenerationDelta } from "#lib/policy/operations/strategy.ts";
import { validateOperationsOnUpdate } from "#lib/policy/operations/validate-operations.ts";
import { withSeedLabels } from "../admission/extension-labels.ts";
import { rejectShootFinalizerRemoval } from "../admission/finalizer-removal.ts";
import { admitShoot } from "../admission/shoot-admission.ts";
import { admitShootBinding } from "../admission/shoot-binding.ts";
import { applyShootDefaults } from "../admission/shoot-defaulting.ts";
import { validateRequiredFields } from "../admission/shoot-required.ts";
import { shootSpecWithApiDefaults } from "../admission/shoot-spec-with-api-defaults.ts";
import { validateChangedShoot, validateNewShoot } from "../admission/shoot-validation.ts";
import { shootWarnings } from "../admission/shoot-warnings.ts";
import { refusalReasonMessage } from "../rules/reason-messages.ts";
import { asWellFormedShoot, projectOfNamespace } from "../rules/shoot-rules.ts";
import { shootSpecSchemas } from "../schema/shoot-spec-schemas.ts";
import { shootStatusSchemas } from "../schema/shoot-status-schemas.ts";
import { shootColumns } from "./shoot-columns.ts";

function shootStrategy(rules: GardenerRules): StorageStrategy {
  return {
    hasGeneration: true,
    hasStatus: true,
    mutate: (wanted, before, context) => applyShootDefaults(wanted, before, { ...context, rules }),
    prepareForUpdate(before, wanted) {
      const { shoot, generationDelta } = prepareUpdate(asShoot(before), asShoot(wanted), rules);
      return {
        ...shoot,
        metadata: { ...shoot.metadata, generation: (before.metadata.generation ?? 0) + generationDelta },
      };
    },
    prepareForBinding(before, wanted) {
      if (!asWellFormedShoot(wanted)) return wanted;
      const [old, shoot] = [withApiDefaults(before, rules), withApiDefaults(wanted, rules)];
      const generation = (before.metadata.generation ?? 0) + (semanticallyEqual(old.spec, shoot.spec) ? 0 : 1);
      return withoutPendingCreation({ ...shoot, metadata: { ...wanted.metadata, generation } });
    },
    prepareForStatusUpdate(before, wanted) {
      const delta = statusGenerationDelta({
        oldEtcdRotation: asShoot(before).status?.credentials?.rotation?.etcdEncryptionKey ?? null,
        newEtcdRotation: asShoot(wanted).status?.credentials?.rotation?.etcdEncryptionKey ?? null,
        lastOperation: asShoot(wanted).status?.lastOperation ?? null,
      });
      return { ...wanted, metadata: { ...wanted.metadata, generation: (before.metadata.generation ?? 0) + delta } };
    },
    validate: validateShape,
    validateCreate: (object) => {
      const shoot = asWellFormedShoot(object);
      if (!shoot) return [];
      return [
        ...validateRequiredFields(shoot, undefined),
        ...validateNewShoot(shoot, rules),
        ...operationCauses(shoot, rules),
      ];
    },
    validateUpdate: (before, object) => {
      const shoot = asWellFormedShoot(object);
      if (!shoot) return [];
      const old = asRead(before, shoot, rules);
      return [
        ...validateChangedShoot(old, shoot, rules),
        ...validateRequiredFields(shoot, old),
        ...operationCauses(shoot, rules),
      ];
    },
    warnings(wanted, before, { now }) {
      const shoot = asWellFormedShoot(wanted);
      return shoot ? shootWarnings({ shoot, before: before && asWellFormedShoot(before), now }, rules) : [];
    },
    canonicalize: canonicalShoot,
    admit(wanted, before, context) {
      rejectShootFinalizerRemoval(asShoot(wanted), before);
      admitShoot(wanted, before && asRead(before, wanted, rules), { ...context, rules });
    },
    admitBinding(wanted, before, context) {
      rejectShootFinalizerRemoval(asShoot(wanted), before);
      admitShootBinding(wanted, withApiDefaults(before, rules), { ...context, rules });
    },
    admitDeletion,
  };
}

function kubeconfigRequest(plural: string, kind: string): KubeResource {
  return { group: "authentication.gardener.cloud", version: "v1alpha1", plural, kind, namespaced: true };
}

/** The resource definition of Shoots for a Gardener release. */
export function shootResourceDefinition(rules: GardenerRules): ResourceDefinition {
  return defineResource({
    resource: shoots,
    subresources: ["status", "binding", "adminkubeconfig", "viewerkubeconfig"],
    requestKinds: {
      adminkubeconfig: kubeconfigRequest("adminkubeconfigrequests", "AdminKubeconfigRequest"),
      viewerkubeconfig: kubeconfigRequest("viewerkubeconfigrequests", "ViewerKubeconfigRequest"),
    },
    description: "Shoot represents a Shoot cluster created and managed by Gardener.",
    fields: { ...shootSpecSchemas, ...shootStatusSchemas },
    columns: shootColumns,
    names: "dns-label",
    selectableFields: {
      "spec.seedName": createFieldTextReader(["spec", "seedName"], ""),
      "status.seedName": createFieldTextReader(["status", "seedName"], ""),
      "status.technicalID": createFieldTextReader(["status", "technicalID"], ""),
      "spec.cloudProfileName": createFieldTextReader(["spec", "cloudProfileName"], ""),
    },
    strategy: shootStrategy(rules),
  });
}

/** Casts a stored object to Shoot, which is safe because validateShape checks every write. */
const asShoot = castStored<Shoot>;

/** Removes the scheduler's last failure once there is a Seed. @source Gardener: registry/core/shoot/strategy.go, binding */
function withoutPendingCreation(shoot: Shoot): Shoot {
  const { type, state } = shoot.status?.lastOperation ?? {};
  if (!shoot.spec.seedName || type !== "Create" || state !== "Pending") return shoot;
  const { lastOperation: _pending, ...status } = shoot.status ?? {};
  return { ...shoot, status };
}

/** Removes ineffective fields and sets Seed labels. @source Gardener: registry/core/shoot/strategy.go, Canonicalize */
function canonicalShoot(object: KubeObject): KubeObject {
  const shoot = asWellFormedShoot(object);
  if (!shoot) return object;
  const { kubeAPIServer, clusterAutoscaler } = shoot.spec.kubernetes;
  const { enableAnonymousAuthentication, ...apiServer } = kubeAPIServer ?? {};
  const { maxEmptyBulkDelete, ...autoscaler } = clusterAutoscaler ?? {};
  const kubernetes = {
    ...shoot.spec.kubernetes,
    ...(enableAnonymousAuthentication === false && { kubeAPIServer: apiServer }),
    ...(maxEmptyBulkDelete !== undefined && { clusterAutoscaler: autoscaler }),
  };
  const { addons, ...spec } = shoot.spec;
  const dashboard = fieldAt(addons, "kubernetesDashboard");
  const saysNothing = isRecord(dashboard) && dashboard.enabled !== true && fieldAt(addons, "nginxIngress") == null;
  return withSeedLabels({ ...shoot, spec: { ...spec, ...(addons && !saysNothing && { addons }), kubernetes } });
}

/** The stored Shoot to compare with a write. Fields that every write removes or defaults do not count as changes. */
function asRead(stored: KubeObject, wanted: KubeObject, rules: GardenerRules): Shoot {
  const spec = fieldAt(wanted, "spec");
  const [shoot, canonical] = [asShoot(stored), asShoot(canonicalShoot(stored))];
  if (semanticallyEqual(shoot.spec, spec)) return shoot;
  if (semanticallyEqual(canonical.spec, spec)) return canonical;
  return { ...shoot, spec: shootSpecWithApiDefaults(shoot, rules) };
}

function withApiDefaults(object: KubeObject, rules: GardenerRules): Shoot {
  const shoot = asShoot(object);
  return { ...shoot, spec: shootSpecWithApiDefaults(shoot, rules) };
}

/** Checks the structure that all code requires, such as pool names. Other validation reports missing fields. */
function validateShape(object: KubeObject): readonly KubeStatusCause[] {
  if (asWellFormedShoot(object)) return [];
  return [fieldErrorCause("Invalid", "spec.provider.workers", "every pool must have a name and a machine")];
}

function operationCauses(shoot: Shoot, rules: GardenerRules): readonly KubeStatusCause[] {
  return validateOperationsOnUpdate(shoot, rules).map(toCause);
}

function toCause({ type, field, reason }: OperationError): KubeStatusCause {
  return fieldErrorCause(type, field, refusalReasonMessage(reason));
}

/** Rules about deletions by two people. A rule without a selector applies to all Shoots, as an empty selector does. */
function dualApprovalOf(project: Project | undefined): readonly DualApproval[] {
  return (project?.spec.dualApprovalForDeletion ?? []).map((rule) => ({ ...rule, selector: rule.selector ?? {} }));
}

function admitDeletion(object: KubeObject, { user, garden }: AdmissionContext): void {
  const shoot = asShoot(object);
  const refusal = findDeletionRejection({
    annotations: shoot.metadata.annotations,
    labels: shoot.metadata.labels,
    lastOperation: shoot.status?.lastOperation,
    user: user.name,
    dualApproval: dualApprovalOf(projectOfNamespace(garden, shoot.metadata.namespace)),
  });
  if (refusal === undefined) return;
  throw forbiddenError(shoots, shoot.metadata.name, refusalReasonMessage(refusal));
}
