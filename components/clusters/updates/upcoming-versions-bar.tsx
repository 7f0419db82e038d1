import { clsx } from "clsx";
import { type Hue, hueTextClasses, hueTintClasses } from "#components/ui/hue-classes.ts";
import { text } from "#lib/language/text.ts";
import type { ComponentForecast } from "#lib/policy/forecast/component-forecast.ts";
import {
  percentInSpan,
  type UpcomingVersionsSpan,
  type VersionStretch,
} from "#lib/view/upcoming-versions/forecast-stretches.ts";
import { utcClock } from "#lib/words/clock.ts";
import { deadEndTypeLabel, urgencyHues } from "#lib/words/dead-end-labels.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { formatVersionEndDate } from "#lib/words/version-end.ts";
import { inlineStageLabel, stageAppearanceOf } from "#lib/words/version-stage.ts";

interface LadderBarProps {
  readonly lane: ComponentForecast;
  readonly stretches: readonly VersionStretch[];
  readonly span: UpcomingVersionsSpan;
  readonly width: number | undefined;
}

const edge: Readonly<Record<Hue, string>> = {
  positive: "border-positive-solid",
  info: "border-info-solid",
  notice: "border-notice-solid",
  caution: "border-caution-solid",
  negative: "border-negative-solid",
  neutral: "border-neutral-solid",
};

/** CSS classes of the vertical line that marks today. */
export const todayLineClass =
  "absolute inset-y-0 w-0 border-l border-dashed border-ink/60 forced-colors:border-[CanvasText]";

const glyphPx = 6.7;
/** Smallest width of a visible segment, in percent of the bar. */
const leastShare = 0.3;

function stageWord({ stage, stuck }: VersionStretch): string {
  return stuck === undefined ? inlineStageLabel(stage) : deadEndTypeLabel(stuck);
}

/** Returns the label of a bar segment, shortened to the available width. */
function labelFor(stretch: VersionStretch, px: number): string {
  const { version, stage, stuck } = stretch;
  const name = version || text("version not said");
  const said = stage === "supported" && stuck === undefined ? name : `${name} ${stageWord(stretch)}`;
  return [said, name].find((words) => words.length * glyphPx + 14 <= px) ?? "";
}

function fullLabel(stretch: VersionStretch, { nowAt, untilAt }: UpcomingVersionsSpan): string {
  const from = stretch.fromAt <= nowAt ? "" : ` ${text("from {at}", { at: formatDate(stretch.fromAt, utcClock) })}`;
  const until =
    stretch.untilAt >= untilAt ? "" : ` ${text("until {at}", { at: formatVersionEndDate(stretch.untilAt) })}`;
  return `${stretch.version || text("version not said")}, ${stageWord(stretch)}${from}${until}`;
}

/** Bar of a component's versions over time, coloured by classification; unfilled where no update is possible. */
export function UpcomingVersionsBar({ lane, stretches, span, width = 0 }: LadderBarProps) {
  const today = percentInSpan(span, span.nowAt);
  return (
    <div className="relative h-6">
      <span className="sr-only">
        {text("runs {versions}", {
          versions: [lane.image, ...stretches.slice(0, 1).map((stretch) => fullLabel(stretch, span))]
            .filter(Boolean)
            .join(" "),
        })}
      </span>
      {stretches.map((stretch, index) => {
        const [left, right] = [percentInSpan(span, stretch.fromAt), percentInSpan(span, stretch.untilAt)];
        const { stuck, stage } = stretch;
        // Leave out segments too short to be seen, such as the hour between an expiration and the next maintenance.
        if (right - left < leastShare) return null;
        // The label of the first segment begins to the right of the line that marks today.
        const indent = index === 0 ? ((today - left) / 100) * width : 0;
        const words = labelFor(stretch, ((right - left) / 100) * width - indent);
        const role = stuck === undefined ? stageAppearanceOf(stage).role : urgencyHues[stuck];
        return (
          <span
            key={stretch.fromAt}
            aria-hidden
            title={fullLabel(stretch, span)}
            className={clsx(
              "absolute inset-y-0.5 flex items-center overflow-hidden border-b-2 font-mono text-xs leading-none whitespace-nowrap",
              edge[role],
              hueTextClasses[role],
              stuck === undefined ? hueTintClasses[role] : "border-dashed",
              stretch.conditional && "border-dotted",
              "forced-colors:border-[CanvasText] forced-colors:text-[CanvasText]",
            )}
            style={{ left: `${left}%`, width: `calc(${right - left}% - 1px)`, paddingLeft: words && indent + 6 }}
          >
            {words}
          </span>
        );
      })}
      <span aria-hidden className={todayLineClass} style={{ left: `${today}%` }} />
    </div>
  );
}
