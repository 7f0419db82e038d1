import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePausedValue } from "#components/data/calls/use-paused-value.ts";
import { newClusterPreviewQuery } from "#components/data/queries/new-cluster-queries.ts";
import { Segments } from "#components/ui/form/segments.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useMediaQuery } from "#components/ui/state/use-media-query.ts";
import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { text } from "#lib/language/text.ts";
import { type Beginning, begunDraft, sourceOf } from "./beginning.ts";
import { CreationSummary } from "./creation-summary.tsx";
import { createDraftFields } from "./draft-fields.ts";
import { DraftYaml } from "./draft-yaml.tsx";
import { KubernetesCard } from "./kubernetes-card.tsx";
import { MoreSettingsCard } from "./more-settings-card.tsx";
import { PoolsCard } from "./pools-card.tsx";
import { TemplateNotice } from "./template-notice.tsx";
import { TimeCard } from "./time-card.tsx";
import { useClusterDraft } from "./use-cluster-draft.ts";
import { WhereCard } from "./where-card.tsx";

interface NewClusterFormProps {
  readonly choices: NewClusterChoices;
  /** Name of the user, to whom a stored draft belongs. */
  readonly person: string;
  readonly beginning: Beginning;
  /** Called once the template with which the draft began was deleted. */
  readonly onTemplateDeleted: () => void;
}

/** Form and YAML for a new cluster, which are one document, and what would happen to that cluster. */
export function NewClusterForm({ choices, person, beginning, onTemplateDeleted }: NewClusterFormProps) {
  // A draft begins once; what the garden offers later does not change it.
  const [begun] = useState(() => begunDraft(beginning, choices, Date.now()));
  const { project } = choices;
  const draft = useClusterDraft({ person, project, source: sourceOf(beginning) }, () => begun.text);
  const [side, setSide] = useState<"summary" | "yaml">("summary");
  const fitsBoth = useMediaQuery("(min-width: 120rem)");
  const paused = usePausedValue(draft.settled, pauseMs);
  const preview = useQuery(newClusterPreviewQuery({ project, shoot: paused }));
  const isCurrent = isSameJson(paused, draft.shoot) && preview.data !== undefined && !preview.isPlaceholderData;
  const fields = createDraftFields(
    draft,
    preview.data === undefined ? [] : [...preview.data.errors, ...preview.data.dryRun.causes],
    choices.profiles,
  );
  const readable = draft.faults.length === 0;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] min-[120rem]:grid-cols-[minmax(0,1.2fr)_minmax(0,0.8fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        {draft.isRestored && (
          <Notice
            hue="info"
            title={text("Your draft is here again")}
            act={{ label: text("Start over"), run: draft.startOver }}
          >
            {text("This browser keeps it until you create the cluster or start over.")}
          </Notice>
        )}
        {beginning.kind === "template" && (
          <TemplateNotice line={beginning.line} losses={begun.losses} onDeleted={onTemplateDeleted} />
        )}
        {begun.dropped.length > 0 && <DroppedFields dropped={begun.dropped} />}
        {!readable && (
          <Notice hue="negative" title={text("The YAML has errors, so the form cannot be edited")} live>
            {text("Line {line}: {message}", {
              line: draft.faults[0]?.line ?? 1,
              message: draft.faults[0]?.message ?? "",
            })}
          </Notice>
        )}
        <fieldset disabled={!readable} className="flex min-w-0 flex-col gap-4">
          <legend className="sr-only">{text("Settings of the cluster")}</legend>
          <WhereCard fields={fields} choices={choices} />
          <KubernetesCard fields={fields} versions={preview.data?.versions} />
          <PoolsCard fields={fields} images={preview.data?.images} />
          <TimeCard fields={fields} windows={choices.windows} />
          <MoreSettingsCard fields={fields} choices={choices} />
        </fieldset>
      </div>
      <div className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-0">
        {!fitsBoth && (
          <div>
            <Segments
              label={text("Beside the form")}
              value={side}
              options={[
                { value: "summary", label: text("What will happen") },
                { value: "yaml", label: text("YAML") },
              ]}
              onChange={setSide}
            />
          </div>
        )}
        {(fitsBoth || side === "summary") && (
          <CreationSummary draft={draft} fields={fields} choices={choices} preview={preview} isCurrent={isCurrent} />
        )}
        {!fitsBoth && side === "yaml" && <DraftYaml draft={draft} project={project} errors={fields.errors} />}
      </div>
      {fitsBoth && (
        <div className="min-w-0 xl:sticky xl:top-0">
          <DraftYaml draft={draft} project={project} errors={fields.errors} />
        </div>
      )}
    </div>
  );
}

const mostShown = 8;

/** Says which fields of the cloned cluster the clone does not take over. */
function DroppedFields({ dropped }: { readonly dropped: readonly { readonly field: string }[] }) {
  const more = dropped.length - mostShown;
  return (
    <Notice
      hue="info"
      title={text("{count, plural, one {# field was} other {# fields were}} left out", { count: dropped.length })}
    >
      <p>{text("They belong to the cluster that you clone, or the garden sets them.")}</p>
      <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-sm">
        {dropped.slice(0, mostShown).map(({ field }) => (
          <li key={field}>
            <code translate="no" className="break-all">
              {field}
            </code>
          </li>
        ))}
        {more > 0 && <li>{text("and {count} more", { count: more })}</li>}
      </ul>
    </Notice>
  );
}

const pauseMs = 400;
