import { ApiError } from "#garden/api/errors/api-error.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps, type KubeResource, secrets } from "#lib/kube/resource.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";
import { projectResourcesOf, rotateProjectResources } from "./project-secrets.ts";

/** The parts of a Shoot's status that its project Secrets and ConfigMaps depend on. */
interface ResourceStatus {
  readonly exists: boolean;
  readonly authority: string;
  readonly ssh: string;
  readonly observability: string;
}

/**
 * Maintains the Secrets and ConfigMaps about a Shoot in its project namespace: creates them after the first successful
 * flow, updates them after each rotation and deletes them with the Shoot. Existing ones are not changed at the start.
 * @source Gardener docs, shoot_access and shoot_credentials_rotation
 */
export function startProjectResourceController(context: ControllerContext, seed: number): Controller {
  const { api, client, clock } = context;
  const known = new Map<string, ResourceStatus>();

  const write = (object: KubeObject): void => {
    const resource = resourceOf(object);
    const { namespace = "", name } = object.metadata;
    const current = api.get({ resource, namespace, name });
    if (current) api.update({ resource, namespace, name }, { ...current, ...dataOf(object) });
    else api.create({ resource, namespace }, object);
  };

  const writeAll = (shoot: Shoot, before: ResourceStatus | undefined): void => {
    const wanted = projectResourcesOf(shoot, clock.now(), seed);
    const { namespace = "" } = shoot.metadata;
    const current = (resource: KubeResource, name: string): string | undefined => {
      return stringAt(api.get({ resource, namespace, name }), "data", "ca.crt");
    };
    const bundle = current(configMaps, `${shoot.metadata.name}.ca-cluster`);
    const after = statusOf(shoot);
    const changed = {
      authority: before?.authority !== after.authority,
      ssh: before?.ssh !== after.ssh,
      observability: before?.observability !== after.observability,
    };
    const previousKeys = api.get({ resource: secrets, namespace, name: `${shoot.metadata.name}.ssh-keypair` });
    const rotated = rotateProjectResources(shoot, wanted, {
      seed,
      bundle,
      changed,
      previousKeys: stringsOf(previousKeys),
    });
    for (const object of rotated) write(object);
  };

  const removeAll = ({ metadata: { name, namespace = "" } }: Shoot): void => {
    for (const resource of [secrets, configMaps]) {
      for (const { metadata } of api.list({ resource, namespace })) {
        if (metadata.labels?.["shoot.gardener.cloud/name"] !== name) continue;
        try {
          api.delete({ resource, namespace, name: metadata.name });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error; // another writer was faster
        }
      }
    }
  };

  return {
    onEvent({ type, shoot }) {
      const key = shootKeyOf(shoot);
      const before = known.get(key);
      if (type === "DELETED") {
        known.delete(key);
        removeAll(shoot);
        return;
      }
      const after = statusOf(shoot);
      known.set(key, after);
      if (before === undefined || sameStatus(before, after) || !after.exists) return;
      const current = client.get(key);
      if (current) writeAll(current, before.exists ? before : undefined);
    },
  };
}

function statusOf({ status }: Shoot): ResourceStatus {
  const rotation = status?.credentials?.rotation;
  const { type, state } = status?.lastOperation ?? {};
  const phase = rotation?.certificateAuthorities?.phase ?? "";
  return {
    exists: type !== undefined && !(type === "Create" && state !== "Succeeded"),
    authority: phase === "" || phase === "Completed" ? "one" : "two",
    ssh: rotation?.sshKeypair?.lastCompletionTime ?? "",
    observability: rotation?.observability?.lastCompletionTime ?? "",
  };
}

function sameStatus(a: ResourceStatus, b: ResourceStatus): boolean {
  return a.exists === b.exists && a.authority === b.authority && a.ssh === b.ssh && a.observability === b.observability;
}

function resourceOf({ kind }: KubeObject): KubeResource {
  return kind === "Secret" ? secrets : configMaps;
}

function dataOf(object: KubeObject): object {
  return { data: fieldAt(object, "data") };
}

function stringsOf(object: KubeObject | undefined): Readonly<Record<string, string>> | undefined {
  const data = fieldAt(object, "data");
  if (typeof data !== "object" || data === null) return undefined;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, String(value)]));
}
