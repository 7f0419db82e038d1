import { annotations, type OperationAnnotation } from "./annotations.ts";
import type { OperationReason } from "./reasons.ts";

/** The types of Kubernetes field errors that operation errors have. */
export type FieldErrorType = "NotSupported" | "Forbidden" | "Invalid" | "Required" | "Duplicate";

/** A validation error of the API server about operations, with the reason that explains it. */
export interface OperationError {
  readonly type: FieldErrorType;
  /** Field path, such as `metadata.annotations[gardener.cloud/operation]`. */
  readonly field: string;
  readonly reason: OperationReason;
}

/** Validation of one operation annotation: its operations, the field path of errors, and the errors found so far. */
export interface OperationCheck<Facts> {
  readonly facts: Facts;
  readonly field: string;
  readonly list: readonly string[];
  readonly errors: OperationError[];
}

export const annotationsField = "metadata.annotations";

const fields: Readonly<Record<OperationAnnotation, string>> = {
  [annotations.operation]: `${annotationsField}[${annotations.operation}]`,
  [annotations.maintenanceOperation]: `${annotationsField}[${annotations.maintenanceOperation}]`,
};

export const operationField = fields[annotations.operation];
export const maintenanceField = fields[annotations.maintenanceOperation];

export function forbiddenFieldError(field: string, reason: OperationReason): OperationError {
  return { type: "Forbidden", field, reason };
}
