import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { isSelfHosted } from "../maintenance/control-plane-pools.ts";
import { isKubernetesAtLeast, phaseOf } from "../rotations/families.ts";
import { isSshEnabled } from "../rotations/ssh-access.ts";
import { isPoolUpdatedInPlace } from "../versions/filter-image.ts";
import { annotationOf, annotations, parseOperations } from "./annotations.ts";
import { isEncryptionChangeFinished } from "./encryption-settled.ts";
import type { AnnotationOperationId } from "./vocabulary.ts";
import { operationsUnknownToRelease } from "./vocabulary-of-release.ts";

/** The facts about a Shoot that the rules for operations use, read once. */
export interface ShootFacts {
  readonly shoot: Shoot;
  readonly rules: GardenerRules;
  /** Operations of the catalogue that the Gardener release does not know. */
  readonly unknown: ReadonlySet<AnnotationOperationId>;
  /** The operations currently in each of the two operation annotations. */
  readonly operations: readonly string[];
  readonly maintenanceOperations: readonly string[];
  readonly workers: readonly Worker[];
  /** Names of all pools; `inPlacePools` are those that are updated in place. */
  readonly pools: readonly string[];
  readonly inPlacePools: readonly string[];
  readonly sshEnabled: boolean;
  readonly kubernetes134: boolean;
  readonly hibernationEnabled: boolean;
  readonly hibernated: boolean;
  readonly encryptionSettled: boolean;
  readonly phases: {
    readonly certificateAuthorities: string;
    readonly serviceAccountKey: string;
    readonly etcdEncryptionKey: string;
  };
  readonly pendingAuto: readonly string[];
  readonly pendingManual: readonly string[];
  readonly lastType: string | undefined;
  readonly lastState: string | undefined;
  /** Whether the Shoot has a last operation at all. */
  readonly reconciledOnce: boolean;
  /** Whether the last operation allows a rotation to start. */
  readonly startGate: boolean;
  readonly deleting: boolean;
  /** Whether a pool hosts the control plane; `selfHostedUnmanaged`: and Gardener does not manage its infrastructure. */
  readonly selfHosted: boolean;
  readonly selfHostedUnmanaged: boolean;
}

const noStrings: readonly string[] = [];
const noWorkers: readonly Worker[] = [];

/**
 * Whether the last operation allows a rotation to start: a Reconcile in any state, or a finished Create or Restore.
 * @source Gardener: pkg/api/core/validation/shoot.go (isShootReadyForRotationStart)
 */
export function allowsRotationStart(type: string | undefined, state: string | undefined): boolean {
  return type === "Reconcile" || ((type === "Create" || type === "Restore") && state === "Succeeded");
}

function inPlacePoolsOf(workers: readonly Worker[]): readonly string[] {
  const inPlace = workers.filter(isPoolUpdatedInPlace);
  return inPlace.length > 0 ? inPlace.map(({ name }) => name) : noStrings;
}

/** Reads the facts about a Shoot that the rules for operations use. Tolerates missing and unknown values. */
export function shootFacts(shoot: Shoot, rules: GardenerRules = newestRules): ShootFacts {
  const { spec, status, metadata } = shoot;
  const workers = spec.provider?.workers ?? noWorkers;
  const selfHosted = isSelfHosted(spec);
  const pending = status?.inPlaceUpdates?.pendingWorkerUpdates;
  const lastType = status?.lastOperation?.type;
  const lastState = status?.lastOperation?.state;
  const operation = annotationOf(shoot, annotations.operation);
  const maintenanceOperation = annotationOf(shoot, annotations.maintenanceOperation);
  return {
    shoot,
    rules,
    unknown: operationsUnknownToRelease(rules),
    operations: readOperations(operation, rules),
    maintenanceOperations: readOperations(maintenanceOperation, rules),
    workers,
    pools: workers.map(({ name }) => name),
    inPlacePools: inPlacePoolsOf(workers),
    sshEnabled: isSshEnabled(shoot),
    kubernetes134: isKubernetesAtLeast(shoot, 34),
    hibernationEnabled: spec.hibernation?.enabled === true,
    hibernated: status?.hibernated === true,
    encryptionSettled: isEncryptionChangeFinished(shoot, rules),
    phases: {
      certificateAuthorities: phaseOf(shoot, "certificateAuthorities"),
      serviceAccountKey: phaseOf(shoot, "serviceAccountKey"),
      etcdEncryptionKey: phaseOf(shoot, "etcdEncryptionKey"),
    },
    pendingAuto: pending?.autoInPlaceUpdate ?? noStrings,
    pendingManual: pending?.manualInPlaceUpdate ?? noStrings,
    lastType,
    lastState,
    reconciledOnce: Boolean(status?.lastOperation),
    startGate: allowsRotationStart(lastType, lastState),
    deleting: Boolean(metadata.deletionTimestamp),
    selfHosted,
    selfHostedUnmanaged: selfHosted && !spec.credentialsBindingName && !spec.secretBindingName,
  };
}

/** Parses an operation annotation as a Gardener release does: before lists existed, the whole text is one operation. */
export function readOperations(value: string, rules: GardenerRules): readonly string[] {
  if (rules("op.grammar") === "semicolonList") return parseOperations(value);
  return value === "" ? noStrings : [value];
}
