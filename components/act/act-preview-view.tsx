"use client";

import { clsx } from "clsx";
import { useClock } from "#components/data/address/use-clock.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { PreviewPart } from "#lib/act/preview/preview-changes.ts";
import { checksWords, decisionTitles, dryRunWords } from "#lib/act/preview/preview-words.ts";
import type { ActPreview, Finding } from "#lib/contract/act.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { countOf } from "#lib/words/count.ts";
import { formatSpan } from "#lib/words/format-time.ts";
import { PreviewChanges } from "./preview-changes.tsx";
import { PreviewChecks } from "./preview-checks.tsx";
import { PreviewNodes } from "./preview-nodes.tsx";
import { PreviewDryRun, PreviewRequest } from "./preview-request.tsx";
import { PreviewSection } from "./preview-section.tsx";

interface ActPreviewViewProps {
  readonly preview: ActPreview;
  readonly explanation: string | undefined;
  readonly changed: readonly PreviewPart[];
  readonly reading: boolean;
  readonly onCheckAgain: () => void;
}

/** So many entries are read at a glance; more are folded. */
const shortList = 6;

/** A whole preview, always in the same order: what, when, nodes, fields, checks, afterwards, the request itself. */
export function ActPreviewView({ preview, explanation, changed, reading, onCheckAgain }: ActPreviewViewProps) {
  const { pools, changes, checks, afterwards, request, dryRun } = preview;
  const isNew = (part: PreviewPart) => changed.includes(part);
  const bad = checks.some(({ verdict }) => verdict === "block" || verdict === "warn");
  return (
    <div>
      <PreviewGrounds preview={preview} explanation={explanation} />
      <WhenSection when={preview.when} changed={isNew("when")} />
      {pools.length > 0 && (
        <PreviewSection
          title="Nodes"
          changed={isNew("nodes")}
          summary={poolsWords(pools.length)}
          folded={pools.length > shortList}
        >
          <PreviewNodes pools={pools} />
        </PreviewSection>
      )}
      {changes.length > 0 && (
        <PreviewSection
          title="Changed fields"
          changed={isNew("changes")}
          summary={countOf(changes.length, "field")}
          folded={changes.length > shortList}
        >
          <PreviewChanges changes={changes} />
        </PreviewSection>
      )}
      <PreviewSection
        title="Checks"
        changed={isNew("checks")}
        summary={checksWords(checks)}
        folded={!bad && checks.length > shortList}
      >
        <PreviewChecks checks={checks} checkedAt={preview.checkedAt} reading={reading} onCheckAgain={onCheckAgain} />
      </PreviewSection>
      {afterwards.length > 0 && (
        <PreviewSection title="Afterwards" changed={isNew("afterwards")}>
          <Findings findings={afterwards} />
        </PreviewSection>
      )}
      <PreviewSection
        title="Exact request"
        changed={isNew("request")}
        summary={request.map(({ verb }) => verb).join(", then ")}
        folded
      >
        <PreviewRequest request={request} />
      </PreviewSection>
      <PreviewSection
        title="Dry run"
        changed={isNew("dryRun")}
        summary={dryRun.verdict === "accepted" ? "accepted" : dryRun.verdict === "refused" ? "refused" : "not made"}
        folded={dryRun.verdict === "accepted" && dryRun.warnings.length === 0}
      >
        <PreviewDryRun dryRun={dryRun} />
      </PreviewSection>
      <p className="sr-only" role="status">
        {reading ? "The preview is being updated." : dryRunWords[dryRun.verdict]}
      </p>
    </div>
  );
}

interface PreviewGroundsProps {
  readonly preview: ActPreview;
  /** What such an act does in general. */
  readonly explanation: string | undefined;
  /** In a popover, whose heading already names the act: the effect alone is enough. */
  readonly small?: boolean;
}

/** The sentence, and what speaks against it or should be known. */
export function PreviewGrounds({ preview, explanation, small = false }: PreviewGroundsProps) {
  const { sentence, decision, reasons, hints } = preview;
  const weighty = decision === "deny" || decision === "latent" || decision === "hide";
  return (
    <div className={clsx("flex flex-col gap-3", !small && "pb-3")}>
      <div>
        {(!small || explanation === undefined) && <p className="text-md text-pretty text-ink">{sentence}</p>}
        {explanation !== undefined && <p className="text-base text-pretty text-secondary">{explanation}</p>}
      </div>
      {reasons.length > 0 && (
        <Notice hue={weighty ? "caution" : "info"} title={decisionTitles[decision]}>
          <Findings findings={reasons} />
        </Notice>
      )}
      {hints.length > 0 && <Findings findings={hints} />}
    </div>
  );
}

function WhenSection({ when, changed }: { readonly when: ActPreview["when"]; readonly changed: boolean }) {
  const clock = useClock();
  const [beginMs, endMs] = [parseInstant(when.window?.from), parseInstant(when.window?.to)];
  const span = beginMs !== undefined && endMs !== undefined ? formatSpan({ beginMs, endMs }, clock) : undefined;
  const words =
    when.at === "now"
      ? "Immediately."
      : `In the next maintenance window${span === undefined ? ", whose time is not known." : `: ${span}.`}`;
  return (
    <PreviewSection title="When" changed={changed}>
      <p className="text-sm text-pretty text-secondary">{words}</p>
      {when.notes.length > 0 && <Findings findings={when.notes} />}
    </PreviewSection>
  );
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const [only] = findings;
  if (findings.length === 1 && only) return <p className="text-sm text-pretty text-secondary">{only.sentence}</p>;
  return (
    <ul className="list-disc pl-4 text-sm text-secondary marker:text-tertiary">
      {findings.map(({ id, sentence, field }) => (
        <li key={`${id} ${field ?? ""} ${sentence}`} className="text-pretty">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

function poolsWords(count: number): string {
  return countOf(count, "pool");
}
