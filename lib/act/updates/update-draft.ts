import * as z from "zod/mini";

const text = z.string().check(z.maxLength(2_000));

/** Edits of one pool. Only the fields that are present are changed, so that concurrent changes by others are kept. */
const poolEditSchema = z.object({
  /** Kubernetes version to pin; null removes the pin, so that the pool follows the control plane. */
  kubernetes: z.exactOptional(z.nullable(text)),
  image: z.exactOptional(z.object({ name: text, version: text })),
  updateStrategy: z.exactOptional(text),
  /** maxSurge as entered; empty for the default of the API server. */
  maxSurge: z.exactOptional(text),
  maxUnavailable: z.exactOptional(text),
  /** Least and largest number of nodes. */
  minimum: z.exactOptional(z.int()),
  maximum: z.exactOptional(z.int()),
  /** Fields of machineControllerManager as entered; empty for the default. */
  settings: z.exactOptional(z.record(text, text)),
});
export type PoolEdit = z.infer<typeof poolEditSchema>;

/** Draft with edits of a cluster's versions and of their rollout, which are sent as one change. */
export const updateDraftSchema = z.object({
  controlPlane: z.exactOptional(text),
  /** Whether the change removes fields that the new control plane version refuses. */
  clearFields: z.exactOptional(z.boolean()),
  /** spec.maintenance.confineSpecUpdateRollout: whether changes wait for the maintenance window. */
  confine: z.exactOptional(z.boolean()),
  pools: z.record(text, poolEditSchema),
});
export type UpdateDraft = z.infer<typeof updateDraftSchema>;

export const emptyUpdateDraft: UpdateDraft = { pools: {} };

/** Draft with an edit of a pool; undefined removes an edit. */
export function withPoolEdit(
  draft: UpdateDraft,
  pool: string,
  edit: { readonly [Field in keyof PoolEdit]?: PoolEdit[Field] | undefined },
): UpdateDraft {
  const { [pool]: before, ...others } = draft.pools;
  const next = onlyGiven({ ...before, ...edit });
  const pools = Object.keys(next).length === 0 ? others : { ...others, [pool]: next };
  return { ...draft, pools };
}

/** Returns the draft with an entered field of machineControllerManager; undefined removes the field. */
export function withMachineSetting(
  draft: UpdateDraft,
  pool: string,
  field: string,
  typed: string | undefined,
): UpdateDraft {
  const { [field]: _, ...others } = draft.pools[pool]?.settings ?? {};
  const settings = typed === undefined ? others : { ...others, [field]: typed };
  return withPoolEdit(draft, pool, { settings: Object.keys(settings).length === 0 ? undefined : settings });
}

type ShootEdit = Omit<UpdateDraft, "pools">;

/** Draft with edits of the whole cluster; undefined removes an edit. */
export function withShootEdit(
  { pools, ...before }: UpdateDraft,
  edit: { readonly [Field in keyof ShootEdit]?: ShootEdit[Field] | undefined },
): UpdateDraft {
  return { ...onlyGiven({ ...before, ...edit }), pools };
}

function onlyGiven<Fields extends object>(
  fields: Fields,
): {
  [Field in keyof Fields]?: Exclude<Fields[Field], undefined>;
} {
  const given: { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> } = {};
  for (const field in fields) {
    const value = fields[field];
    if (isGiven(value)) given[field] = value;
  }
  return given;
}

function isGiven<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined;
}
