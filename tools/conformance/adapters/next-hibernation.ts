import type { Shoot } from "#lib/garden/shoot.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { checkHibernation, type HibernationControllerFacts } from "#lib/policy/hibernation/hibernation-check.ts";
import { triggersHibernationController } from "#lib/policy/hibernation/hibernation-wake.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { nowOfVector } from "../vector/now-of-vector.ts";

interface CheckInput {
  readonly shoot: Shoot;
  readonly triggerDeadline?: string | null;
  /** Number of simulated reconciliations, each at the time that the previous one requested. */
  readonly checks?: number;
}

function controllerOf({ triggerDeadline }: CheckInput): HibernationControllerFacts {
  const seconds = triggerDeadline ? durationSeconds(triggerDeadline) : undefined;
  // Without a deadline, only missed times of the last seven days count.
  return { release: "v1.150.0", triggerDeadlineMs: seconds === undefined ? Number.POSITIVE_INFINITY : seconds * 1000 };
}

function text(atMs: number): string {
  const iso = new Date(atMs).toISOString();
  return iso.replace(/\.000Z$/, "Z");
}

function one(input: CheckInput, nowMs: number) {
  const check = checkHibernation(input.shoot, nowMs, controllerOf(input));
  const enabled = input.shoot.spec.hibernation?.enabled === true;
  const answer = { error: false, acts: false, changes: false, enabled };
  switch (check.outcome) {
    case "none":
    case "unreadable":
      return { ...answer, next: null };
    case "never-returns":
      return { returns: false };
    case "executes":
      return {
        ...answer,
        acts: true,
        changes: check.changes,
        enabled: check.enabled,
        next: text(check.nextAt),
        triggerTime: text(nowMs),
      };
    default:
      return { ...answer, next: text(check.nextAt) };
  }
}

function many(input: CheckInput, firstMs: number) {
  const controller = controllerOf(input);
  const acts: { readonly at: string; readonly enabled: boolean; readonly changes: boolean }[] = [];
  let { shoot } = input;
  let nowMs = firstMs;
  for (let look = 0; look < (input.checks ?? 1); look++) {
    const check = checkHibernation(shoot, nowMs, controller);
    if (!("nextAt" in check)) break;
    if (check.outcome === "executes") {
      const { enabled, changes } = check;
      acts.push({ at: new Date(nowMs).toISOString(), enabled, changes });
      const { spec, status } = shoot;
      const lastHibernationTriggerTime = new Date(nowMs).toISOString();
      shoot = {
        ...shoot,
        spec: { ...spec, hibernation: { ...spec.hibernation, enabled } },
        status: { ...status, lastHibernationTriggerTime },
      };
    }
    nowMs = check.nextAt;
  }
  return { acts };
}

const check = createVectorAdapter<CheckInput>((input, vector) => one(input, nowOfVector({}, vector)));

export const nextHibernationAdapters: VectorAdapters = {
  "next-hibernation": check,
  "next-hibernation-hand": check,
  "next-hibernation-never": createVectorAdapter<CheckInput>((input, vector) => {
    const answer = one(input, nowOfVector({}, vector));
    return "returns" in answer ? answer : { returns: true, result: answer };
  }),
  "next-hibernation-run": createVectorAdapter<CheckInput>((input, vector) => many(input, nowOfVector({}, vector))),
  "next-hibernation-wake": createVectorAdapter<{ readonly old: Shoot; readonly new: Shoot }>(({ old, new: after }) => ({
    checkedAtOnce: triggersHibernationController(old, after),
    checkedAtControllerStart: (after.spec.hibernation?.schedules ?? []).length > 0,
  })),
};
