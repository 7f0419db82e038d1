import { predictControllerRetry } from "#lib/policy/controllers/predict-controller-retry.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { isRetriedByControllerManager } from "#lib/policy/status/failed-and-up-to-date.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import { createKeyedTimers } from "../context/alarms.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

/**
 * Retries Shoots ten to fifteen minutes after they failed because of rate limits of the infrastructure provider. A
 * pending operation annotation is not overwritten.
 * @source Gardener: pkg/controllermanager/controller/shoot/retry
 */
export function startRetryController(context: ControllerContext): Controller {
  const { client, clock, random } = context;
  const alarms = createKeyedTimers(context);

  const retry = (key: string): void => {
    const shoot = client.get(key);
    if (!shoot || !isRetriedByControllerManager(shoot) || annotationOf(shoot, annotations.operation) !== "") return;
    client.writeMetadata(key, { annotations: { [annotations.operation]: "retry" } });
  };

  return {
    onEvent({ type, shoot }) {
      const key = shootKeyOf(shoot);
      const planned = predictControllerRetry(shoot);
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
