import type { DraftPath } from "#lib/create/draft-document.ts";
import { numberOrPercent } from "#lib/create/setting-edits.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { highestTextFirst } from "#lib/policy/versions/compare.ts";
import { FoldedSetting, summarizeItems } from "./folded-setting.tsx";
import { isUpdatedInPlace, type PoolSettingProps } from "./pool-setting.ts";
import { ChoiceSetting, NumberSetting, TextSetting } from "./setting-fields.tsx";

const rolling = "AutoRollingUpdate";

/** How the nodes of a pool are updated, and how many at once. */
export function PoolUpdates({ fields, pool, at, existing }: PoolSettingProps) {
  const labels = {
    [rolling]: text("Replace nodes"),
    AutoInPlaceUpdate: text("Update nodes in place"),
    ManualInPlaceUpdate: text("Update nodes in place, by hand"),
  };
  const strategy = stringAt(pool, "updateStrategy") ?? rolling;
  // A pool cannot change between replacing its nodes and updating them in place.
  const isFixed = existing !== undefined && !isUpdatedInPlace(existing);
  const inPlace = (["AutoInPlaceUpdate", "ManualInPlaceUpdate"] as const).map((each) => [each, labels[each]] as const);
  const isWritten = stringAt(pool, "updateStrategy") !== undefined;
  const options = existing === undefined ? [[isWritten ? rolling : "", labels[rolling]] as const, ...inPlace] : inPlace;
  const error =
    fields.errorAt(...at, "updateStrategy") ??
    fields.errorAt(...at, "maxSurge") ??
    fields.errorAt(...at, "maxUnavailable");
  const amount = (field: string) => String(fieldAt(pool, field) ?? text("Default"));
  const label = new Map(Object.entries(labels)).get(strategy) ?? strategy;
  return (
    <FoldedSetting
      title={text("Updates of the nodes")}
      summary={
        strategy === "ManualInPlaceUpdate"
          ? label
          : text("{strategy}, more meanwhile: {surge}, fewer: {unavailable}", {
              strategy: label,
              surge: amount("maxSurge"),
              unavailable: amount("maxUnavailable"),
            })
      }
      error={error}
    >
      {isFixed ? (
        <p className="text-sm text-pretty text-secondary">
          {text("The pool replaces its nodes. It can never update them in place.")}
        </p>
      ) : (
        <div className="sm:max-w-96">
          <ChoiceSetting
            fields={fields}
            label={text("Strategy")}
            path={[...at, "updateStrategy"]}
            options={options}
            hint={text("Whether nodes are replaced or updated in place can never change.")}
          />
        </div>
      )}
      {strategy !== "ManualInPlaceUpdate" && (
        <div className="grid grid-cols-2 gap-3">
          <TextSetting
            fields={fields}
            label={text("More nodes meanwhile")}
            path={[...at, "maxSurge"]}
            parse={numberOrPercent}
          />
          <TextSetting
            fields={fields}
            label={text("Fewer nodes meanwhile")}
            path={[...at, "maxUnavailable"]}
            parse={numberOrPercent}
          />
          <p className="col-span-2 -mt-2 text-sm text-pretty text-tertiary">
            {text("Each a number, or a percentage such as 25%")}
          </p>
        </div>
      )}
    </FoldedSetting>
  );
}

/** How the cluster autoscaler treats a pool, and its priority among the pools. */
export function PoolAutoscaling({ fields, pool, at }: PoolSettingProps) {
  const path: DraftPath = [...at, "clusterAutoscaler"];
  const labels = [
    ["scaleDownUtilizationThreshold", text("Remove nodes below a utilisation of")],
    ["scaleDownUnneededTime", text("Remove nodes unneeded for")],
    ["scaleDownUnreadyTime", text("Remove unready nodes after")],
    ["maxNodeProvisionTime", text("Wait for a new node for")],
  ] as const;
  const priority = fieldAt(pool, "priority");
  const items = [
    ...(priority === undefined ? [] : [text("Priority {priority}", { priority: String(priority) })]),
    ...autoscalerValues(pool),
  ];
  const named = (field: string) => ({
    path: [...path, field] as const,
    errorPath: [...at, "autoscaler", field] as const,
  });
  return (
    <FoldedSetting
      title={text("Autoscaling")}
      summary={items.length === 0 ? text("As the cluster") : summarizeItems(items)}
      error={fields.errorAt(...path) ?? fields.errorAt(...at, "autoscaler") ?? fields.errorAt(...at, "priority")}
    >
      <div className="grid items-end gap-3 sm:grid-cols-2">
        <NumberSetting fields={fields} label={text("Priority")} path={[...at, "priority"]} min={-1} />
        {labels.map(([field, label]) =>
          field === "scaleDownUtilizationThreshold" ? (
            <NumberSetting key={field} fields={fields} label={label} {...named(field)} max={1} isFraction />
          ) : (
            <TextSetting key={field} fields={fields} label={label} {...named(field)} placeholder="30m" />
          ),
        )}
      </div>
      <p className="text-sm text-pretty text-tertiary">
        {text("The pool with the highest priority grows first, if the cluster's expander is priority.")}
      </p>
    </FoldedSetting>
  );
}

function autoscalerValues(pool: JsonObject): readonly string[] {
  const options = fieldAt(pool, "clusterAutoscaler");
  return Object.entries(options ?? {}).map(([field, value]) => `${field} ${String(value)}`);
}

/** Kubernetes version of a pool's nodes, which can stay below that of the control plane. */
export function PoolVersion({ fields, pool, at, existing }: PoolSettingProps) {
  const path: DraftPath = [...at, "kubernetes", "version"];
  const version = stringAt(pool, "kubernetes", "version");
  const versionPath = ["spec", "kubernetes", "version"] as const;
  const highest = stringAt(fields.shoot, ...versionPath) ?? "";
  // The nodes of an existing pool never go below the version that they have.
  const lowest =
    existing && (stringAt(existing, "kubernetes", "version") ?? stringAt(fields.existing, ...versionPath) ?? highest);
  const possible = (fields.profile?.kubernetes ?? []).filter(
    (each) =>
      highestTextFirst(highest, each.version) <= 0 &&
      (lowest === undefined || highestTextFirst(each.version, lowest) <= 0),
  );
  return (
    <FoldedSetting
      title={text("Kubernetes version")}
      summary={version ?? text("As the cluster")}
      error={fields.errorAt(...path)}
    >
      <div className="max-w-72">
        <ChoiceSetting
          fields={fields}
          label={text("Kubernetes version of the nodes")}
          path={path}
          options={[["", text("As the cluster")], ...possible.map((each) => [each.version, each.version] as const)]}
          hint={text("It cannot go down later.")}
        />
      </div>
    </FoldedSetting>
  );
}
