import type { DraftPath } from "#lib/create/draft-document.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import type { DraftFields } from "./draft-fields.ts";
import { FoldedSetting, summarizeItems } from "./folded-setting.tsx";
import { ChoiceSetting, FlagSetting, NumberSetting, TextSetting } from "./setting-fields.tsx";

interface AutoscalingProps {
  readonly fields: DraftFields;
}

const nodes: DraftPath = ["spec", "kubernetes", "clusterAutoscaler"];
const pods: DraftPath = ["spec", "kubernetes", "verticalPodAutoscaler"];
/** Durations in the notation of Kubernetes, shown while fields are empty: what Gardener takes then. */
const defaults = { unneeded: "30m", afterAdd: "1h", oom: "10m" };

/** How the autoscaler adds and removes nodes of all pools, and whether the resources of pods are adapted. */
export function AutoscalingSettings({ fields }: AutoscalingProps) {
  return (
    <>
      <FoldedSetting
        title={text("Cluster autoscaler")}
        summary={summaryOf(fields, nodes)}
        error={fields.errorAt(...nodes)}
      >
        <div className="grid items-end gap-3 sm:grid-cols-2">
          <ChoiceSetting
            fields={fields}
            label={text("Pool that grows first")}
            path={[...nodes, "expander"]}
            options={[
              ["", text("Default")],
              ["least-waste", text("The one that leaves the least unused")],
              ["most-pods", text("The one that fits the most pods")],
              ["least-nodes", text("The one that needs the fewest nodes")],
              ["priority", text("The one with the highest priority")],
              ["random", text("Any")],
            ]}
          />
          <NumberSetting
            fields={fields}
            label={text("Remove nodes below a utilisation of")}
            path={[...nodes, "scaleDownUtilizationThreshold"]}
            max={1}
            isFraction
          />
          <TextSetting
            fields={fields}
            label={text("Remove nodes unneeded for")}
            path={[...nodes, "scaleDownUnneededTime"]}
            placeholder={defaults.unneeded}
          />
          <TextSetting
            fields={fields}
            label={text("Remove none after adding one for")}
            path={[...nodes, "scaleDownDelayAfterAdd"]}
            placeholder={defaults.afterAdd}
          />
        </div>
        <p className="text-sm text-pretty text-tertiary">
          {text("It works in pools whose maximum is above their minimum. A pool can have its own values.")}
        </p>
      </FoldedSetting>
      <FoldedSetting
        title={text("Vertical pod autoscaler")}
        summary={summaryOf(fields, pods)}
        error={fields.errorAt(...pods)}
      >
        <div className="grid items-end gap-3 sm:grid-cols-2">
          <FlagSetting fields={fields} label={text("Adapt the resources of pods")} path={[...pods, "enabled"]} />
          <TextSetting
            fields={fields}
            label={text("Evict a pod that runs out of memory within")}
            path={[...pods, "evictAfterOOMThreshold"]}
            placeholder={defaults.oom}
          />
        </div>
      </FoldedSetting>
    </>
  );
}

function summaryOf({ shoot }: DraftFields, path: DraftPath): string {
  const items = Object.entries(fieldAt(shoot, ...path) ?? {}).map(([field, value]) => `${field} ${String(value)}`);
  return items.length === 0 ? text("Defaults of Gardener") : summarizeItems(items);
}
