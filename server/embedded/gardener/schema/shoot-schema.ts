import "server-only";
import { object, type Schema, text } from "../../api/schema/schema.ts";
import { shootSpec } from "./shoot/shoot-spec.ts";
import { shootStatus } from "./shoot/shoot-status.ts";

/**
 * The schema of a Shoot.
 * @source Gardener: pkg/apis/core/v1beta1/types_shoot.go
 */
export function shootSchema(metadata: Schema): Schema {
  return object("Shoot represents a Shoot cluster created and managed by Gardener.", {
    apiVersion: text("The versioned schema of this representation."),
    kind: text("The REST resource this object represents."),
    metadata,
    spec: shootSpec,
    status: shootStatus,
  });
}
