import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { isGardenletSilent } from "../client/injected-failures.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";
import { statusAfterHealthCheck } from "./status-after-health-check.ts";

/** Interval of health checks, as in the default values of gardenlet's chart. */
const intervalMs = 30_000;

/**
 * Starts the care controller, which checks once per interval the Shoots whose conditions have to change. No timer runs
 * while no Shoot needs a check.
 */
export function startCareController({ client, clock, pace, signal, guarded }: ControllerContext): Controller {
  const due = new Set<string>();
  let cancel: (() => void) | undefined;
  signal.addEventListener("abort", () => cancel?.());

  const checked = (shoot: Shoot): ShootStatus | undefined =>
    isGardenletSilent(client.seed(shoot.status?.seedName ?? ""))
      ? undefined
      : statusAfterHealthCheck(shoot, clock.now().getTime());

  const look = (): void => {
    cancel = undefined;
    const keys = [...due];
    due.clear();
    for (const key of keys) guarded(() => client.writeStatus(key, checked));
  };

  return {
    onEvent({ type, shoot }) {
      if (type === "DELETED" || !checked(shoot)) return;
      due.add(shootKeyOf(shoot));
      cancel ??= clock.setTimer(intervalMs / pace, look);
    },
  };
}
