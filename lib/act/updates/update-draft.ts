import * as z from "zod/mini";

const text = z.string().check(z.maxLength(2_000));

/**
 * What somebody wants of one pool. Only what is named is wanted; everything else stays as it will be then, so an edit
 * outlives a change that somebody else makes meanwhile.
 */
const poolEditSchema = z.object({
  /** A Kubernetes version of its own; null for none, so that it follows the control plane. */
  kubernetes: z.exactOptional(z.nullable(text)),
  image: z.exactOptional(z.object({ name: text, version: text })),
  updateStrategy: z.exactOptional(text),
  /** As typed; empty to leave the field to the API server's default. */
  maxSurge: z.exactOptional(text),
  maxUnavailable: z.exactOptional(text),
  /** The fields of machineControllerManager, as typed; empty for the default. */
  settings: z.exactOptional(z.record(text, text)),
});
export type PoolEdit = z.infer<typeof poolEditSchema>;

/** Everything that is gathered for one change of a cluster's versions and of how they are rolled out. */
export const updateDraftSchema = z.object({
  controlPlane: z.exactOptional(text),
  /** Whether fields that the new version of the control plane refuses go with the change. */
  clearFields: z.exactOptional(z.boolean()),
  /** spec.maintenance.confineSpecUpdateRollout: whether changes wait for the maintenance window. */
  confine: z.exactOptional(z.boolean()),
  pools: z.record(text, poolEditSchema),
});
export type UpdateDraft = z.infer<typeof updateDraftSchema>;

export const emptyDraft: UpdateDraft = { pools: {} };

/** The draft with one more wish about a pool; undefined takes a wish back. */
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

/** The draft with one field of machineControllerManager as typed; undefined takes it back. */
export function withSetting(draft: UpdateDraft, pool: string, field: string, typed: string | undefined): UpdateDraft {
  const { [field]: _, ...others } = draft.pools[pool]?.settings ?? {};
  const settings = typed === undefined ? others : { ...others, [field]: typed };
  return withPoolEdit(draft, pool, { settings: Object.keys(settings).length === 0 ? undefined : settings });
}

type ShootEdit = Omit<UpdateDraft, "pools">;

/** The draft with other wishes about the whole cluster; undefined takes a wish back. */
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
