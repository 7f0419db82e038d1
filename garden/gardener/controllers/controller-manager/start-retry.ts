import { controllerRetry } from "#lib/policy/controllers/controller-retry.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { isRetriedByControllerManager } from "#lib/policy/status/failed-and-up-to-date.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import { createAlarms } from "../context/alarms.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

/**
 * Requests a retry of Shoots that failed because of the provider's rate limits, ten to fifteen minutes later. An
 * operation that is already requested and not yet observed is not replaced.
 * @source Gardener: pkg/controllermanager/controller/shoot/retry
 */
export function startRetry(context: ControllerContext): Controller {
  const { client, clock, random } = context;
  const alarms = createAlarms(context);

  const retry = (key: string): void => {
    const shoot = client.get(key);
    if (!shoot || !isRetriedByControllerManager(shoot) || annotationOf(shoot, annotations.operation) !== "") return;
    client.writeMetadata(key, { annotations: { [annotations.operation]: "retry" } });
  };

  return {
    onEvent({ type, shoot }) {
      const key = shootKeyOf(shoot);
      const planned = controllerRetry(shoot);
      if (type === "DELETED") alarms.forget(key);
      else if (!planned) alarms.cancel(key);
      else if (!alarms.has(key)) {
        const { fromAt, untilAt } = planned;
        const atMs = fromAt + (untilAt - fromAt) * random.next();
        alarms.set(key, atMs - clock.now().getTime(), () => retry(key));
      }
    },
  };
}
