import type { Worker } from "#lib/garden/shoot.ts";
import { parseMachineSetting, parseNodeAmount } from "./machine-setting-fields.ts";
import type { PoolEdit } from "./update-draft.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns the pool with an edit applied. Other fields are kept, including those unknown to this build. */
export function applyPoolEdit(pool: Worker, edit: PoolEdit): Worker {
  return [withKubernetes, withImage, withStrategy, withSize, withSurge, withSettings].reduce(
    (current, step) => step(current, edit),
    pool,
  );
}

function withKubernetes(pool: Worker, { kubernetes: version }: PoolEdit): Worker {
  if (version === undefined) return pool;
  if (version !== null) return { ...pool, kubernetes: { ...pool.kubernetes, version } };
  const { kubernetes, ...others } = pool;
  const { version: _, ...block } = kubernetes ?? {};
  return Object.keys(block).length === 0 ? others : { ...others, kubernetes: block };
}

/** Sets the machine image of a pool. Provider settings belong to an image and are removed when the image changes. */
function withImage(pool: Worker, { image }: PoolEdit): Worker {
  if (image === undefined) return pool;
  const before = pool.machine?.image;
  const kept = before?.name === image.name ? before : undefined;
  return { ...pool, machine: { ...pool.machine, image: { ...kept, ...image } } };
}

/** Sets a pool's update strategy. Manual updates forbid maxSurge and maxUnavailable, so entered values are removed. */
function withStrategy(pool: Worker, { updateStrategy }: PoolEdit): Worker {
  if (updateStrategy === undefined) return pool;
  const { maxSurge: _surge, maxUnavailable: _unavailable, ...others } = pool;
  return { ...(updateStrategy === "ManualInPlaceUpdate" ? others : pool), updateStrategy };
}

function withSize(pool: Worker, { minimum, maximum }: PoolEdit): Worker {
  return { ...pool, ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

function withSurge(pool: Worker, { maxSurge, maxUnavailable }: PoolEdit): Worker {
  const surge = maxSurge === undefined ? pool : withField(pool, "maxSurge", parseNodeAmount(maxSurge));
  return maxUnavailable === undefined ? surge : withField(surge, "maxUnavailable", parseNodeAmount(maxUnavailable));
}

function withField(pool: Worker, field: "maxSurge" | "maxUnavailable", value: number | string | undefined): Worker {
  const { [field]: _, ...others } = pool;
  return value === undefined ? others : { ...others, [field]: value };
}

function withSettings(pool: Worker, { settings }: PoolEdit): Worker {
  if (settings === undefined) return pool;
  const block = Object.entries(settings).reduce<Fields>((current, [field, typed]) => {
    const { [field]: _, ...others } = current;
    const value = parseMachineSetting(field, typed);
    return value === undefined ? others : { ...others, [field]: value };
  }, pool.machineControllerManager ?? {});
  const { machineControllerManager: _, ...others } = pool;
  return Object.keys(block).length === 0 ? others : { ...others, machineControllerManager: block };
}
