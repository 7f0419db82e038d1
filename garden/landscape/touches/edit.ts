import type { Condition } from "#lib/garden/condition.ts";
import type { Shoot, ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";

export function withMetadata(shoot: Shoot, metadata: Partial<Shoot["metadata"]>): Shoot {
  return { ...shoot, metadata: { ...shoot.metadata, ...metadata } };
}

export function withAnnotations(shoot: Shoot, annotations: Readonly<Record<string, string>>): Shoot {
  return withMetadata(shoot, { annotations: { ...shoot.metadata.annotations, ...annotations } });
}

export function withSpec(shoot: Shoot, spec: Partial<ShootSpec>): Shoot {
  return { ...shoot, spec: { ...shoot.spec, ...spec } };
}

export function withStatus(shoot: Shoot, status: ShootStatus): Shoot {
  return { ...shoot, status: { ...shoot.status, ...status } };
}

/** Increases the generation of a Shoot, as a spec change does that gardenlet has not observed yet. */
export function withNewGeneration(shoot: Shoot): Shoot {
  return withMetadata(shoot, { generation: (shoot.metadata.generation ?? 1) + 1 });
}

/** Replaces the condition or constraint of the same type, or appends it. */
export function upsertConditionByType(
  list: readonly (Condition | null)[] | null | undefined,
  entry: Condition,
): readonly (Condition | null)[] {
  const at = (list ?? []).findIndex((existing) => existing?.type === entry.type);
  return at < 0 ? [...(list ?? []), entry] : (list ?? []).with(at, entry);
}
