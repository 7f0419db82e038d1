import type { Condition } from "#lib/garden/condition.ts";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { predictMigrationCheck } from "#lib/policy/controllers/migration.ts";
import { isLeavingSeed } from "#lib/policy/status/seed-move.ts";
import { conditionTimestampsAt } from "../../kinds/condition-timestamps-at.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import { createKeyedTimers } from "../context/alarms.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

const constraintType = "ReadyForMigration";

/**
 * Checks whether the destination Seed of a control plane migration is ready. Gardenlet starts the migration only then.
 * @source Gardener: pkg/controllermanager/controller/shoot/migration
 */
export function startMigrationController(context: ControllerContext): Controller {
  const { client, clock } = context;
  const alarms = createKeyedTimers(context);
  const seeds = new Map<string, string>();

  const look = (key: string): void => {
    const shoot = client.get(key);
    const source = client.seed(shoot?.status?.seedName ?? "");
    const destination = client.seed(shoot?.spec.seedName ?? "");
    if (!shoot || !source || !destination) return;
    const { readyForMigration, checksAgainAfterMs } = predictMigrationCheck(shoot, source, destination);
    client.writeStatus(key, (current) => withConstraint(current, readyForMigration, clock.now().getTime()));
    if (checksAgainAfterMs === undefined) alarms.cancel(key);
    else alarms.set(key, checksAgainAfterMs, () => look(key));
  };

  return {
    onEvent({ type, shoot }) {
      const key = shootKeyOf(shoot);
      if (type === "DELETED") {
        seeds.delete(key);
        alarms.forget(key);
        return;
      }
      const between = `${shoot.status?.seedName} ${shoot.spec.seedName}`;
      const isNews = seeds.get(key) !== between;
      seeds.set(key, between);
      if (isNews && (isLeavingSeed(shoot) || constraintOf(shoot))) look(key);
    },
  };
}

function constraintOf({ status }: Shoot): Condition | undefined {
  return status?.constraints?.find((constraint) => constraint?.type === constraintType) ?? undefined;
}

function withConstraint(
  shoot: Shoot,
  wanted: Pick<Condition, "status" | "reason"> | undefined,
  nowMs: number,
): ShootStatus | undefined {
  const { status } = shoot;
  if (constraintOf(shoot)?.status === wanted?.status) return undefined;
  const others = (status?.constraints ?? []).filter((constraint) => constraint?.type !== constraintType);
  if (wanted === undefined) return { ...status, constraints: others };
  const message =
    wanted.status === "True"
      ? "The destination seed is ready."
      : `The destination seed ${shoot.spec.seedName} cannot take the control plane.`;
  const constraint = { type: constraintType, ...wanted, message, ...conditionTimestampsAt(formatInstant(nowMs)) };
  return { ...status, constraints: [...others, constraint] };
}
