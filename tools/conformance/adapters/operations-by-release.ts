import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { simulateFlowStart } from "#lib/policy/gardenlet/simulate-flow-start.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { evaluateOperation } from "#lib/policy/operations/evaluate.ts";
import { maintenanceField, type OperationError, operationField } from "#lib/policy/operations/field-error.ts";
import { findHibernationRejections } from "#lib/policy/operations/hibernation.ts";
import { staticKubeconfigDefault, staticKubeconfigSupport } from "#lib/policy/operations/kubeconfig.ts";
import { validateOperations } from "#lib/policy/operations/validate-operations.ts";
import { isOperationKnownToRelease } from "#lib/policy/operations/vocabulary-of-release.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { rulesOfVector } from "../vector/release-of-vector.ts";
import type { ConformanceVector } from "../vector/vector.ts";

interface OperationInput {
  readonly kubernetesVersion: string;
  /** Type and state of the last operation, such as `Reconcile/Succeeded`. */
  readonly lastOperation: string;
  readonly workers: readonly {
    readonly name: string;
    readonly controlPlane?: boolean;
    readonly updateStrategy?: string | null;
  }[];
  readonly operation?: string;
  readonly maintenanceOperation?: string;
  readonly phases?: { readonly ca?: string; readonly sa?: string; readonly etcd?: string };
  readonly hibernated?: boolean;
  readonly encryptionSpec?: readonly string[];
  readonly encryptionStatus?: readonly string[];
  readonly pendingAuto?: readonly string[];
  readonly pendingManual?: readonly string[];
  readonly credentialsBinding?: boolean;
  readonly deletionTimestamp?: boolean;
  readonly gate?: boolean | null;
}

function workerOf({ name, controlPlane, updateStrategy = null }: OperationInput["workers"][number]): Worker {
  return { name, machine: { type: "m" }, updateStrategy, ...(controlPlane ? { controlPlane: {} } : {}) };
}

function annotationsOf({ operation, maintenanceOperation }: OperationInput): Record<string, string> {
  return {
    ...(operation === undefined ? {} : { [annotations.operation]: operation }),
    ...(maintenanceOperation === undefined ? {} : { [annotations.maintenanceOperation]: maintenanceOperation }),
  };
}

function shootOf(input: OperationInput): Shoot {
  const { phases = {}, encryptionSpec, encryptionStatus } = input;
  const [type = "", state = ""] = (input.lastOperation ?? "Reconcile/Succeeded").split("/");
  const phase = (value: string | undefined) => (value === undefined ? null : { phase: value });
  return {
    metadata: {
      name: "crazy-botany",
      annotations: annotationsOf(input),
      ...(input.deletionTimestamp ? { deletionTimestamp: "2026-08-01T10:00:00Z" } : {}),
    },
    spec: {
      kubernetes: {
        version: input.kubernetesVersion ?? "1.33.2",
        ...(encryptionSpec ? { kubeAPIServer: { encryptionConfig: { resources: encryptionSpec } } } : {}),
      },
      provider: { type: "local", workers: (input.workers ?? []).map(workerOf) },
      hibernation: { enabled: input.hibernated === true },
      ...(input.credentialsBinding === false ? {} : { credentialsBindingName: "my-credentials" }),
    },
    status: {
      hibernated: input.hibernated === true,
      lastOperation: { type, state },
      encryptedResources: encryptionStatus ?? null,
      credentials: {
        encryptionAtRest: encryptionStatus ? { resources: encryptionStatus } : null,
        rotation: {
          certificateAuthorities: phase(phases.ca),
          serviceAccountKey: phase(phases.sa),
          etcdEncryptionKey: phase(phases.etcd),
        },
      },
      inPlaceUpdates: {
        pendingWorkerUpdates: {
          autoInPlaceUpdate: input.pendingAuto ?? [],
          manualInPlaceUpdate: input.pendingManual ?? [],
        },
      },
    },
  };
}

const plain: OperationInput = {
  kubernetesVersion: "1.33.2",
  lastOperation: "Reconcile/Succeeded",
  workers: [{ name: "a" }],
};

/** The annotation that an error refers to, as in test vectors; empty if the error is about all annotations. */
function shortField(field: string): string {
  if (field === operationField) return annotations.operation;
  return field === maintenanceField ? annotations.maintenanceOperation : "";
}

function validate(input: OperationInput, rules: GardenerRules): readonly OperationError[] {
  return validateOperations(shootOf(input), rules);
}

function rulesFor(vector: ConformanceVector, gate: boolean | null | undefined): GardenerRules {
  return rulesOfVector(vector, { CredentialsRotationWithoutWorkersRollout: gate, ShootForceDeletion: gate });
}

const validated = createVectorAdapter<OperationInput>((input, vector) => {
  const errors = validate(input, rulesFor(vector, input.gate));
  return { errors: errors.map(({ type, field }) => ({ type, annotation: shortField(field) })) };
}, "sets");

const validatedAreas = Object.fromEntries(
  [
    "op.parallel",
    "op.errorPath",
    "op.hibernated",
    "op.encryptionUnsettled",
    "op.inPlacePending",
    "op.selfHosted",
    "op.rolloutWorkers",
    "op.kubeconfig",
    "rotation.withoutRollout",
    "rotation.etcd",
    "rotation.completeWithoutEtcd",
  ].map((area) => [`edition.${area}`, validated]),
);

/** Adapters for differences between Gardener releases in operations, rotations, hibernation, deletion, kubeconfigs. */
export const operationsByReleaseAdapters: VectorAdapters = {
  ...validatedAreas,
  "edition.op.vocabulary": createVectorAdapter<{ candidates: readonly string[] }>(({ candidates }, vector) => {
    const rules = rulesOfVector(vector);
    return { known: candidates.filter((operation) => isOperationKnownToRelease(operation, rules)) };
  }, "sets"),
  "edition.op.inDeletion": createVectorAdapter<OperationInput>((input, vector) => {
    const [error] = validate(input, rulesFor(vector, input.gate));
    if (!error) return { result: "accepted" };
    return { result: error.type === "NotSupported" ? "notSupported" : "invalid" };
  }),
  "edition.hibernate.guards": createVectorAdapter<{ saPhase?: string; etcdPhase?: string; selfHosted?: boolean }>(
    ({ saPhase, etcdPhase, selfHosted }, vector) => {
      const shoot = shootOf({
        ...plain,
        workers: [{ name: "a", controlPlane: selfHosted === true }],
        phases: { sa: saPhase ?? "", etcd: etcdPhase ?? "" },
      });
      return { allowed: findHibernationRejections(shoot, rulesOfVector(vector)).length === 0 };
    },
  ),
  "edition.rotation.encryptionProvider": createVectorAdapter<{
    specProvider: string;
    statusProvider: string;
    etcdPhase: string;
  }>((input, vector) => {
    const before = shootOf({ ...plain, phases: { etcd: input.etcdPhase } });
    const shoot: Shoot = {
      ...before,
      spec: {
        ...before.spec,
        kubernetes: {
          version: "1.33.2",
          kubeAPIServer: { encryptionConfig: { provider: { type: input.specProvider } } },
        },
      },
      status: {
        ...before.status,
        credentials: {
          ...before.status?.credentials,
          encryptionAtRest: { provider: { type: input.statusProvider } },
        },
      },
    };
    const started = simulateFlowStart(shoot, 0, { rules: rulesOfVector(vector) }).shoot;
    return {
      rotationStartedByGardenlet: started.status?.credentials?.rotation?.etcdEncryptionKey?.phase === "Preparing",
    };
  }),
  "edition.forceDelete.gate": createVectorAdapter<{
    deletionTimestamp: boolean;
    codes: readonly string[];
    gate: boolean | null;
  }>((input, vector) => {
    const before = shootOf({ ...plain, deletionTimestamp: input.deletionTimestamp });
    const shoot: Shoot = { ...before, status: { ...before.status, lastErrors: [{ codes: input.codes }] } };
    const rules = rulesFor(vector, input.gate);
    const { decision } = evaluateOperation({ id: "force-delete" }, shoot, 0, { rules });
    return { result: decision === "hide" || decision === "deny" ? "forbidden" : "allowed" };
  }),
  "edition.kubeconfig.static": createVectorAdapter<{
    kubernetesVersion: string;
    enableStaticTokenKubeconfig: boolean | null;
  }>((input, vector) => {
    const { kubernetesVersion, enableStaticTokenKubeconfig: enabled } = input;
    return { result: staticKubeconfigSupport({ kubernetesVersion, enabled }, rulesOfVector(vector)) };
  }),
  "edition.kubeconfig.staticDefault": createVectorAdapter<{ kubernetesVersion: string }>(({ kubernetesVersion }) => ({
    default: staticKubeconfigDefault(kubernetesVersion),
  })),
};
