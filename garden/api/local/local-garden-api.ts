import "server-only";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { CollectionTarget, ObjectTarget } from "#lib/kube/paths.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { isRecord, isWireObject } from "#lib/kube/wire.ts";
import { updateTracker } from "../apply/field-tracker.ts";
import type { GardenClockSource } from "../clock/clock.ts";
import { badRequest, notFound } from "../errors/api-error.ts";
import type { User } from "../rbac/user.ts";
import { castStored, createGardenReader } from "../registry/garden-reader.ts";
import type { ObjectWriter, WriteOptions, WriteTarget } from "../registry/object-writer.ts";
import type { Registry } from "../registry/registry.ts";
import type { ResourceDefinition } from "../registry/resource-definition.ts";
import { type ObjectStore, resourceKey } from "../store/store.ts";
import type { GardenApi, GardenEvent } from "./garden-api.ts";

/** Identity under which controllers in the same process write. */
export interface SystemAccess {
  readonly user: User;
  /** Returns the field manager for writes to a subresource, or to the object itself if undefined. */
  managerOf(subresource: string | undefined): string;
}

/** The garden's API without a network, for controllers in the same process. */
export function createLocalGardenApi(parts: {
  readonly store: ObjectStore;
  readonly writer: ObjectWriter;
  readonly clock: GardenClockSource;
  readonly registry: Registry;
  readonly system: SystemAccess;
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

  /** Write options of the system user. Objects without managedFields stay without them. */
  function optionsOf({ resource, subresource }: ObjectTarget): WriteOptions {
    const now = clock.now();
    return {
      context: { user: system.user, now, warn: () => undefined },
      dryRun: false,
      track: updateTracker({
        definition: definitionOf(resource),
        manager: system.managerOf(subresource),
        subresource,
        now,
      }),
      ...(subresource === "status" ? { subresource } : {}),
    };
  }

  function update<Item extends KubeObject>(target: ObjectTarget, object: KubeObject): Item {
    return castStored(writer.update(toWriteTarget(target), object, optionsOf(target)));
  }

  const reader = createGardenReader(store);
  return {
    ...reader,
    watch<Item extends KubeObject>(target: CollectionTarget, onEvent: (event: GardenEvent<Item>) => void) {
      const { resource, namespace } = target;
      const stop = store.collection(resourceKey(resource)).ring.follow(({ type, object }) => {
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
      if (!isRecord(patched) || !isWireObject<KubeObject>(patched)) throw badRequest("the patch leaves no object");
      return update(target, patched);
    },
    delete(target) {
      writer.delete(toWriteTarget(target), optionsOf(target));
    },
  };
}
