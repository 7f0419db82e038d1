import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { nextHibernation } from "#lib/policy/hibernation/hibernation-schedule.ts";
import { ApiError } from "../../../api/errors/api-error.ts";
import { keyOf } from "../client/shoot-client.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

interface Alarm {
  readonly schedules: unknown;
  readonly cancel: () => void;
}

/** A refused trigger is tried again after a while, for as long as it counts. */
const retryMs = 60_000;
const deadlineMs = 2 * 60 * 60_000;

interface Trigger {
  readonly enabled: boolean;
  readonly sinceMs: number;
}

/**
 * Puts Shoots to sleep and wakes them by their schedules. A trigger that the API server refuses is tried again until it
 * is two hours old.
 * @source Gardener: pkg/controllermanager/controller/shoot/hibernation
 */
export function startHibernation(context: ControllerContext): Controller {
  const { api, client, clock, signal, onFault } = context;
  const alarms = new Map<string, Alarm>();
  signal.addEventListener("abort", () => {
    for (const { cancel } of alarms.values()) cancel();
    alarms.clear();
  });

  const arm = (key: string, shoot: Shoot): void => {
    alarms.get(key)?.cancel();
    alarms.delete(key);
    const schedules = shoot.spec.hibernation?.schedules;
    const nowMs = clock.now().getTime();
    const { hibernateMs = Number.POSITIVE_INFINITY, wakeUpMs = Number.POSITIVE_INFINITY } = nextHibernation(
      schedules,
      nowMs,
    );
    const atMs = Math.min(hibernateMs, wakeUpMs);
    if (!Number.isFinite(atMs)) {
      if (schedules) alarms.set(key, { schedules, cancel: () => undefined });
      return;
    }
    set(key, schedules, { atMs, run: () => fire(key, { enabled: hibernateMs <= wakeUpMs, sinceMs: atMs }) });
  };

  const set = (
    key: string,
    schedules: unknown,
    { atMs, run }: { readonly atMs: number; readonly run: () => void },
  ): void => {
    alarms.set(key, { schedules, cancel: clock.setTimer(atMs - clock.now().getTime(), run) });
  };

  const fire = (key: string, trigger: Trigger): void => {
    const shoot = client.get(key);
    if (!shoot || signal.aborted || shoot.metadata.deletionTimestamp) return;
    const nowMs = clock.now().getTime();
    const refused = refusedTrigger(shoot, trigger.enabled);
    if (refused && nowMs - trigger.sinceMs < deadlineMs) {
      set(key, shoot.spec.hibernation?.schedules, { atMs: nowMs + retryMs, run: () => fire(key, trigger) });
    } else {
      const current = client.get(key);
      if (current) arm(key, current);
    }
  };

  /** True when the API server does not take it now. */
  const refusedTrigger = (shoot: Shoot, enabled: boolean): boolean => {
    const { namespace = "", name } = shoot.metadata;
    try {
      api.patch({ resource: shoots, namespace, name }, { spec: { hibernation: { enabled } } });
      const lastHibernationTriggerTime = formatInstant(clock.now().getTime());
      client.writeStatus(keyOf(shoot), ({ status }) => ({ ...status, lastHibernationTriggerTime }));
      return false;
    } catch (error) {
      if (error instanceof ApiError) return true;
      onFault(error);
      return false;
    }
  };

  return {
    onEvent({ type, shoot }) {
      const key = keyOf(shoot);
      const known = alarms.get(key);
      if (type === "DELETED") {
        known?.cancel();
        alarms.delete(key);
      } else if (!semanticallyEqual(known?.schedules, shoot.spec.hibernation?.schedules)) {
        arm(key, shoot);
      }
    },
  };
}
