import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { codesOf, errorCodeRule } from "#lib/policy/status/error-codes.ts";
import { keyOf } from "../client/shoot-client.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

const shortestMs = 10 * 60_000;
const jitterMs = 5 * 60_000;

/**
 * Asks for a retry of Shoots that failed because the provider was asked too often, ten to fifteen minutes later.
 * @source Gardener: pkg/controllermanager/controller/shoot/retry
 */
export function startRetry({ client, clock, random, signal, onFault }: ControllerContext): Controller {
  const due = new Map<string, () => void>();
  signal.addEventListener("abort", () => {
    for (const cancel of due.values()) cancel();
    due.clear();
  });

  const retry = (key: string): void => {
    due.delete(key);
    const shoot = client.get(key);
    if (!shoot || !wasThrottled(shoot) || annotationOf(shoot, annotations.operation) !== "") return;
    try {
      client.writeMetadata(key, { annotations: { [annotations.operation]: "retry" } });
    } catch (error) {
      onFault(error);
    }
  };

  return {
    onEvent({ type, shoot }) {
      const key = keyOf(shoot);
      if (type === "DELETED" || !wasThrottled(shoot)) {
        due.get(key)?.();
        due.delete(key);
        return;
      }
      if (due.has(key)) return;
      const failedAt = parseInstant(shoot.status?.lastOperation?.lastUpdateTime) ?? clock.now().getTime();
      const waitMs = failedAt + shortestMs + jitterMs * random.next() - clock.now().getTime();
      due.set(
        key,
        clock.setTimer(Math.max(0, waitMs), () => retry(key)),
      );
    },
  };
}

function wasThrottled({ status }: Shoot): boolean {
  if (status?.lastOperation?.state !== "Failed") return false;
  return codesOf(status.lastErrors).some((code) => errorCodeRule(code)?.retriedByControllerManager === true);
}
