import { CheckField } from "#components/ui/form/check-field.tsx";
import type { DraftPath } from "#lib/create/draft-document.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import type { DraftFields } from "./draft-fields.ts";
import { FoldedSetting, summarizeItems } from "./folded-setting.tsx";
import { KeyValueRows, summarizeKeyValues } from "./key-value-rows.tsx";
import { KubeletSetting } from "./kubelet-setting.tsx";
import { PoolDataVolumes } from "./pool-data-volumes.tsx";
import { PoolAutoscaling, PoolUpdates, PoolVersion } from "./pool-operation.tsx";
import { describeFrozenField, existingPoolOf, isUpdatedInPlace, type PoolSettingProps } from "./pool-setting.ts";
import { ChoiceSetting, TextSetting } from "./setting-fields.tsx";
import { SettingRows } from "./setting-rows.tsx";

interface PoolDetailsProps {
  readonly fields: DraftFields;
  readonly pool: JsonObject;
  /** Index of the pool in `spec.provider.workers`. */
  readonly index: number;
}

/** Settings of a pool that most pools leave at their defaults, folded, with the number of those that are set. */
export function PoolDetails({ fields, pool, index }: PoolDetailsProps) {
  const at: DraftPath = ["spec", "provider", "workers", index];
  const existing = existingPoolOf(fields, pool);
  const setting = { fields, pool, at, existing };
  const error = detailFields.map((field) => fields.errorAt(...at, field)).find((each) => each !== undefined);
  return (
    <details className="group/pool min-w-0">
      <summary className="w-fit max-w-full cursor-pointer rounded-tag py-1 text-sm text-link hover:underline">
        {text("More of this pool: {settings}", { settings: summarizePool(pool) })}
        {error !== undefined && (
          // Unfolded, the setting says it.
          <span className="block text-pretty text-negative-text group-open/pool:hidden">{error}</span>
        )}
      </summary>
      <div className="mt-1.5 flex flex-col divide-y divide-hairline rounded-control border border-hairline px-3 py-2">
        <PoolMap {...setting} field="labels" title={text("Labels")} addLabel={text("Add a label")} />
        <PoolMap {...setting} field="annotations" title={text("Annotations")} addLabel={text("Add an annotation")} />
        <PoolTaints {...setting} />
        <PoolUpdates {...setting} />
        <PoolRuntime {...setting} />
        <PoolDataVolumes {...setting} />
        <KubeletSetting
          fields={fields}
          path={[...at, "kubernetes", "kubelet"]}
          unset={text("As the cluster")}
          hint={text(
            "A pool with its own kubelet block inherits nothing from the cluster's. Adding one can change the reserved resources and replace the nodes.",
          )}
        />
        <PoolAutoscaling {...setting} />
        <PoolVersion {...setting} />
      </div>
    </details>
  );
}

/** Fields of a pool that stand in its details, with the names under which Gardener reports their errors. */
const detailFields = [
  ...["labels", "annotations", "taints", "updateStrategy", "maxSurge", "maxUnavailable", "cri", "dataVolumes"],
  ...["kubeletDataVolumeName", "kubernetes", "clusterAutoscaler", "autoscaler", "priority"],
];

function summarizePool(pool: JsonObject): string {
  const sizeOf = (field: string) => {
    const value = fieldAt(pool, field);
    return Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : 0;
  };
  const counts = [
    sizeOf("labels") > 0 && text("{count, plural, one {# label} other {# labels}}", { count: sizeOf("labels") }),
    sizeOf("annotations") > 0 &&
      text("{count, plural, one {# annotation} other {# annotations}}", { count: sizeOf("annotations") }),
    sizeOf("taints") > 0 && text("{count, plural, one {# taint} other {# taints}}", { count: sizeOf("taints") }),
    sizeOf("dataVolumes") > 0 &&
      text("{count, plural, one {# data volume} other {# data volumes}}", { count: sizeOf("dataVolumes") }),
    fieldAt(pool, "kubernetes", "kubelet") !== undefined && text("own kubelet settings"),
    fieldAt(pool, "clusterAutoscaler") !== undefined && text("own autoscaling"),
    stringAt(pool, "kubernetes", "version") !== undefined && text("own Kubernetes version"),
  ].filter((each) => each !== false);
  return counts.length === 0 ? text("labels, taints, updates, data volumes, kubelet…") : counts.join(", ");
}

interface PoolMapProps extends PoolSettingProps {
  readonly field: "labels" | "annotations";
  readonly title: string;
  readonly addLabel: string;
}

function PoolMap({ fields, at, field, title, addLabel }: PoolMapProps) {
  const path: DraftPath = [...at, field];
  return (
    <FoldedSetting title={title} summary={summarizeKeyValues(fields, path)} error={fields.errorAt(...path)}>
      <KeyValueRows {...{ fields, path, addLabel }} legend={title} />
    </FoldedSetting>
  );
}

const effects = [
  ["NoSchedule", "NoSchedule"],
  ["PreferNoSchedule", "PreferNoSchedule"],
  ["NoExecute", "NoExecute"],
] as const;

function PoolTaints({ fields, pool, at }: PoolSettingProps) {
  const path: DraftPath = [...at, "taints"];
  const taints = listAt(pool, "taints");
  const textOf = (taint: unknown) => {
    const [key = "", value = "", effect = ""] = ["key", "value", "effect"].map((field) => stringAt(taint, field));
    return `${key}${value === "" ? "" : `=${value}`}:${effect}`;
  };
  return (
    <FoldedSetting title={text("Taints")} summary={summarizeItems(taints.map(textOf))} error={fields.errorAt(...path)}>
      <SettingRows
        legend={text("Taints")}
        columns="grid-cols-2 sm:grid-cols-3 max-sm:[&>:last-child]:col-span-2"
        addLabel={text("Add a taint")}
        onAdd={() => fields.set([...path, taints.length], { key: "", effect: "NoSchedule" })}
        removeLabel={(index) => text("Remove taint {name}", { name: textOf(taints[index]) })}
        onRemove={(index) => fields.set([...path, index], undefined)}
        rows={taints.map((_taint, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a taint has no other identity.
          <TaintFields key={index} fields={fields} at={[...path, index]} quiet={index > 0} />
        ))}
      />
    </FoldedSetting>
  );
}

interface TaintFieldsProps {
  readonly fields: DraftFields;
  /** Path of the taint in the draft. */
  readonly at: DraftPath;
  readonly quiet: boolean;
}

function TaintFields({ fields, at, quiet }: TaintFieldsProps) {
  const common = { fields, quiet };
  return (
    <>
      <TextSetting {...common} label={text("Key")} path={[...at, "key"]} />
      <TextSetting {...common} label={text("Value")} path={[...at, "value"]} />
      <ChoiceSetting {...common} label={text("Effect")} path={[...at, "effect"]} options={effects} />
    </>
  );
}

function PoolRuntime({ fields, pool, at, existing }: PoolSettingProps) {
  const path: DraftPath = [...at, "cri"];
  const name = stringAt(pool, "cri", "name") ?? "containerd";
  const runtimes = listAt(pool, "cri", "containerRuntimes").map((each) => stringAt(each, "type"));
  const chosen = runtimes.filter((each) => each !== undefined);
  const [image, version] = ["name", "version"].map((field) => stringAt(pool, "machine", "image", field));
  const offer = fields.profile?.images
    .find((each) => each.name === image)
    ?.versions.find((each) => each.version === version);
  const types = [...new Set([...(offer?.containerRuntimes ?? []), ...chosen])];
  return (
    <FoldedSetting
      title={text("Container runtime")}
      summary={[name, ...chosen].join(", ")}
      error={fields.errorAt(...path)}
      isFixed={isUpdatedInPlace(existing)}
      whyFixed={describeFrozenField()}
    >
      <div className="max-w-72">
        <ChoiceSetting
          fields={fields}
          label={text("Container runtime")}
          path={[...path, "name"]}
          options={(offer?.cris ?? ["containerd"]).map((each) => [each, each] as const)}
          hint={text("What the version of the machine image offers")}
        />
      </div>
      {types.map((type) => (
        <CheckField
          key={type}
          label={type}
          checked={chosen.includes(type)}
          onChange={(isOn) => {
            const place = isOn ? runtimes.length : runtimes.indexOf(type);
            fields.set([...path, "containerRuntimes", place], isOn ? { type } : undefined);
          }}
        />
      ))}
    </FoldedSetting>
  );
}
