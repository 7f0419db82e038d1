import "server-only";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { CollectionTarget, ObjectTarget } from "#lib/kube/paths.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { isKubeObject, isRecord } from "#lib/kube/wire.ts";
import { createUpdateTracker } from "../apply/field-tracker.ts";
import type { GardenClockSource } from "../clock/clock.ts";
import { badRequest, notFound } from "../errors/api-error.ts";
import type { User } from "../rbac/user.ts";
import { castStored, createGardenReader } from "../registry/garden-reader.ts";
import type { ObjectWriter, WriteOptions, WriteTarget } from "../registry/object-writer.ts";
import { isWritableSubresource, type ResourceDefinition } from "../registry/resource-definition.ts";
import type { ResourceRegistry } from "../registry/resource-registry.ts";
import { collectionKeyOf, type ObjectStore } from "../store/store.ts";
import type { GardenApi, GardenWatchEvent } from "./garden-api.ts";

/** User and field managers of writes by controllers in the same process. */
export interface SystemWriteIdentity {
  readonly user: User;
  /** Returns the field manager for writes to a subresource; undefined stands for the object itself. */
  managerOf(subresource: string | undefined): string;
}

/** Creates an in-process client of the garden's API, for controllers. */
export function createLocalGardenApi(parts: {
  readonly store: ObjectStore;
  readonly writer: ObjectWriter;
  readonly clock: GardenClockSource;
  readonly registry: ResourceRegistry;
  readonly system: SystemWriteIdentity;
}): GardenApi {
  const { store, writer, clock, registry, system } = parts;

  function definitionOf({ group, version, plural }: KubeResource): ResourceDefinition {
    const found = registry.find(group, version, plural);
    if (found === undefined) throw new Error(`the embedded garden has no ${plural}.${group}`);
    return found;
  }

  function toWriteTarget({ resource, namespace, name }: ObjectTarget): WriteTarget {
    return { definition: definitionOf(resource), namespace, name };
  }

  /** Write options for controllers. A write does not add managedFields to an object that has none. */
  function optionsOf({ resource, subresource }: ObjectTarget): WriteOptions {
    const now = clock.now();
    return {
      context: { user: system.user, now, warn: () => undefined },
      dryRun: false,
      track: createUpdateTracker({
        definition: definitionOf(resource),
        manager: system.managerOf(subresource),
        subresource,
        now,
      }),
      ...(isWritableSubresource(subresource) ? { subresource } : {}),
    };
  }

  function update<Item extends KubeObject>(target: ObjectTarget, object: KubeObject): Item {
    return castStored(writer.update(toWriteTarget(target), object, optionsOf(target)));
  }

  const reader = createGardenReader(store);
  return {
    ...reader,
    watch<Item extends KubeObject>(target: CollectionTarget, onEvent: (event: GardenWatchEvent<Item>) => void) {
      const { resource, namespace } = target;
      const stop = store.collection(collectionKeyOf(resource)).ring.follow(({ type, object }) => {
        if (namespace === undefined || object.metadata.namespace === namespace)
          onEvent({ type, object: castStored(object) });
      });
      for (const object of reader.list<Item>(target)) onEvent({ type: "ADDED", object });
      return stop;
    },
    create: ({ resource, namespace }, object) =>
      castStored(
        writer.create({ definition: definitionOf(resource), namespace }, object, {
          ...optionsOf({ resource, name: "" }),
          track: undefined,
        }),
      ),
    update,
    tryUpdate: (target, object) =>
      castStored(writer.update(toWriteTarget(target), object, { ...optionsOf(target), dryRun: true })),
    updateStatus: (target, object) => update({ ...target, subresource: "status" }, object),
    patch(target, patch) {
      const current = reader.get(target);
      if (current === undefined) throw notFound(target.resource, target.name);
      const patched = applyMergePatch(current, patch);
      if (!isRecord(patched) || !isKubeObject<KubeObject>(patched)) throw badRequest("the patch leaves no object");
      return update(target, patched);
    },
    delete(target) {
      writer.delete(toWriteTarget(target), optionsOf(target));
    },
  };
}
