import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { annotationOf, annotations, normalisedOperations } from "#lib/policy/operations/annotations.ts";
import { beginsRotation } from "#lib/policy/operations/catalogue-entry.ts";
import { catalogueEntryOfOperation } from "#lib/policy/operations/vocabulary.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";

const infrastructure = "deployInfrastructure";
const dns = ["deployDNSRecordInternal", "deployDNSRecordExternal", "deployDNSRecordIngress"];

function rotatesSsh(operation: string): boolean {
  const entry = catalogueEntryOfOperation(operation);
  return entry !== undefined && beginsRotation(entry) && entry.families.includes("sshKeypair");
}

/**
 * Sets the annotations that the API server derives from a write: the user who created the Shoot, tasks for the next
 * reconciliation, the retry of a Failed Shoot in its maintenance window, and the user who confirmed the deletion.
 * @source Gardener: plugin/pkg/shoot/mutator, plugin/pkg/global/deletionconfirmation
 */
export function withWriteAnnotations(shoot: Shoot, before: Shoot | undefined, user: string): Shoot {
  const marked = { ...shoot.metadata.annotations };
  if (!before) marked[annotations.createdBy] = user;
  const tasks = newTasks(shoot, before);
  if (tasks.length > 0) {
    const present = (marked[annotations.tasks] ?? "").split(",").filter((task) => task !== "");
    marked[annotations.tasks] = [...new Set([...present, ...tasks])].join(",");
  }
  if (before && needsRetry(shoot, before)) marked[annotations.needsRetry] = "true";
  const confirmed = confirmedBy(shoot, before, user);
  if (confirmed === undefined) delete marked[annotations.deletionConfirmedBy];
  else marked[annotations.deletionConfirmedBy] = confirmed;
  if (semanticallyEqual(marked, shoot.metadata.annotations ?? {})) return shoot;
  return { ...shoot, metadata: { ...shoot.metadata, annotations: marked } };
}

function newTasks(shoot: Shoot, before: Shoot | undefined): readonly string[] {
  if (!before) return [infrastructure, ...dns];
  const wakesUp = before.spec.hibernation?.enabled === true && shoot.spec.hibernation?.enabled !== true;
  if (wakesUp) return [infrastructure, ...dns];
  const tasks: string[] = [];
  const asked = annotationOf(shoot, annotations.operation);
  const isNew = asked !== annotationOf(before, annotations.operation);
  const rotates = isNew && normalisedOperations(asked).some(rotatesSsh);
  if (rotates || movesInfrastructure(before, shoot)) tasks.push(infrastructure);
  if (!semanticallyEqual(before.spec.dns, shoot.spec.dns)) tasks.push(...dns);
  return tasks;
}

function movesInfrastructure({ spec: before }: Shoot, { spec: after }: Shoot): boolean {
  const familiesOf = (spec: Shoot["spec"]) => listAt(spec, "networking", "ipFamilies").length;
  const sshOf = (spec: Shoot["spec"]) => fieldAt(spec, "provider", "workersSettings", "sshAccess", "enabled") ?? null;
  return (
    !semanticallyEqual(before.provider.infrastructureConfig, after.provider.infrastructureConfig) ||
    (familiesOf(before) > 0 && familiesOf(before) < familiesOf(after)) ||
    (sshOf(before) !== null && sshOf(before) !== sshOf(after))
  );
}

function needsRetry(shoot: Shoot, before: Shoot): boolean {
  const confined = shoot.spec.maintenance?.confineSpecUpdateRollout === true;
  return confined && shoot.status?.lastOperation?.state === "Failed" && !semanticallyEqual(before.spec, shoot.spec);
}

/** User who confirmed the deletion, from an annotation that only the server sets and removes with the confirmation. */
function confirmedBy(shoot: Shoot, before: Shoot | undefined, user: string): string | undefined {
  if (!isTruthy(annotationOf(shoot, annotations.confirmDeletion))) return undefined;
  const wasConfirmed = before !== undefined && isTruthy(annotationOf(before, annotations.confirmDeletion));
  const earlier = before && annotationOf(before, annotations.deletionConfirmedBy);
  return wasConfirmed && earlier ? earlier : user;
}
