import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { isSilent } from "../client/injected-failures.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";
import { checkedStatus } from "./checked-status.ts";

/** The default interval of gardenlet's care controller in its chart. */
const intervalMs = 30_000;

/**
 * Checks the Shoots that are due, once per interval. Between flows nothing is due and no timer runs, however many
 * Shoots exist.
 */
export function startCare({ client, clock, pace, signal, guarded }: ControllerContext): Controller {
  const due = new Set<string>();
  let cancel: (() => void) | undefined;
  signal.addEventListener("abort", () => cancel?.());

  const checked = (shoot: Shoot): ShootStatus | undefined =>
    isSilent(client.seed(shoot.status?.seedName ?? "")) ? undefined : checkedStatus(shoot, clock.now().getTime());

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
