import "server-only";
import type { ActRequestStep } from "#lib/act/plan/plan-act.ts";
import type { ReferenceReader } from "#lib/act/plan/read-named-things.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { CollectionTarget, ObjectTarget } from "#lib/kube/paths.ts";
import { credentialsBindings } from "#lib/kube/resource.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import type { ReferencedObjectState } from "#lib/policy/admission/named-objects.ts";
import type { GardenClient, ListOptions } from "#server/garden/garden-client.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import { listAll } from "#server/garden/list-all.ts";
import { readReferencedObject } from "#server/garden/read-referenced-object.ts";

interface ReferenceReading {
  readonly client: GardenClient;
  readonly may: ReferenceReader["may"];
  readonly holderOf: ReferenceReader["holderOf"];
  readonly signal: AbortSignal;
}

/** Reads objects that a Shoot references, with the user's own credential; unreadable objects are not checked. */
export function referenceReader({ client, may, holderOf, signal }: ReferenceReading): ReferenceReader {
  return {
    get: (target) => readReferencedObject(client, target, signal),
    any: (resource, { namespace, labelSelector }) =>
      isThereAny(client, { resource, namespace }, { labelSelector, signal }),
    stateOf: (target) => stateOf(client, target, signal),
    list: (resource, among) =>
      listAll({ client, signal, labelSelector: among?.labelSelector }, resource, among?.namespace),
    holderOf,
    may,
  };
}

/** Finds also the CredentialsBindings that an action creates before it changes the Shoot, to check the whole action. */
export function withPlannedBindings(reader: ReferenceReader, steps: readonly ActRequestStep[]): ReferenceReader {
  const planned = steps.flatMap((step) => (step.verb === "create" ? [step.body] : []));
  if (planned.length === 0) return reader;
  return {
    ...reader,
    async get<Thing extends KubeObject>(target: ObjectTarget) {
      const { resource, namespace, name } = target;
      const binding = planned.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace);
      if (resource !== credentialsBindings || !isKubeObject<Thing>(binding)) return reader.get<Thing>(target);
      return binding;
    },
  };
}

async function isThereAny(
  client: GardenClient,
  target: CollectionTarget,
  options: ListOptions,
): Promise<boolean | undefined> {
  const page = await resultOrReason(client.listMetadata(target, { ...options, limit: 1 }), "forbidden");
  return page === "forbidden" ? undefined : page.items.length > 0;
}

async function stateOf(
  client: GardenClient,
  target: ObjectTarget,
  signal: AbortSignal,
): Promise<ReferencedObjectState> {
  const found = await resultOrReason(client.getMetadata(target, { signal }), "not-found", "forbidden");
  if (found === "forbidden") return found;
  return found === "not-found" ? "missing" : "there";
}
