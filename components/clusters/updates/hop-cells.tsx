import { ArrowRight, ArrowUp, ArrowUpFromLine, OctagonX } from "lucide-react";
import type { ReactNode } from "react";
import { Tag } from "#components/ui/tag.tsx";
import type { ForecastRow } from "#lib/view/ladder/forecast-rows.ts";
import { hopWhen, periodWhen } from "#lib/view/ladder/interval-words.ts";
import { deadEndLabels } from "#lib/words/dead-end-labels.ts";
import {
  sentenceOfDeadEnd,
  sentenceOfRejection,
  sentenceOfRemedy,
  signSentences,
} from "#lib/words/dead-end-sentences.ts";
import { formatRelative } from "#lib/words/format-time.ts";
import {
  confidenceWords,
  hopKindLabel,
  laneLabel,
  pathSentences,
  type Speech,
  sentenceOfCause,
  sentenceOfEffect,
  sentencesOfWhatNot,
  wordsOfCleanUp,
} from "#lib/words/hop-sentences.ts";

export interface CellProps {
  readonly row: ForecastRow;
  readonly speech: Speech;
}

const changeTags = {
  same: undefined,
  new: { hue: "notice", word: "new" },
  moved: { hue: "info", word: "moved" },
  gone: { hue: "neutral", word: "falls away" },
} as const satisfies { readonly [Change in ForecastRow["change"]]: object | undefined };

function iso(at: number): string {
  return new Date(at).toISOString();
}

/** When, in the chosen clock; with what it was before where a change moves it. */
export function WhenCell({ row, speech }: CellProps) {
  const { clock, now } = speech;
  const tag = changeTags[row.change];
  return (
    <>
      <span className="font-medium text-ink">
        {row.kind === "hop" ? (
          <time dateTime={iso(row.hop.earliestAt)}>{hopWhen(row.hop, clock)}</time>
        ) : (
          <time dateTime={iso(row.at)}>{periodWhen(periodOf(row), clock, now)}</time>
        )}
      </span>
      {row.at > now && <span className="block text-xs text-tertiary">{formatRelative(row.at, now)}</span>}
      {row.kind === "hop" && row.hop.path !== "both" && (
        <span className="block text-xs text-tertiary">{pathSentences[row.hop.path]}</span>
      )}
      {tag && (
        <span className="mt-1 flex flex-wrap items-center gap-1.5">
          <Tag hue={tag.hue}>{tag.word}</Tag>
          <BeforeWords row={row} speech={speech} />
        </span>
      )}
    </>
  );
}

function periodOf(row: Exclude<ForecastRow, { kind: "hop" }>) {
  return row.kind === "dead-end" ? row.deadEnd : row.rejection;
}

function BeforeWords({ row, speech }: CellProps) {
  if (row.change !== "moved" || row.before === undefined) return null;
  const was =
    "earliestAt" in row.before ? hopWhen(row.before, speech.clock) : periodWhen(row.before, speech.clock, speech.now);
  return <span className="text-xs text-tertiary">as things stand: {was}</span>;
}

function Version({ children }: { readonly children: string }) {
  return (
    <span className="font-mono whitespace-nowrap" translate="no">
      {children || "?"}
    </span>
  );
}

/** Which lane, from where to where. */
export function StepCell({ row }: Pick<CellProps, "row">) {
  if (row.kind === "rejection") {
    return (
      <>
        <span className="block font-medium">All components</span>
        {row.rejection.attempted.map(({ lane, from, to }) => (
          <span key={laneLabel(lane)} className="block text-secondary">
            {laneLabel(lane)}: <Version>{from}</Version> to <Version>{to}</Version>
          </span>
        ))}
      </>
    );
  }
  const [from, to] = row.kind === "hop" ? [row.hop.from, row.hop.to] : [row.deadEnd.version, "?"];
  return (
    <>
      <span className="block font-medium">{laneLabel(row.lane)}</span>
      {row.image !== undefined && <span className="block text-xs text-tertiary">{row.image}</span>}
      <span className="mt-0.5 flex items-center gap-1.5 whitespace-nowrap">
        <Version>{from}</Version>
        <ArrowRight aria-hidden className="size-3.5 text-tertiary" />
        <span className="sr-only">to</span>
        <Version>{to}</Version>
      </span>
    </>
  );
}

export function KindCell({ row }: Pick<CellProps, "row">) {
  if (row.kind !== "hop") {
    const code = row.kind === "dead-end" ? row.deadEnd.code : row.rejection.code;
    return (
      <span className="flex flex-col items-start gap-1">
        <Tag hue="negative" icon={<OctagonX aria-hidden />}>
          dead end
        </Tag>
        <span className="text-xs text-secondary">{deadEndLabels[code]}</span>
      </span>
    );
  }
  const forced = row.hop.kind === "forced";
  return (
    <Tag hue={forced ? "caution" : "info"} icon={forced ? <ArrowUpFromLine aria-hidden /> : <ArrowUp aria-hidden />}>
      {hopKindLabel(row.hop, row.lane)}
    </Tag>
  );
}

function Remedies({ children }: { readonly children: readonly string[] }) {
  if (children.length === 0) return null;
  return (
    <>
      <span className="mt-1.5 block font-medium text-ink">How to resolve</span>
      <ul className="list-disc pl-4">
        {children.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

/** Why it happens, and what it is not caused by; of a dead end what would end it. */
export function WhyCell({ row, speech }: CellProps) {
  if (row.kind === "hop") {
    return (
      <>
        {sentenceOfCause(row.hop, speech)}
        {sentencesOfWhatNot(row.hop, speech).map((sentence) => (
          <span key={sentence} className="mt-1 block text-tertiary">
            {sentence}
          </span>
        ))}
      </>
    );
  }
  const end = row.kind === "dead-end" ? row.deadEnd : row.rejection;
  const why = row.kind === "dead-end" ? sentenceOfDeadEnd(row.deadEnd) : sentenceOfRejection(row.rejection);
  return (
    <>
      {why}
      <Remedies>{[...new Set(end.remedies.map((remedy) => sentenceOfRemedy(remedy, speech)))]}</Remedies>
    </>
  );
}

/** What it does to nodes, and to the specification. */
export function EffectCell({ row }: Pick<CellProps, "row">) {
  if (row.kind !== "hop") {
    return <>{signSentences[row.kind === "dead-end" ? row.deadEnd.sign : row.rejection.sign]}</>;
  }
  const { effects, cleanUps } = row.hop;
  return (
    <>
      {effects.map((effect) => (
        <span key={effect.kind} className="block">
          {sentenceOfEffect(effect)}
        </span>
      ))}
      {cleanUps.length > 0 && (
        <>
          <span className="mt-1.5 block font-medium text-ink">The specification changes with it</span>
          <ul className="list-disc pl-4">
            {cleanUps.map((cleanUp) => (
              <li key={cleanUp.field}>
                <code className="text-xs break-all" translate="no">
                  spec.{cleanUp.field}
                </code>{" "}
                {wordsOfCleanUp(cleanUp)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

export function ConfidenceCell({ row, children }: Pick<CellProps, "row"> & { readonly children?: ReactNode }) {
  const level =
    row.kind === "hop"
      ? row.hop.confidence
      : row.kind === "dead-end"
        ? row.deadEnd.confidence
        : row.rejection.confidence;
  const { label, meaning } = confidenceWords[level];
  return (
    <>
      <span title={meaning}>{label}</span>
      {level !== "dated" && <span className="block text-xs text-pretty text-tertiary">{meaning}</span>}
      {children}
    </>
  );
}
