import { annotations, type OperationAnnotation } from "./annotations.ts";
import type { Reason } from "./reasons.ts";

/** The kinds of Kubernetes' field errors that occur here. */
export type FieldErrorType = "NotSupported" | "Forbidden" | "Invalid" | "Required" | "Duplicate";

/** One error of the API server's validation, with the reason that explains it. */
export interface OperationError {
  readonly type: FieldErrorType;
  /** A field path, such as `metadata.annotations[gardener.cloud/operation]`. */
  readonly field: string;
  readonly reason: Reason;
}

/** One annotation under validation: its operations, where errors go, and those found so far. */
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

export function forbidden(field: string, reason: Reason): OperationError {
  return { type: "Forbidden", field, reason };
}
