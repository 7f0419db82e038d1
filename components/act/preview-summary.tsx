import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { Tag } from "#components/ui/tag.tsx";
import type { ActPreviewSection } from "#lib/act/preview/preview-changes.ts";
import { affectedNodesLabel, firstHibernationNoteId, rolloutTimeLabel } from "#lib/act/preview/preview-labels.ts";
import type { ActPreview } from "#lib/contract/act.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatSpan } from "#lib/words/format-time.ts";

interface PreviewBandProps {
  readonly preview: ActPreview;
  /** What an action of this kind does in general; previews of spec changes have a text of their own. */
  readonly explanation: string | undefined;
  readonly changed: readonly ActPreviewSection[];
}

/** Summary of an action's preview: its effect on the cluster, its effect on the nodes, and its time. */
export function PreviewSummary({ preview, explanation, changed }: PreviewBandProps) {
  const clock = useDisplayClock();
  const sleep = preview.when.notes.find(({ id }) => id === firstHibernationNoteId);
  const nodes = sleep?.sentence ?? affectedNodesLabel(preview.pools);
  const time = rolloutTimeLabel(preview.pools);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-control border border-hairline bg-surface px-4 py-3">
      <Fact name={text("Effect")} changed={changed.includes("sentence")}>
        {explanation ?? preview.sentence}
      </Fact>
      {nodes !== undefined && (
        <Fact name={text("Nodes")} changed={changed.includes("nodes")} strong>
          {nodes}
        </Fact>
      )}
      <Fact name={text("When")} changed={changed.includes("when")} strong>
        {whenLabel(preview.when, clock)}
        {time !== undefined && <span className="font-normal text-secondary"> · {time}</span>}
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly changed: boolean;
  readonly strong?: boolean;
  readonly children: ReactNode;
}

function Fact({ name, changed, strong = false, children }: FactProps) {
  return (
    <>
      <dt className="text-sm leading-5 text-tertiary">{name}</dt>
      <dd className={clsx("min-w-0 text-base text-pretty text-ink", strong && "font-medium")}>
        {children}
        {changed && (
          <span className="ml-2 inline-block">
            <Tag hue="caution">{text("Changed")}</Tag>
          </span>
        )}
      </dd>
    </>
  );
}

function whenLabel({ at, window }: ActPreview["when"], clock: DisplayClock): string {
  if (at === "now") return text("Immediately");
  if (at === "seed-ready") return text("As soon as the new Seed can take the control plane");
  const [beginMs, endMs] = [parseInstant(window?.from), parseInstant(window?.to)];
  if (beginMs === undefined || endMs === undefined)
    return text("In the next maintenance window, whose time is not known");
  return text("In the next maintenance window: {span}", { span: formatSpan({ beginMs, endMs }, clock) });
}
