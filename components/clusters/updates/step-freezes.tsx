import { Notice } from "#components/ui/notice.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { Freezes } from "#lib/contract/freeze/freezes.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { type FreezeOfStep, freezeOfStep } from "#lib/policy/freeze/freeze-overlap.ts";
import { freezePeriodsOf } from "#lib/policy/freeze/freeze-period.ts";
import { maintenanceWindow } from "#lib/policy/maintenance/time-window.ts";
import type { ForecastRow } from "#lib/view/upcoming-versions/forecast-rows.ts";
import {
  describeFreezeOfForcedStep,
  freezeLimitDescription,
  freezeOfStepLabel,
  unreadFreezesDescriptions,
} from "#lib/words/freeze/freeze-descriptions.ts";
import { type TimeContext, versionedComponentLabel } from "#lib/words/step-descriptions.ts";

interface StepFreezesProps {
  readonly freezes: Freezes;
  /** The cluster, for its maintenance window. */
  readonly shoot: Pick<Shoot, "spec">;
  readonly speech: TimeContext;
}

/** Tag on a step that falls into a freeze period of the project, or can. */
export function StepFreezeTag({ row, ...props }: StepFreezesProps & { readonly row: ForecastRow }) {
  const freeze = freezeOfRow(row, props);
  if (freeze === undefined) return null;
  return <Tag hue={freeze.overlap === "inside" ? "caution" : "neutral"}>{freezeOfStepLabel(freeze)}</Tag>;
}

/** Notice about forced steps in freeze periods, with what can be done; and which periods could not be read. */
export function StepFreezesNotice({ rows, ...props }: StepFreezesProps & { readonly rows: readonly ForecastRow[] }) {
  const { freezes, speech } = props;
  const sentences = rows.flatMap((row) => {
    const freeze = freezeOfRow(row, props);
    if (freeze === undefined || row.kind !== "hop" || row.hop.kind !== "forced") return [];
    const component = versionedComponentLabel(row.lane);
    return [
      { key: row.key, sentence: describeFreezeOfForcedStep(row.hop, component, { freeze, clock: speech.clock }) },
    ];
  });
  const unread = unreadFreezesDescriptions(freezes);
  return (
    <>
      {sentences.length > 0 && (
        <Notice
          hue="caution"
          title={text(
            "{count, plural, one {A forced update meets a freeze} other {# forced updates meet a freeze}} of the project",
            { count: sentences.length },
          )}
        >
          <ul className="list-disc pl-4">
            {sentences.map(({ key, sentence }) => (
              <li key={key}>{sentence}</li>
            ))}
          </ul>
          <p className="mt-1">{text(freezeLimitDescription)}</p>
        </Notice>
      )}
      {unread.length > 0 && (
        <Notice hue="caution" title={text("Not all freezes are known")}>
          {unread.join(" ")}
        </Notice>
      )}
    </>
  );
}

function freezeOfRow(row: ForecastRow, { freezes, shoot, speech }: StepFreezesProps): FreezeOfStep | undefined {
  if (row.kind !== "hop" || row.change === "gone") return undefined;
  const periods = freezePeriodsOf(freezes.projects.flatMap((each) => each.freezes));
  return freezeOfStep(row.hop, { periods, window: maintenanceWindow(shoot), now: speech.now });
}
