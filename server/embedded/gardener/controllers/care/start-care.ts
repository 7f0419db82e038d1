import { keyOf } from "../client/shoot-client.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";
import { checkedStatus } from "./checked-status.ts";

/** The chart's default interval of gardenlet's care controller. */
const intervalMs = 30_000;

/**
 * Looks at the Shoots that have something to be looked at, once per interval. Between flows there is nothing to do and
 * no timer runs, however many Shoots there are.
 */
export function startCare({ client, clock, pace, signal, onFault }: ControllerContext): Controller {
  const due = new Set<string>();
  let cancel: (() => void) | undefined;
  signal.addEventListener("abort", () => cancel?.());

  const look = (): void => {
    cancel = undefined;
    const keys = [...due];
    due.clear();
    for (const key of keys) {
      try {
        client.writeStatus(key, (shoot) => checkedStatus(shoot, clock.now().getTime()));
      } catch (error) {
        onFault(error);
      }
    }
  };

  return {
    onEvent({ type, shoot }) {
      if (type === "DELETED" || !checkedStatus(shoot, clock.now().getTime())) return;
      due.add(keyOf(shoot));
      cancel ??= clock.setTimer(intervalMs / pace, look);
    },
  };
}
