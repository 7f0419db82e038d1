import type { Condition } from "#lib/garden/condition.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { seeds } from "#lib/kube/resource.ts";
import {
  detectSilentGardenlet,
  predictHealthWithSilentGardenlet,
  type SilentGardenlet,
} from "#lib/policy/controllers/silent-gardenlet.ts";
import { conditionTimestampsAt } from "../../kinds/condition-timestamps-at.ts";
import { isGardenletSilent, silentGardenletAnnotation } from "../client/injected-failures.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import { createKeyedTimers } from "../context/alarms.ts";
import type { ControllerContext } from "../context/controller-context.ts";

const periodMs = 10_000;
const message = "Gardenlet stopped posting seed status.";

/**
 * Checks every ten seconds for Seeds whose gardenlet is silent: sets the conditions of the Seed, and later those of its
 * Shoots, to Unknown. Simulated gardenlets have no Lease; an annotation says since when a gardenlet is silent.
 * @source Gardener: pkg/controllermanager/controller/gardenletlifecycle
 */
export function startGardenletLifecycleController(context: ControllerContext): () => void {
  const { api, client, clock } = context;
  const alarms = createKeyedTimers(context);

  const look = (name: string): void => {
    const seed = client.seed(name);
    if (!seed || !isGardenletSilent(seed)) {
      alarms.forget(name);
      return;
    }
    const nowMs = clock.now().getTime();
    const silence = detectSilentGardenlet(
      seed,
      parseInstant(seed.metadata.annotations?.[silentGardenletAnnotation]),
      nowMs,
    );
    if (silence) tell(seed, silence, nowMs);
    alarms.set(name, periodMs, () => look(name));
  };

  const tell = (seed: Seed, silence: SilentGardenlet, nowMs: number): void => {
    const { name } = seed.metadata;
    const isDescribed = seed.status?.conditions?.some(
      (one) => one?.type === "GardenletReady" && one.status === "Unknown",
    );
    if (!isDescribed)
      api.updateStatus<Seed>({ resource: seeds, name }, { ...seed, status: isUnreachable(seed, nowMs) });
    for (const shoot of client.list()) {
      if (shoot.status?.seedName !== name) continue;
      const health = predictHealthWithSilentGardenlet(shoot, silence, nowMs);
      if (health)
        client.writeStatus(shootKeyOf(shoot), (current) => unknownStatus(current, health, formatInstant(nowMs)));
    }
  };

  return api.watch<Seed>({ resource: seeds }, ({ object }) => {
    const { name } = object.metadata;
    if (isGardenletSilent(object) && !alarms.has(name)) alarms.set(name, 0, () => look(name));
  });
}

function isUnreachable({ status }: Seed, nowMs: number): NonNullable<Seed["status"]> {
  const reason = "SeedMonitorGracePeriodExceeded";
  const unknown = { status: "Unknown", reason, message, ...conditionTimestampsAt(formatInstant(nowMs)) };
  const conditions = status?.conditions?.map((condition) =>
    condition?.type === "GardenletReady" ? { ...condition, ...unknown } : condition,
  );
  return { ...status, ...(conditions && { conditions }) };
}

interface Health {
  readonly conditions: readonly Condition[];
  readonly constraints: readonly Condition[];
}

/** The status with all conditions Unknown; undefined if they already are. */
function unknownStatus({ status }: Shoot, { conditions, constraints }: Health, at: string): ShootStatus | undefined {
  const dated = (entries: readonly Condition[], before: ShootStatus["conditions"]) =>
    entries.map((entry) => {
      const known = before?.find((one) => one?.type === entry.type);
      return known?.status === entry.status ? known : { ...entry, message, ...conditionTimestampsAt(at) };
    });
  const next = {
    conditions: dated(conditions, status?.conditions),
    constraints: dated(constraints, status?.constraints),
  };
  const isSaid = (["conditions", "constraints"] as const).every((list) => {
    const before = status?.[list] ?? [];
    return next[list].length === before.length && next[list].every((entry) => before.includes(entry));
  });
  return isSaid ? undefined : { ...status, ...next };
}
