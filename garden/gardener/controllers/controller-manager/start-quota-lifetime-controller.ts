import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { credentialsBindings, type KubeResource, quotas, secretBindings, shoots } from "#lib/kube/resource.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { checkLifetime } from "#lib/policy/controllers/lifetime.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { CredentialsBinding, SecretBinding } from "../../kinds/bindings.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import { createKeyedTimers } from "../context/alarms.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";
import { isWriteAccepted } from "./is-write-accepted.ts";

const everyShoot = "every Shoot";

/**
 * Handles Quotas that limit the lifetime of clusters: annotates each Shoot with its expiration time, and deletes it at
 * the first hourly check after that time. A refused deletion is retried.
 * @source Gardener: pkg/controllermanager/controller/shoot/quota
 */
export function startQuotaLifetimeController(context: ControllerContext): Controller {
  const { api, client, clock, guarded } = context;
  const alarms = createKeyedTimers(context);

  const look = (key: string): void => {
    const shoot = client.get(key);
    if (!shoot || shoot.metadata.deletionTimestamp) return;
    const check = checkLifetime(shoot, quotasOf(shoot), clock.now().getTime());
    if (check.outcome === "fails") return;
    if (check.outcome === "unlimited") {
      if (check.removesEnd) client.writeMetadata(key, { annotations: { [annotations.expiration]: null } });
      return;
    }
    if (check.setsEnd) {
      client.writeMetadata(key, { annotations: { [annotations.expiration]: formatInstant(check.endsAt) } });
    }
    if (check.outcome === "deletes" && !isWriteAccepted(() => end(shoot))) alarms.set(key, 0, () => look(key));
  };

  const end = (shoot: Shoot): void => {
    const { namespace = "", name } = shoot.metadata;
    client.writeMetadata(shootKeyOf(shoot), { annotations: { [annotations.confirmDeletion]: "true" } });
    api.delete({ resource: shoots, namespace, name });
  };

  /** The Quotas of a Shoot; undefined if its binding does not exist. A missing Quota is undefined in the list. */
  const quotasOf = ({ metadata, spec }: Shoot): readonly (KubeObject | undefined)[] | undefined => {
    const { namespace = "" } = metadata;
    const binding = (resource: KubeResource, name: string) =>
      api.get<CredentialsBinding | SecretBinding>({ resource, namespace, name });
    const found = spec.credentialsBindingName
      ? binding(credentialsBindings, spec.credentialsBindingName)
      : binding(secretBindings, spec.secretBindingName ?? "");
    return found?.quotas?.map(({ name, namespace: place = namespace }) => {
      return api.get({ resource: quotas, namespace: place, name });
    });
  };

  const lookAtAll = (): void => {
    for (const shoot of client.list()) guarded(() => look(shootKeyOf(shoot)));
    alarms.set(everyShoot, hourMs, lookAtAll);
  };
  alarms.set(everyShoot, hourMs, lookAtAll);

  return {
    onEvent({ type, shoot }) {
      if (type === "ADDED") look(shootKeyOf(shoot));
      else if (type === "DELETED") alarms.forget(shootKeyOf(shoot));
    },
  };
}
