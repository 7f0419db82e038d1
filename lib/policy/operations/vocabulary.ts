import { rolloutOperationPrefix } from "./annotations.ts";
import { annotationCatalogue, operationCatalogue } from "./catalogue.ts";
import type { AnnotationEntry } from "./catalogue-entry.ts";

/** An operation requested through the annotation `gardener.cloud/operation`. */
export type AnnotationOperationId = keyof typeof annotationCatalogue;
/** An operation requested without an annotation: through a field of the Shoot, a subresource or another object. */
export type NonAnnotationOperationId = Exclude<OperationId, AnnotationOperationId>;
export type OperationId = keyof typeof operationCatalogue;

const entryByText: ReadonlyMap<string, AnnotationEntry<AnnotationOperationId>> = new Map(
  Object.entries(annotationCatalogue),
);

export function isAnnotationOperation(text: string): text is AnnotationOperationId {
  return entryByText.has(text);
}

export function isOperationId(text: string): text is OperationId {
  return Object.hasOwn(operationCatalogue, text);
}

export const annotationOperations: readonly AnnotationOperationId[] =
  Object.keys(annotationCatalogue).filter(isAnnotationOperation);
export const operationIds: readonly OperationId[] = Object.keys(operationCatalogue).filter(isOperationId);

/**
 * The catalogue entry of an operation as written in an annotation, which may include pools; undefined for an unknown
 * text.
 */
export function catalogueEntryOfOperation(operation: string): AnnotationEntry<AnnotationOperationId> | undefined {
  const entry = entryByText.get(operation);
  if (entry) return entry;
  const family = rolloutOperationPrefix(operation);
  return family && annotationCatalogue[family];
}

/** Whether the operation must be the only one in its annotation. */
export function mustBeSoleOperation(operation: string): boolean {
  return catalogueEntryOfOperation(operation)?.sole === true;
}
