import { Notice } from "#components/ui/notice.tsx";
import type { ActPreviewSection } from "#lib/act/preview/preview-changes.ts";
import {
  checkCountsLabel,
  dryRunDescriptions,
  dryRunLabels,
  firstHibernationNoteId,
  previewDecisionTitles,
} from "#lib/act/preview/preview-labels.ts";
import type { ActFinding, ActPreview } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";
import { formatSequence } from "#lib/words/format-list.ts";
import { PreviewChanges } from "./preview-changes.tsx";
import { PreviewChecks } from "./preview-checks.tsx";
import { PreviewNodes } from "./preview-nodes.tsx";
import { PreviewDryRun, PreviewRequest } from "./preview-request.tsx";
import { PreviewSection } from "./preview-section.tsx";

interface PreviewDetailsProps {
  readonly preview: ActPreview;
  readonly changed: readonly ActPreviewSection[];
  readonly reading: boolean;
  readonly onCheckAgain: () => void;
}

/** Number of changed fields up to which the list is expanded; longer lists are collapsed. */
const maxExpandedFields = 3;

/** Sections of an action's preview, beneath the consent controls; only those that need attention are expanded. */
export function PreviewDetails({ preview, changed, reading, onCheckAgain }: PreviewDetailsProps) {
  const { pools, changes, checks, afterwards, request, dryRun, hints, when } = preview;
  const isNew = (part: ActPreviewSection) => changed.includes(part);
  const notes = [...hints, ...when.notes.filter(({ id }) => id !== firstHibernationNoteId)];
  const bad = checks.some(({ verdict }) => verdict === "block" || verdict === "warn");
  return (
    <div>
      {notes.length > 0 && (
        <PreviewSection title={text("Good to know")} changed={isNew("when")}>
          <Findings findings={notes} />
        </PreviewSection>
      )}
      {changes.length > 0 && (
        <PreviewSection
          title={text("Changed fields")}
          changed={isNew("changes")}
          summary={text("{count, plural, one {# field} other {# fields}}", { count: changes.length })}
          folded={changes.length > maxExpandedFields && !isNew("changes")}
        >
          <PreviewChanges changes={changes} />
        </PreviewSection>
      )}
      {pools.length > 0 && (
        <PreviewSection
          title={text("Nodes by pool")}
          changed={isNew("nodes")}
          summary={text("{count, plural, one {# pool} other {# pools}}", { count: pools.length })}
          folded={!isNew("nodes")}
        >
          <PreviewNodes pools={pools} />
        </PreviewSection>
      )}
      <PreviewSection
        title={text("Checks")}
        changed={isNew("checks")}
        summary={checkCountsLabel(checks)}
        folded={!bad && !isNew("checks")}
      >
        <PreviewChecks checks={checks} checkedAt={preview.checkedAt} reading={reading} onCheckAgain={onCheckAgain} />
      </PreviewSection>
      {afterwards.length > 0 && (
        <PreviewSection
          title={text("Afterwards")}
          changed={isNew("afterwards")}
          summary={text("{count, plural, one {# note} other {# notes}}", { count: afterwards.length })}
          folded={!isNew("afterwards")}
        >
          <Findings findings={afterwards} />
        </PreviewSection>
      )}
      <PreviewSection
        title={text("Exact request")}
        changed={isNew("request")}
        summary={formatSequence(request.map(({ verb }) => verb))}
        folded
      >
        <PreviewRequest request={request} />
      </PreviewSection>
      {dryRun.verdict !== "refused" && (
        <PreviewSection title={text("Dry run")} changed={isNew("dryRun")} summary={dryRunSummary(dryRun)} folded>
          <PreviewDryRun dryRun={dryRun} />
        </PreviewSection>
      )}
      <p className="sr-only" role="status">
        {reading ? text("The preview is being updated.") : text(dryRunDescriptions[dryRun.verdict])}
      </p>
    </div>
  );
}

/** Reasons against an action, shown above the consent controls: from Almanac's rules, and from a refused dry run. */
export function PreviewObjectionList({ preview }: { readonly preview: ActPreview }) {
  const { decision, reasons, dryRun } = preview;
  const weighty = decision === "deny" || decision === "latent" || decision === "hide";
  return (
    <>
      {reasons.length > 0 && (
        <Notice hue={weighty ? "caution" : "info"} title={text(previewDecisionTitles[decision])}>
          <Findings findings={reasons} />
        </Notice>
      )}
      {dryRun.verdict === "refused" && <PreviewDryRun dryRun={dryRun} />}
    </>
  );
}

interface PreviewReasonsProps {
  readonly preview: ActPreview;
  /** What an action of this kind does in general. */
  readonly explanation: string | undefined;
}

/** Content of the popover to confirm an action, whose heading names the action: effect, objections and hints. */
export function PreviewPopoverContent({ preview, explanation }: PreviewReasonsProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-base text-pretty text-secondary">{explanation ?? preview.sentence}</p>
      <PreviewObjectionList preview={preview} />
      {preview.hints.length > 0 && <Findings findings={preview.hints} />}
    </div>
  );
}

function Findings({ findings }: { readonly findings: readonly ActFinding[] }) {
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
  const words = text(dryRunLabels[verdict]);
  const count = warnings.length;
  return count === 0 ? words : `${words}, ${text("{count, plural, one {# warning} other {# warnings}}", { count })}`;
}
