"use client";

import { clsx } from "clsx";
import { useId } from "react";
import { Field, verbatimInputProps } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { applyPoolEdit } from "#lib/act/updates/apply-pool-edit.ts";
import {
  formatMachineSetting,
  type MachineSettingContext,
  machineSettingDefault,
  machineSettingFieldsOf,
} from "#lib/act/updates/machine-setting-fields.ts";
import { withMachineSetting, withPoolEdit } from "#lib/act/updates/update-draft.ts";
import type { UpdateDraftValidation } from "#lib/act/updates/validate-update-draft.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { applyPoolDefaults } from "#lib/policy/changes/pool-defaults.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { isPoolUpdatedInPlace } from "#lib/policy/versions/filter-image.ts";
import { LabelledSelect } from "./labelled-select.tsx";
import type { VersionChangeFormProps } from "./version-change-form-props.ts";

interface PoolSettingsFormProps extends VersionChangeFormProps {
  readonly faults: UpdateDraftValidation["faults"];
}

/** Form for how each worker pool's nodes are updated: strategy, surge, and machine-controller-manager settings. */
export function PoolSettingsForm(props: PoolSettingsFormProps) {
  const pools: readonly Worker[] = workerPoolsOf(props.context.shoot.spec);
  return (
    <section aria-labelledby="change-settings" className="border-t border-hairline px-4 py-3.5">
      <h3 id="change-settings" className="text-base font-medium">
        {text("How the nodes are updated")}
      </h3>
      <p className="mt-1 text-sm text-pretty text-secondary">
        {text("None of these settings alone replaces a node. Empty fields use the default below them.")}
      </p>
      <div className="mt-2 divide-y divide-hairline">
        {pools.map((pool) => (
          <details key={pool.name} id={`settings-${pool.name}`} className="py-1">
            <summary className="cursor-pointer rounded-tag py-1.5 text-base">
              <span className="font-medium" translate="no">
                {pool.name}
              </span>{" "}
              <span className="text-sm text-secondary">{summaryOf(pool)}</span>
            </summary>
            <PoolSettings pool={pool} {...props} />
          </details>
        ))}
      </div>
    </section>
  );
}

const strategies: Readonly<Record<string, Message>> = {
  AutoRollingUpdate: message("nodes are replaced"),
  AutoInPlaceUpdate: message("nodes are updated in place automatically"),
  ManualInPlaceUpdate: message("nodes are updated in place once you select them"),
};

function strategyLabel(strategy: string): string {
  const words = Object.hasOwn(strategies, strategy) ? strategies[strategy] : undefined;
  return words === undefined ? strategy : text(words);
}

function summaryOf(pool: Worker): string {
  const { updateStrategy, maxSurge, maxUnavailable } = applyPoolDefaults(pool);
  const strategy = strategyLabel(updateStrategy ?? "");
  if (maxSurge === undefined || maxUnavailable === undefined) return strategy;
  return text("{strategy}; max surge {surge}, max unavailable {unavailable}", {
    strategy,
    surge: `${maxSurge}`,
    unavailable: `${maxUnavailable}`,
  });
}

interface PoolSettingsProps extends PoolSettingsFormProps {
  readonly pool: Worker;
}

function PoolSettings({ pool, context, draft, faults, onChange }: PoolSettingsProps) {
  const edit = draft.pools[pool.name] ?? {};
  const wanted = applyPoolEdit(pool, edit);
  const defaults = applyPoolDefaults({ ...wanted, maxSurge: null, maxUnavailable: null }, context.rules);
  const errorOf = (field: string) =>
    faults.find((fault) => fault.pool === pool.name && fault.field === field)?.sentence;
  const type = context.profile?.machineTypes.get(pool.machine?.type);
  const about: MachineSettingContext = {
    creationTimeout: stringAt(type, "machineControllerManager", "machineCreationTimeout"),
    rules: context.rules,
  };
  return (
    <div className="grid gap-x-6 gap-y-4 pt-2 pb-4 sm:grid-cols-2 xl:grid-cols-3">
      <Strategy
        pool={pool}
        value={edit.updateStrategy ?? pool.updateStrategy ?? "AutoRollingUpdate"}
        error={errorOf("updateStrategy")}
        onChange={(next) =>
          onChange(withPoolEdit(draft, pool.name, { updateStrategy: next === pool.updateStrategy ? undefined : next }))
        }
      />
      {(["maxSurge", "maxUnavailable"] as const).map((field) => (
        <SettingInput
          key={field}
          label={text(amountLabels[field])}
          pool={pool.name}
          field={field}
          hint={text(amountHints[field])}
          value={edit[field] ?? formatMachineSetting(wanted[field])}
          byDefault={formatMachineSetting(defaults[field])}
          error={errorOf(field)}
          onChange={(typed) =>
            onChange(
              withPoolEdit(draft, pool.name, {
                [field]: typed === formatMachineSetting(pool[field]) ? undefined : typed,
              }),
            )
          }
        />
      ))}
      {machineSettingFieldsOf(wanted).map(({ field, label, hint }) => {
        const now = formatMachineSetting(pool.machineControllerManager?.[field]);
        return (
          <SettingInput
            key={field}
            label={text(label)}
            pool={pool.name}
            field={field}
            hint={text(hint)}
            value={edit.settings?.[field] ?? now}
            byDefault={machineSettingDefault(wanted, field, about)}
            error={errorOf(field)}
            onChange={(typed) =>
              onChange(withMachineSetting(draft, pool.name, field, typed === now ? undefined : typed))
            }
          />
        );
      })}
    </div>
  );
}

const amountLabels = { maxSurge: message("Max surge"), maxUnavailable: message("Max unavailable") } as const;
const amountHints = {
  maxSurge: message("How many nodes may be new beyond the wanted number: a number or a percentage."),
  maxUnavailable: message("How many nodes may be missing during an update: a number or a percentage."),
} as const;

interface StrategyProps {
  readonly pool: Worker;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (strategy: string) => void;
}

/** Select for a pool's update strategy within its kind, because pools cannot switch to or from in-place updates. */
function Strategy({ pool, value, error, onChange }: StrategyProps) {
  const note = useId();
  const possible = isPoolUpdatedInPlace(pool) ? ["AutoInPlaceUpdate", "ManualInPlaceUpdate"] : ["AutoRollingUpdate"];
  const options = possible.includes(value) ? possible : [...possible, value];
  return (
    <div className="flex flex-col gap-1">
      <LabelledSelect
        label={text("Update strategy")}
        value={value}
        onChange={onChange}
        describedBy={note}
        invalid={error !== undefined}
      >
        {options.map((strategy) => (
          <option key={strategy} value={strategy}>
            {strategy}
          </option>
        ))}
      </LabelledSelect>
      <p id={note} className={error === undefined ? "text-sm text-tertiary" : "text-sm text-negative-text"}>
        {error ??
          (isPoolUpdatedInPlace(pool)
            ? text("Nodes that are updated in place cannot be replaced instead: that takes a new pool.")
            : text("Nodes that are replaced cannot be updated in place instead: that takes a new pool."))}
      </p>
    </div>
  );
}

interface SettingInputProps {
  readonly label: string;
  /** Name of the field in the Shoot's spec. */
  readonly field: string;
  readonly pool: string;
  readonly hint: string;
  readonly value: string;
  /** Default value while the field is empty; an empty string if there is none. */
  readonly byDefault: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
}

/** Input for one setting of a worker pool, with its meaning and its default. */
function SettingInput(props: SettingInputProps) {
  const { label, field, pool, hint, value, byDefault, error, onChange } = props;
  return (
    <Field
      label={
        <>
          {label} <span className="sr-only">{text("of pool {pool}", { pool })}</span>
          <code className="text-xs font-normal text-tertiary" translate="no">
            {field}
          </code>
        </>
      }
      error={error}
      hint={`${hint} ${byDefault === "" ? text("Not set by default.") : text("Default: {byDefault}.", { byDefault })}`}
      hintStays
      className="flex flex-col gap-1"
    >
      {(control) => (
        <input
          {...control}
          {...verbatimInputProps}
          value={value}
          placeholder={byDefault}
          onChange={({ target }) => onChange(target.value)}
          className={clsx(inputClass, "h-8 text-sm")}
        />
      )}
    </Field>
  );
}
