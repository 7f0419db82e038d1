import type { DraftPath } from "#lib/create/draft-document.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import type { DraftFields } from "./draft-fields.ts";
import { FoldedSetting, summarizeItems } from "./folded-setting.tsx";
import { FlagSetting, NumberSetting, TextSetting } from "./setting-fields.tsx";

interface KubeletSettingProps {
  readonly fields: DraftFields;
  /** Path of the kubelet's settings: those of the cluster, or of a pool. */
  readonly path: DraftPath;
  /** What a cluster or pool without settings has. */
  readonly unset: string;
  readonly hint?: string;
}

/** Values in the notation of Kubernetes, shown while fields are empty. */
const examples = { evicted: "100Mi", evictedLater: "200Mi", grace: "1m30s", memory: "1Gi", cpu: "80m" };

/** The settings of the kubelet that people change most. */
export function KubeletSetting({ fields, path, unset, hint }: KubeletSettingProps) {
  const at = (...rest: readonly string[]): DraftPath => [...path, ...rest];
  const shown = [
    ["maxPods"],
    ["evictionHard", "memoryAvailable"],
    ["evictionSoft", "memoryAvailable"],
    ["evictionSoftGracePeriod", "memoryAvailable"],
    ["imageGCHighThresholdPercent"],
    ["kubeReserved", "cpu"],
    ["kubeReserved", "memory"],
    ["serializeImagePulls"],
  ];
  const items = shown.flatMap((field) => {
    const value = fieldAt(fields.shoot, ...path, ...field);
    return value === undefined || value === null ? [] : [`${field.join(".")} ${String(value)}`];
  });
  const isSet = fieldAt(fields.shoot, ...path) !== undefined;
  const others = isSet ? text("As written in the YAML") : unset;
  return (
    <FoldedSetting
      title={text("Kubelet")}
      summary={items.length === 0 ? others : summarizeItems(items)}
      error={fields.errorAt(...path)}
    >
      <div className="grid items-end gap-3 sm:grid-cols-2">
        <NumberSetting fields={fields} label={text("Most pods on a node")} path={at("maxPods")} />
        <TextSetting
          fields={fields}
          label={text("Evict pods below free memory of")}
          path={at("evictionHard", "memoryAvailable")}
          placeholder={examples.evicted}
        />
        <TextSetting
          fields={fields}
          label={text("Evict pods later, below free memory of")}
          path={at("evictionSoft", "memoryAvailable")}
          placeholder={examples.evictedLater}
        />
        <TextSetting
          fields={fields}
          label={text("… once it lasts for")}
          path={at("evictionSoftGracePeriod", "memoryAvailable")}
          placeholder={examples.grace}
        />
        <TextSetting
          fields={fields}
          label={text("CPU reserved for the node")}
          path={at("kubeReserved", "cpu")}
          placeholder={examples.cpu}
        />
        <TextSetting
          fields={fields}
          label={text("Memory reserved for the node")}
          path={at("kubeReserved", "memory")}
          placeholder={examples.memory}
        />
        <NumberSetting
          fields={fields}
          label={text("Collect images above disk usage of (%)")}
          path={at("imageGCHighThresholdPercent")}
          max={100}
        />
        <FlagSetting fields={fields} label={text("Pull images one after the other")} path={at("serializeImagePulls")} />
      </div>
      {hint !== undefined && <p className="text-sm text-pretty text-tertiary">{hint}</p>}
    </FoldedSetting>
  );
}
