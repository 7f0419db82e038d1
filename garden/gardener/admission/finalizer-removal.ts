import "server-only";
import { forbiddenError } from "#garden/api/errors/api-error.ts";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { type KubeResource, secretBindings, shoots } from "#lib/kube/resource.ts";

const gardener = "gardener";

/**
 * Refuses to remove Gardener's finalizer from a Shoot before its deletion has succeeded.
 * @throws ApiError 403 @source Gardener: plugin/pkg/global/finalizerremoval
 */
export function rejectShootFinalizerRemoval(shoot: Shoot, before: KubeObject | undefined): void {
  if (!isReleased(shoot, before)) return;
  const { technicalID, lastOperation } = shoot.status ?? {};
  if (!technicalID || !lastOperation) return;
  const { type, state, progress } = lastOperation;
  if (type === "Delete" && state === "Succeeded" && progress === 100) return;
  const why = `finalizer "${gardener}" cannot be removed because shoot deletion has not completed successfully yet`;
  throw forbiddenError(shoots, shoot.metadata.name, why);
}

interface BindingWrite {
  readonly binding: KubeObject;
  readonly before: KubeObject | undefined;
  readonly garden: GardenReader;
}

/**
 * Refuses to remove Gardener's finalizer from a binding of either kind while a Shoot refers to it.
 * @throws ApiError 403 @source Gardener: plugin/pkg/global/finalizerremoval
 */
export function rejectBindingFinalizerRemoval(resource: KubeResource, { binding, before, garden }: BindingWrite): void {
  if (!isReleased(binding, before)) return;
  const { name, namespace } = binding.metadata;
  const [words, field] =
    resource === secretBindings
      ? ["secret binding", "secretBindingName"]
      : ["credentials binding", "credentialsBindingName"];
  if (!garden.list({ resource: shoots, namespace }).some((shoot) => fieldAt(shoot, "spec", field) === name)) return;
  const why = `finalizer must not be removed - ${words} ${namespace}/${name} is still in use by at least one shoot`;
  throw forbiddenError(resource, name, why);
}

function isReleased({ metadata }: KubeObject, before: KubeObject | undefined): boolean {
  return before?.metadata.finalizers?.includes(gardener) === true && metadata.finalizers?.includes(gardener) !== true;
}
