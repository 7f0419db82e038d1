"use client";

import { Notice } from "#components/ui/notice.tsx";
import type { PreviewPart } from "#lib/act/preview/preview-changes.ts";
import { checksWords, decisionTitles, dryRunLabels, dryRunWords } from "#lib/act/preview/preview-words.ts";
import type { ActPreview, Finding } from "#lib/contract/act.ts";
import { countOf } from "#lib/words/count.ts";
import { PreviewChanges } from "./preview-changes.tsx";
import { PreviewChecks } from "./preview-checks.tsx";
import { PreviewNodes } from "./preview-nodes.tsx";
import { PreviewDryRun, PreviewRequest } from "./preview-request.tsx";
import { PreviewSection } from "./preview-section.tsx";

interface PreviewDetailsProps {
  readonly preview: ActPreview;
  readonly changed: readonly PreviewPart[];
  readonly reading: boolean;
  readonly onCheckAgain: () => void;
}

/** So many fields say at a glance what is written; more are folded. */
const shortList = 3;

/** What an act rests on, beneath the consent, always in the same order. Only what needs a look is open. */
export function PreviewDetails({ preview, changed, reading, onCheckAgain }: PreviewDetailsProps) {
  const { pools, changes, checks, afterwards, request, dryRun, hints, when } = preview;
  const isNew = (part: PreviewPart) => changed.includes(part);
  const notes = [...hints, ...when.notes];
  const bad = checks.some(({ verdict }) => verdict === "block" || verdict === "warn");
  return (
    <div>
      {notes.length > 0 && (
        <PreviewSection title="Good to know" changed={isNew("when")}>
          <Findings findings={notes} />
        </PreviewSection>
      )}
      {changes.length > 0 && (
        <PreviewSection
          title="Changed fields"
          changed={isNew("changes")}
          summary={countOf(changes.length, "field")}
          folded={changes.length > shortList && !isNew("changes")}
        >
          <PreviewChanges changes={changes} />
        </PreviewSection>
      )}
      {pools.length > 0 && (
        <PreviewSection
          title="Nodes by pool"
          changed={isNew("nodes")}
          summary={countOf(pools.length, "pool")}
          folded={!isNew("nodes")}
        >
          <PreviewNodes pools={pools} />
        </PreviewSection>
      )}
      <PreviewSection
        title="Checks"
        changed={isNew("checks")}
        summary={checksWords(checks)}
        folded={!bad && !isNew("checks")}
      >
        <PreviewChecks checks={checks} checkedAt={preview.checkedAt} reading={reading} onCheckAgain={onCheckAgain} />
      </PreviewSection>
      {afterwards.length > 0 && (
        <PreviewSection
          title="Afterwards"
          changed={isNew("afterwards")}
          summary={countOf(afterwards.length, "note")}
          folded={!isNew("afterwards")}
        >
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
      {dryRun.verdict !== "refused" && (
        <PreviewSection title="Dry run" changed={isNew("dryRun")} summary={dryRunSummary(dryRun)} folded>
          <PreviewDryRun dryRun={dryRun} />
        </PreviewSection>
      )}
      <p className="sr-only" role="status">
        {reading ? "The preview is being updated." : dryRunWords[dryRun.verdict]}
      </p>
    </div>
  );
}

/** What speaks against the act, above the consent: reasons of the rules, and the refusal of the dry run. */
export function PreviewReasons({ preview }: { readonly preview: ActPreview }) {
  const { decision, reasons, dryRun } = preview;
  const weighty = decision === "deny" || decision === "latent" || decision === "hide";
  return (
    <>
      {reasons.length > 0 && (
        <Notice hue={weighty ? "caution" : "info"} title={decisionTitles[decision]}>
          <Findings findings={reasons} />
        </Notice>
      )}
      {dryRun.verdict === "refused" && <PreviewDryRun dryRun={dryRun} />}
    </>
  );
}

interface PreviewGroundsProps {
  readonly preview: ActPreview;
  /** What such an act does in general. */
  readonly explanation: string | undefined;
}

/** All of a popover, whose heading already names the act: the effect, and what speaks against it or should be known. */
export function PreviewGrounds({ preview, explanation }: PreviewGroundsProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-base text-pretty text-secondary">{explanation ?? preview.sentence}</p>
      <PreviewReasons preview={preview} />
      {preview.hints.length > 0 && <Findings findings={preview.hints} />}
    </div>
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

function dryRunSummary({ verdict, warnings }: ActPreview["dryRun"]): string {
  const words = dryRunLabels[verdict];
  return warnings.length === 0 ? words : `${words}, ${countOf(warnings.length, "warning")}`;
}
