import { VersionClassificationTag } from "#components/data/fleet-parts/version-classification-tag.tsx";
import { hueTextClasses } from "#components/ui/hue-classes.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { kubernetesUpdateLabel, kubernetesVersionLabel, pinnedPoolLabels } from "#lib/fleet/fields/version-update.ts";
import { text } from "#lib/language/text.ts";
import { imageWithWorstStage, stageAppearanceOf, stageSeverity } from "#lib/words/version-stage.ts";
import { PatchUpdateButton } from "../actions/patch-update-button.tsx";
import type { TextOnlyCell, TextOnlyCellPart } from "./text-only-cell.ts";

/** Whether a version's classification needs no tag in the row, such as "supported". */
function isQuiet(classification: string): boolean {
  return stageSeverity(classification) === 0;
}

export function KubernetesCell({ row }: { readonly row: FleetRow }) {
  const { classification } = row.kubernetes;
  const others = row.pinnedPools.length;
  const update = kubernetesUpdateLabel(row);
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="shrink-0 font-mono text-sm" translate="no">
        {kubernetesVersionLabel(row) || text("not said")}
      </span>
      {update === undefined && <PatchUpdateButton row={row} />}
      {others > 0 && (
        <span className="shrink-0 text-xs text-tertiary" title={pinnedPoolLabels(row).join(", ")}>
          +{others}
          <span className="sr-only"> {text("pools with their own version")}</span>
        </span>
      )}
      {update !== undefined ? (
        <span className="truncate text-xs text-tertiary">{update}</span>
      ) : isQuiet(classification) ? (
        <span className="truncate text-xs text-tertiary">{text("Supported")}</span>
      ) : (
        <span className="flex min-w-0">
          <VersionClassificationTag classification={classification} />
        </span>
      )}
    </span>
  );
}

export function ImagesCell({ row: { images } }: { readonly row: FleetRow }) {
  const worst = imageWithWorstStage(images);
  if (worst === undefined) return <span className="text-tertiary">{text("no workers")}</span>;
  const count = images.filter(({ classification }) => classification === worst.classification).length;
  if (isQuiet(worst.classification)) return <span className="truncate text-xs text-tertiary">{text("Supported")}</span>;
  return <VersionClassificationTag classification={worst.classification} count={count} />;
}

/** Returns the Kubernetes version cell as plain text, for rows shown during fast scrolling. */
export function kubernetesCellText(row: FleetRow): TextOnlyCell {
  const update = kubernetesUpdateLabel(row);
  return [
    { text: kubernetesVersionLabel(row) || text("not said"), look: "font-mono" },
    update === undefined
      ? lightStage(row.kubernetes.classification)
      : { text: update, look: "font-sans text-xs text-tertiary" },
  ];
}

export function machineImagesCellText({ images }: FleetRow): TextOnlyCell {
  const worst = imageWithWorstStage(images);
  return worst === undefined
    ? [{ text: text("no workers"), look: "text-tertiary" }]
    : [lightStage(worst.classification)];
}

function lightStage(classification: string): TextOnlyCellPart {
  if (isQuiet(classification)) return { text: text("Supported"), look: "font-sans text-xs text-tertiary" };
  const { word, role } = stageAppearanceOf(classification);
  return { text: String(word), look: `font-sans text-xs font-medium ${hueTextClasses[role]}` };
}
