import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { codesOf, errorCodeRule } from "#lib/policy/status/error-codes.ts";
import { keyOf } from "../client/shoot-client.ts";
import { createAlarms } from "../context/alarms.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

const shortestMs = 10 * 60_000;
const jitterMs = 5 * 60_000;

/**
 * Asks for a retry of Shoots that failed because the provider was asked too often, ten to fifteen minutes later. What is
 * asked for already, and not yet observed, is not asked for again.
 * @source Gardener: pkg/controllermanager/controller/shoot/retry
 */
export function startRetry(context: ControllerContext): Controller {
  const { client, clock, random } = context;
  const alarms = createAlarms(context);

  const retry = (key: string): void => {
    const shoot = client.get(key);
    if (!shoot || !wasThrottled(shoot) || annotationOf(shoot, annotations.operation) !== "") return;
    client.writeMetadata(key, { annotations: { [annotations.operation]: "retry" } });
  };

  return {
    onEvent({ type, shoot }) {
      const key = keyOf(shoot);
      if (type === "DELETED") alarms.forget(key);
      else if (!wasThrottled(shoot)) alarms.cancel(key);
      else if (!alarms.has(key)) {
        const nowMs = clock.now().getTime();
        const failedAt = parseInstant(shoot.status?.lastOperation?.lastUpdateTime) ?? nowMs;
        alarms.set(key, failedAt + shortestMs + jitterMs * random.next() - nowMs, () => retry(key));
      }
    },
  };
}

function wasThrottled({ metadata, status }: Shoot): boolean {
  if (status?.lastOperation?.state !== "Failed" || metadata.generation !== status.observedGeneration) return false;
  return codesOf(status.lastErrors).some((code) => errorCodeRule(code)?.retriedByControllerManager === true);
}
