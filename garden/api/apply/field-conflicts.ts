import "server-only";
import { ApiError } from "../errors/api-error.ts";
import { type FieldSet, fieldPathsOfSet } from "./field-set.ts";
import type { FieldManager } from "./managed-entry.ts";
import { formatElementPath } from "./path-element.ts";

/** Fields that an apply would take from another manager. */
export interface FieldConflict {
  readonly with: FieldManager;
  readonly fields: FieldSet;
}

/**
 * 409 Conflict of server-side apply, with one cause per field.
 * @source Kubernetes: apimachinery pkg/util/managedfields/internal/conflict.go
 */
export function applyConflictError(conflicts: readonly FieldConflict[]): ApiError {
  const named = conflicts
    .map((conflict) => ({
      name: managerText(conflict.with),
      paths: fieldPathsOfSet(conflict.fields).map(formatElementPath),
    }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const causes = named.flatMap(({ name, paths }) =>
    paths.map((field) => ({ reason: "FieldManagerConflict", message: `conflict with ${name}`, field })),
  );
  return new ApiError(409, "Conflict", messageOf(named, causes.length), { details: { causes } });
}

interface NamedConflict {
  readonly name: string;
  readonly paths: readonly string[];
}

function messageOf(named: readonly NamedConflict[], count: number): string {
  const [only] = named;
  if (count === 1 && only !== undefined) {
    return `Apply failed with 1 conflict: conflict with ${only.name}: ${only.paths.join("")}`;
  }
  const lines = named.flatMap(({ name, paths }) => [`conflicts with ${name}:`, ...paths.map((path) => `- ${path}`)]);
  return `Apply failed with ${count} conflicts: ${lines.join("\n")}`;
}

function managerText({ manager, operation, apiVersion, subresource }: FieldManager): string {
  const name = JSON.stringify(manager) + (subresource ? ` with subresource ${JSON.stringify(subresource)}` : "");
  return operation === "Update" ? `${name} using ${apiVersion}` : name;
}
