import { formatInstant } from "#lib/kube/instant.ts";
import type { Shoot } from "../../../garden/shoot.ts";
import { checkLifetime } from "../../controllers/lifetime.ts";
import { annotations } from "../../operations/annotations.ts";
import { type Adapter, adapter } from "../vector/adapter.ts";
import { nowOfVector } from "../vector/now-of-vector.ts";

interface LifetimeInput {
  readonly shoot: Shoot;
  readonly quotas: readonly object[];
  readonly lastQuotaMissing: boolean;
}

const lifetime = adapter<LifetimeInput>(({ shoot, quotas, lastQuotaMissing }, vector) => {
  const named = quotas.map((spec, index) => ({ metadata: { name: `quota-${index}` }, spec }));
  const found = named.map((quota, index) => (lastQuotaMissing && index === quotas.length - 1 ? undefined : quota));
  const check = checkLifetime(shoot, found, nowOfVector({}, vector));
  const before = shoot.metadata.annotations?.[annotations.expiration] ?? null;
  const ends = "setsEnd" in check && check.setsEnd ? formatInstant(check.endsAt) : before;
  const checksAgain = check.outcome === "lives" || check.outcome === "unlimited";
  return {
    deletes: check.outcome === "deletes",
    error: check.outcome === "fails",
    expires: check.outcome === "unlimited" ? null : ends,
    checksAgainAfter: checksAgain ? "1h0m0s" : null,
  };
});

export const nextControllersAdapters: ReadonlyMap<string, Adapter> = new Map([["next-lifetime", lifetime]]);
