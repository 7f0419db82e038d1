import type { DraftPath } from "#lib/create/draft-document.ts";
import { isSystemKey } from "#lib/kube/system-key.ts";
import { text } from "#lib/language/text.ts";
import type { DraftFields } from "./draft-fields.ts";
import { FoldedSetting } from "./folded-setting.tsx";
import { KeyValueRows, summarizeKeyValues } from "./key-value-rows.tsx";

/** Labels and annotations of a cluster that people set; those of Gardener and Kubernetes are not shown. */
export function OwnMetadataSettings({ fields }: { readonly fields: DraftFields }) {
  return (
    <>
      <OwnMap
        fields={fields}
        path={["metadata", "labels"]}
        title={text("Labels of the cluster")}
        addLabel={text("Add a label")}
      />
      <OwnMap
        fields={fields}
        path={["metadata", "annotations"]}
        title={text("Annotations of the cluster")}
        addLabel={text("Add an annotation")}
      />
    </>
  );
}

interface OwnMapProps {
  readonly fields: DraftFields;
  readonly path: DraftPath;
  readonly title: string;
  readonly addLabel: string;
}

function OwnMap({ fields, path, title, addLabel }: OwnMapProps) {
  return (
    <FoldedSetting
      title={title}
      summary={summarizeKeyValues(fields, path, isSystemKey)}
      error={fields.errorAt(...path)}
    >
      <KeyValueRows {...{ fields, path, addLabel }} legend={title} isHidden={isSystemKey} />
    </FoldedSetting>
  );
}
