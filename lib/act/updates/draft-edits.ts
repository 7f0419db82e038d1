import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { text } from "#lib/language/text.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { formatList } from "#lib/words/format-list.ts";
import { applyDraft, clearableFieldsForVersion } from "./apply-draft.ts";
import { formatMachineSetting, machineSettingFields } from "./machine-setting-fields.ts";
import { type PoolEdit, type UpdateDraft, withMachineSetting, withPoolEdit, withShootEdit } from "./update-draft.ts";

/** Description of one edit in a draft, and the draft without this edit. */
export interface DraftEdit {
  readonly key: string;
  readonly words: string;
  readonly without: UpdateDraft;
}

/** Describes the edits of a draft. Edits whose values the cluster already has are left out. */
export function draftEditsOf(spec: ShootSpec, draft: UpdateDraft, rules: GardenerRules): readonly DraftEdit[] {
  const next = applyDraft(spec, draft, rules);
  const after = new Map(workerPoolsOf(next).map((pool) => [pool.name, pool]));
  return [
    ...controlPlaneLines(spec, draft),
    ...clearedLines(spec, draft, rules),
    ...workerPoolsOf(spec).flatMap((pool) => {
      const edit = Object.hasOwn(draft.pools, pool.name) ? draft.pools[pool.name] : undefined;
      return edit === undefined ? [] : poolLines({ before: pool, after: after.get(pool.name) ?? pool, edit, draft });
    }),
    ...confinementLines(spec, draft),
  ];
}

function controlPlaneLines(spec: ShootSpec, draft: UpdateDraft): readonly DraftEdit[] {
  const { controlPlane } = draft;
  const { version } = spec.kubernetes;
  if (controlPlane === undefined || controlPlane === version) return [];
  const without = withShootEdit(draft, { controlPlane: undefined, clearFields: undefined });
  return [
    {
      key: "control-plane",
      words: text("Control plane {version} to {controlPlane}", {
        version: version || text("(no version)"),
        controlPlane,
      }),
      without,
    },
  ];
}

function clearedLines(spec: ShootSpec, draft: UpdateDraft, rules: GardenerRules): readonly DraftEdit[] {
  if (draft.clearFields !== true) return [];
  const wanted = withShootEdit(draft, { clearFields: undefined });
  const version = draft.controlPlane ?? spec.kubernetes.version;
  const cleared = clearableFieldsForVersion(applyDraft(spec, wanted, rules), version, rules);
  if (cleared.length === 0) return [];
  const fields = formatList(cleared.map(({ field }) => `spec.${field}`));
  return [
    { key: "fields", words: text("Without {fields}, which {version} refuses", { fields, version }), without: wanted },
  ];
}

function confinementLines(spec: ShootSpec, draft: UpdateDraft): readonly DraftEdit[] {
  const { confine } = draft;
  if (confine === undefined || confine === (spec.maintenance?.confineSpecUpdateRollout === true)) return [];
  const words = confine
    ? text("From now on changes wait for the maintenance window")
    : text("From now on changes no longer wait for the maintenance window");
  return [{ key: "confine", words, without: withShootEdit(draft, { confine: undefined }) }];
}

interface EditedPool {
  readonly before: Worker;
  readonly after: Worker;
  readonly edit: PoolEdit;
  readonly draft: UpdateDraft;
}

function poolLines(edited: EditedPool): readonly DraftEdit[] {
  return [...versionLines(edited), ...imageLines(edited), ...rolloutLines(edited), ...settingLines(edited)];
}

function versionLines({ before, edit, draft }: EditedPool): readonly DraftEdit[] {
  const { kubernetes: wanted } = edit;
  const pin = before.kubernetes?.version || null;
  if (wanted === undefined || wanted === pin) return [];
  const words =
    wanted === null
      ? text("Pool {name} follows the control plane again (pinned at {pin})", { name: before.name, pin: pin ?? "" })
      : pin === null
        ? text("Pool {name} pinned at {wanted}", { name: before.name, wanted })
        : text("Pool {name} pinned at {wanted} ({pin} before)", { name: before.name, wanted, pin });
  return [
    { key: `${before.name}/kubernetes`, words, without: withPoolEdit(draft, before.name, { kubernetes: undefined }) },
  ];
}

function imageLines({ before, after, edit, draft }: EditedPool): readonly DraftEdit[] {
  const nameOf = (pool: Worker) => [pool.machine?.image?.name, pool.machine?.image?.version].filter(Boolean).join(" ");
  if (edit.image === undefined || nameOf(before) === nameOf(after)) return [];
  const words = text("Pool {name}: image {from} to {to}", {
    name: before.name,
    from: nameOf(before) || text("no image"),
    to: nameOf(after) || text("no image"),
  });
  return [{ key: `${before.name}/image`, words, without: withPoolEdit(draft, before.name, { image: undefined }) }];
}

function rolloutLines({ before, after, edit, draft }: EditedPool): readonly DraftEdit[] {
  const fields = ["minimum", "maximum", "updateStrategy", "maxSurge", "maxUnavailable"] as const;
  return fields.flatMap((field) => {
    const without = withPoolEdit(draft, before.name, { [field]: undefined });
    return edit[field] === undefined
      ? []
      : fieldLines(before.name, { field, from: before[field], to: after[field], without });
  });
}

function settingLines({ before, after, edit, draft }: EditedPool): readonly DraftEdit[] {
  const valueIn = (pool: Worker, field: string) => pool.machineControllerManager?.[field];
  return machineSettingFields.flatMap(({ field }) => {
    const without = withMachineSetting(draft, before.name, field, undefined);
    return Object.hasOwn(edit.settings ?? {}, field)
      ? fieldLines(before.name, { field, from: valueIn(before, field), to: valueIn(after, field), without })
      : [];
  });
}

interface EditedField {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly without: UpdateDraft;
}

function fieldLines(pool: string, { field, from, to, without }: EditedField): readonly DraftEdit[] {
  if (semanticallyEqual(from ?? null, to ?? null)) return [];
  const words = text("Pool {name}: {field} {from} to {to}", {
    name: pool,
    field,
    from: valueLabel(from),
    to: valueLabel(to),
  });
  return [{ key: `${pool}/${field}`, words, without }];
}

function valueLabel(value: unknown): string {
  return formatMachineSetting(value) || text("the default");
}
