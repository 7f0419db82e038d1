import { ArrowRight, ArrowUp, ArrowUpFromLine, OctagonX } from "lucide-react";
import type { ReactNode } from "react";
import { VersionRemarks } from "#components/data/announcements/version-remarks.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { message, text } from "#lib/language/text.ts";
import type { ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import { urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import type { ForecastRow } from "#lib/view/upcoming-versions/forecast-rows.ts";
import { formatPeriod, formatStepTime } from "#lib/view/upcoming-versions/format-interval.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import {
  deadEndSignDescriptions,
  describeDeadEndReason,
  describeDeadEndRemedy,
  describeRejection,
} from "#lib/words/dead-end-descriptions.ts";
import { deadEndLabels, deadEndTypeLabel, urgencyHues } from "#lib/words/dead-end-labels.ts";
import { formatDate, formatRelative } from "#lib/words/format-time.ts";
import {
  confidenceDescriptions,
  describeExcludedCauses,
  describeStepCause,
  describeStepNodeEffect,
  specCleanupLabel,
  stepKindLabel,
  stepNodeEffectsLabel,
  stepPathDescriptions,
  type TimeContext,
  versionedComponentLabel,
} from "#lib/words/step-descriptions.ts";

export interface ForecastCellProps {
  readonly row: ForecastRow;
  readonly speech: TimeContext;
}

const changeTags = {
  same: undefined,
  new: { hue: "notice", word: message("new") },
  moved: { hue: "info", word: message("moved") },
  gone: { hue: "neutral", word: message("falls away") },
} as const satisfies { readonly [Change in ForecastRow["change"]]: object | undefined };

/** Cell with a version change's day in the selected time zone; in a simulation also the day without simulation. */
export function ForecastTimeCell({ row, speech }: ForecastCellProps) {
  const { clock, now } = speech;
  const tag = changeTags[row.change];
  const begins = row.kind === "hop" || row.at > now;
  return (
    <>
      <time
        dateTime={new Date(row.at).toISOString()}
        title={fullWhen(row, speech)}
        className="font-medium whitespace-nowrap text-ink"
      >
        {begins ? beginLabel(row, clock) : text("now")}
      </time>
      {row.at > now && <span className="whitespace-nowrap text-tertiary"> {formatRelative(row.at, now)}</span>}
      {tag && (
        <span className="mt-1 flex flex-wrap items-center gap-1.5">
          <Tag hue={tag.hue}>{text(tag.word)}</Tag>
          <BeforeLabel row={row} speech={speech} />
        </span>
      )}
    </>
  );
}

function beginLabel(row: ForecastRow, clock: DisplayClock): string {
  const at = formatDate(row.at, clock);
  return row.kind === "hop" && row.hop.latestAt !== undefined ? at : text("from {at}", { at });
}

function fullWhen(row: ForecastRow, { clock, now }: TimeContext): string {
  return row.kind === "hop" ? formatStepTime(row.hop, clock) : formatPeriod(blockedUpdateOfRow(row), clock, now);
}

export function blockedUpdateOfRow(row: Exclude<ForecastRow, { kind: "hop" }>) {
  return row.kind === "dead-end" ? row.deadEnd : row.rejection;
}

function BeforeLabel({ row, speech }: ForecastCellProps) {
  if (row.change !== "moved" || row.before === undefined) return null;
  const was =
    "earliestAt" in row.before
      ? formatStepTime(row.before, speech.clock)
      : formatPeriod(row.before, speech.clock, speech.now);
  return <span className="text-xs text-tertiary">{text("as things stand: {was}", { was })}</span>;
}

function Version({ children }: { readonly children: string }) {
  return (
    <span className="font-mono whitespace-nowrap" translate="no">
      {children || "?"}
    </span>
  );
}

interface StepCellProps extends Pick<ForecastCellProps, "row"> {
  readonly children: (part: ReactNode) => ReactNode;
}

/** Cell with the component and the versions of a step. `children` renders each of these two parts. */
export function ForecastVersionsCell({ row, children }: StepCellProps) {
  if (row.kind === "rejection") {
    return (
      <>
        {children(<span className="font-medium">{text("All components")}</span>)}
        {children(
          row.rejection.attempted.map(({ lane, from, to }) => (
            <span key={versionedComponentLabel(lane)} className="block text-secondary">
              {versionedComponentLabel(lane)}: <FromTo from={from} to={to} />
            </span>
          )),
        )}
      </>
    );
  }
  const [from, to] = row.kind === "hop" ? [row.hop.from, row.hop.to] : [row.deadEnd.version, undefined];
  return (
    <>
      {children(
        <>
          <span className="font-medium">{versionedComponentLabel(row.lane)}</span>
          {row.image !== undefined && <span className="text-tertiary"> {row.image}</span>}
        </>,
      )}
      {children(<FromTo from={from} to={to} />)}
    </>
  );
}

function FromTo({ from, to }: { readonly from: string; readonly to: string | undefined }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Version>{from}</Version>
      {to !== undefined && (
        <>
          <ArrowRight aria-hidden className="size-3.5 text-tertiary" />
          <span className="sr-only">{text("to", {}, "between versions")}</span>
          <Version>{to}</Version>
        </>
      )}
    </span>
  );
}

export function ForecastKindCell({ row, speech, children }: ForecastCellProps & { readonly children?: ReactNode }) {
  const level = confidenceOf(row);
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <KindTag row={row} speech={speech} />
      {level !== "dated" && (
        <span className="text-tertiary" title={text(confidenceDescriptions[level].meaning)}>
          {text(confidenceDescriptions[level].label)}
        </span>
      )}
      {children}
    </span>
  );
}

function KindTag({ row, speech }: ForecastCellProps) {
  if (row.kind !== "hop") {
    const urgency = urgencyOf(blockedUpdateOfRow(row), speech.now);
    return (
      <Tag hue={urgencyHues[urgency]} icon={<OctagonX aria-hidden />}>
        {deadEndTypeLabel(urgency)}
      </Tag>
    );
  }
  const forced = row.hop.kind === "forced";
  return (
    <Tag hue={forced ? "caution" : "info"} icon={forced ? <ArrowUpFromLine aria-hidden /> : <ArrowUp aria-hidden />}>
      {stepKindLabel(row.hop, row.lane)}
    </Tag>
  );
}

/** Cell with the effect of a step on the nodes; for a blocked update, what prevents it. */
export function ForecastEffectCell({ row }: Pick<ForecastCellProps, "row">) {
  if (row.kind === "hop") return <>{stepNodeEffectsLabel(row.hop.effects)}</>;
  return <>{text(deadEndLabels[blockedUpdateOfRow(row).code])}</>;
}

function confidenceOf(row: ForecastRow) {
  return (row.kind === "hop" ? row.hop : blockedUpdateOfRow(row)).confidence;
}

interface ReasonsCellProps extends ForecastCellProps {
  /** Names of the cluster's profiles, for remarks on versions; undefined where they are not known. */
  readonly profiles: readonly string[] | undefined;
}

/** Cell with the reasons and the effects of a step; for a blocked update, how to resolve it. */
export function ForecastReasonsCell({ row, speech, profiles }: ReasonsCellProps) {
  return (
    <div className="flex max-w-prose flex-col gap-2">
      <p className="text-ink">{fullWhen(row, speech)}</p>
      {row.kind === "hop" && <VersionRemarks version={row.hop.to} image={row.image} profiles={profiles} />}
      {row.kind === "hop" ? <StepReasons hop={row.hop} speech={speech} /> : <DeadEndReasons row={row} />}
      <p>
        {text(confidenceDescriptions[confidenceOf(row)].label)}:{" "}
        {text(confidenceDescriptions[confidenceOf(row)].meaning)}
      </p>
    </div>
  );
}

function StepReasons({ hop, speech }: { readonly hop: ForecastStep; readonly speech: TimeContext }) {
  return (
    <>
      <p>
        {[describeStepCause(hop, speech), ...describeExcludedCauses(hop, speech), stepPathDescriptions[hop.path]].join(
          " ",
        )}
      </p>
      <p>{hop.effects.map(describeStepNodeEffect).join(" ")}</p>
      {hop.cleanups.length > 0 && (
        <Listed title={text("The specification changes with it")}>
          {hop.cleanups.map((cleanup) => (
            <li key={cleanup.field}>
              <code className="text-xs break-all" translate="no">
                spec.{cleanup.field}
              </code>{" "}
              {specCleanupLabel(cleanup)}
            </li>
          ))}
        </Listed>
      )}
    </>
  );
}

function DeadEndReasons({ row }: { readonly row: Exclude<ForecastRow, { kind: "hop" }> }) {
  const end = blockedUpdateOfRow(row);
  const why = row.kind === "dead-end" ? describeDeadEndReason(row.deadEnd) : describeRejection(row.rejection);
  const remedies = new Set(end.remedies.map((remedy) => describeDeadEndRemedy(remedy)));
  return (
    <>
      <p>
        {why} {text(deadEndSignDescriptions[end.sign])}
      </p>
      {remedies.size > 0 && (
        <Listed title={text("How to resolve")}>
          {[...remedies].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Listed>
      )}
    </>
  );
}

function Listed({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className="font-medium text-ink">{title}</p>
      <ul className="list-disc pl-4">{children}</ul>
    </div>
  );
}
