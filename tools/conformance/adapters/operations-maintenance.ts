import type { LastOperation } from "#lib/garden/condition.ts";
import type { HibernationSchedule, Shoot } from "#lib/garden/shoot.ts";
import { isHibernatedInNextWindow } from "#lib/policy/hibernation/hibernation-schedule.ts";
import {
  effectiveWindow,
  parseTimeWindow,
  validateTimeWindow,
  windowContains,
  windowDurationSeconds,
} from "#lib/policy/maintenance/time-window.ts";
import { annotations, normalisedOperations, parseOperations } from "#lib/policy/operations/annotations.ts";
import { automaticRotationsOfRun } from "#lib/policy/operations/auto-rotation.ts";
import { annotationsAfterRun, operationsOfRun } from "#lib/policy/operations/maintenance-operations.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { localProvider } from "../vector/local-provider.ts";
import type { WindowTexts } from "../vector/window-texts.ts";

interface AutoRotationInput {
  /** Rotation period by credential; null for an entry without a period. */
  readonly rotationPeriodHours: Readonly<Record<string, number | null>>;
  readonly creationTimestamp: string;
  readonly rotation: NonNullable<NonNullable<Shoot["status"]>["credentials"]>["rotation"];
  readonly now: string;
  readonly specHibernationEnabled: boolean;
  readonly sshAccessEnabled: boolean;
}

function rotatingShoot(input: AutoRotationInput): Shoot {
  const { rotationPeriodHours: hours, specHibernationEnabled, sshAccessEnabled } = input;
  const period = (family: string) => {
    const given = hours[family];
    if (given === undefined) return null;
    return given === null ? {} : { rotationPeriod: `${given}h` };
  };
  return {
    metadata: { name: "crazy-botany", creationTimestamp: input.creationTimestamp },
    spec: {
      kubernetes: { version: "1.33.2" },
      provider: localProvider(sshAccessEnabled),
      hibernation: { enabled: specHibernationEnabled },
      maintenance: {
        autoRotation: {
          credentials: {
            sshKeypair: period("sshKeypair"),
            observability: period("observability"),
            etcdEncryptionKey: period("etcdEncryptionKey"),
          },
        },
      },
    },
    status: { credentials: { rotation: input.rotation ?? null } },
  };
}

/** Adapters for operations in maintenance: windows, operations of a run, automatic rotations, hibernation. */
export const operationsMaintenanceAdapters: VectorAdapters = {
  "maintenance-window": createVectorAdapter<{ timeWindow: WindowTexts | null; now: string }>(({ timeWindow, now }) => ({
    inEffectiveWindow: windowContains(effectiveWindow(timeWindow).effective, Date.parse(now)),
  })),
  "maintenance-window-valid": createVectorAdapter<WindowTexts>((texts) => {
    const parsed = parseTimeWindow(texts);
    return {
      valid: validateTimeWindow(texts).ok,
      durationMinutes: parsed.ok ? windowDurationSeconds(parsed.value) / 60 : null,
    };
  }),
  "maintenance-operation": createVectorAdapter<{
    maintenanceOperationAnnotation: string | null;
    autoRotationResults: Readonly<Record<string, boolean>>;
  }>(({ maintenanceOperationAnnotation, autoRotationResults }) => {
    const started = Object.keys(autoRotationResults).filter((operation) => autoRotationResults[operation]);
    const operations = operationsOfRun(maintenanceOperationAnnotation, started);
    return {
      operationsUnordered: operations,
      operationsAfterApiserverDeduplication: [...normalisedOperations(operations.join(";"))].sort(),
    };
  }, "sets"),
  "maintenance-run": createVectorAdapter<{
    lastOperation: LastOperation | null;
    annotations: Readonly<Record<string, string>>;
  }>((input, { expect }) => {
    const after = annotationsAfterRun({ ...input, startedRotations: [] });
    const operation = after[annotations.operation] ?? null;
    const asks = (field: string) => typeof expect === "object" && expect !== null && field in expect;
    return {
      ...(asks("operationAnnotation") && { operationAnnotation: operation }),
      ...(asks("operationAnnotationSet") && { operationAnnotationSet: parseOperations(operation) }),
      maintenanceAnnotationKept: after[annotations.maintenanceOperation] !== undefined,
      ...(asks("needsRetryAnnotationKept") && {
        needsRetryAnnotationKept: after[annotations.needsRetry] !== undefined,
      }),
    };
  }, "sets"),
  "auto-rotation": createVectorAdapter<AutoRotationInput>((input) => {
    const rotations = automaticRotationsOfRun(rotatingShoot(input), Date.parse(input.now));
    return { results: Object.fromEntries(rotations.map(({ operation, outcome }) => [operation, outcome])) };
  }),
  "hibernated-in-next-window": createVectorAdapter<{
    timeWindow: WindowTexts | null;
    statusHibernated: boolean;
    schedules: readonly HibernationSchedule[];
    now: string;
  }>(({ timeWindow, statusHibernated, schedules, now }) =>
    isHibernatedInNextWindow({ timeWindow, hibernated: statusHibernated, schedules }, Date.parse(now)),
  ),
};
