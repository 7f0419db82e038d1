import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { shoots } from "#lib/kube/resource.ts";
import { checkHibernation } from "#lib/policy/hibernation/hibernation-check.ts";
import { triggersHibernationController } from "#lib/policy/hibernation/hibernation-wake.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import { createKeyedTimers } from "../context/alarms.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";
import { isWriteAccepted } from "./is-write-accepted.ts";

/**
 * Hibernates and wakes up Shoots by their schedules, also up to two hours after a missed time. Refused writes are
 * retried during these two hours. A cron expression that never matches disables only the schedules of its Shoot; the
 * real controller would loop forever.
 * @source Gardener: pkg/controllermanager/controller/shoot/hibernation
 */
export function startHibernationController(context: ControllerContext): Controller {
  const { api, client, clock, recorder } = context;
  const alarms = createKeyedTimers(context);
  const known = new Map<string, Shoot>();

  const lookAfter = (key: string, delayMs: number): void => alarms.set(key, delayMs, () => look(key));

  const look = (key: string): void => {
    const shoot = client.get(key);
    if (!shoot) return;
    const nowMs = clock.now().getTime();
    const check = checkHibernation(shoot, nowMs, { release: context.release });
    if (check.outcome === "executes" && !isWriteAccepted(() => execute(shoot, check.enabled))) lookAfter(key, 0);
    else if ("nextAt" in check) lookAfter(key, check.nextAt - nowMs);
    else alarms.cancel(key);
  };

  const execute = (shoot: Shoot, enabled: boolean): void => {
    const { namespace = "", name } = shoot.metadata;
    api.patch({ resource: shoots, namespace, name }, { spec: { hibernation: { enabled } } });
    const lastHibernationTriggerTime = formatInstant(clock.now().getTime());
    client.writeStatus(shootKeyOf(shoot), ({ status }) => ({ ...status, lastHibernationTriggerTime }));
    recorder.record(shoot, { type: "Normal", ...(enabled ? asleep : awake) });
  };

  return {
    onEvent({ type, shoot }) {
      const key = shootKeyOf(shoot);
      const before = known.get(key);
      known.set(key, shoot);
      if (type === "DELETED") {
        known.delete(key);
        alarms.forget(key);
      } else if (before ? triggersHibernationController(before, shoot) : shoot.spec.hibernation?.schedules?.length) {
        look(key);
      }
    },
  };
}

const asleep = { reason: "Hibernated", message: "Hibernating cluster due to schedule" };
const awake = { reason: "WokenUp", message: "Waking up cluster due to schedule" };
