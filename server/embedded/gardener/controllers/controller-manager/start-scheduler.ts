import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { isSelfHosted } from "#lib/policy/maintenance/control-plane-pools.ts";
import { seedUsability } from "#lib/policy/scheduling/seed-usability.ts";
import { keyOf } from "../client/shoot-client.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

/**
 * Gives a Shoot without a seed the usable one with the fewest Shoots, preferring its own region. Where there is none, the
 * last operation says so, and the next change of the Shoot tries again. The Shoots that are there at the start stay as they
 * are until somebody changes them.
 * @source Gardener: pkg/scheduler/controller/shoot
 */
export function startScheduler({ api, client, clock }: ControllerContext): Controller {
  const choose = (shoot: Shoot): string | undefined => {
    const counts = new Map<string, number>();
    for (const { spec } of client.list()) counts.set(spec.seedName ?? "", (counts.get(spec.seedName ?? "") ?? 0) + 1);
    const shootsOn = (seed: Seed): number => counts.get(seed.metadata.name) ?? 0;
    const usable = api
      .list<Seed>({ resource: seeds })
      .filter((seed) => seedUsability(shoot, seed, { shootsOnSeed: shootsOn(seed) }).usable);
    const near = usable.filter(({ spec }) => spec.provider.region === shoot.spec.region);
    const [best] = (near.length > 0 ? near : usable).toSorted((a, b) => shootsOn(a) - shootsOn(b));
    return best?.metadata.name;
  };

  let started = false;
  return {
    onSynced() {
      started = true;
    },
    onEvent({ type, shoot }) {
      if (!started) return;
      const current = type === "DELETED" ? undefined : client.get(keyOf(shoot));
      if (!current || current.spec.seedName || current.metadata.deletionTimestamp) return;
      if (isSelfHosted(current.spec)) return;
      const seedName = choose(current);
      const { namespace = "", name } = current.metadata;
      if (seedName !== undefined) {
        api.patch({ resource: shoots, namespace, name }, { spec: { seedName } });
        client.writeStatus(keyOf(current), ({ status = {} }) => withoutPending(status ?? {}));
      } else if (current.status?.lastOperation?.state !== "Pending") {
        const lastUpdateTime = formatInstant(clock.now().getTime());
        const description = `Failed to schedule Shoot: no usable seed found for provider ${current.spec.provider.type}`;
        const lastOperation = { type: "Create", state: "Pending", progress: 0, description, lastUpdateTime };
        client.writeStatus(keyOf(current), ({ status }) => ({ ...status, lastOperation }));
      }
    },
  };
}

function withoutPending({
  lastOperation,
  ...status
}: NonNullable<Shoot["status"]>): NonNullable<Shoot["status"]> | undefined {
  if (!lastOperation) return undefined;
  return lastOperation.type === "Create" && lastOperation.state === "Pending" ? status : undefined;
}
