"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useActDialog } from "#components/act/act-dialog.tsx";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { Segments } from "#components/ui/form/segments.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { text } from "#lib/language/text.ts";
import type { Cluster } from "../use-cluster.ts";
import { ConflictCard } from "./conflict-card.tsx";
import { ManifestEditingStep } from "./manifest-editing-step.tsx";
import { ManifestReview } from "./manifest-review.tsx";
import { type ManifestDraftState, useManifestDraft } from "./use-manifest-draft.ts";
import { useManifestValidation } from "./use-manifest-validation.ts";

const ManifestForm = lazyComponent(async () => (await import("./manifest-form.tsx")).ManifestForm);

interface ManifestEditorProps {
  readonly cluster: Cluster;
  readonly storageKey: string;
  /** Whether the form is shown at first instead of the YAML. */
  readonly opensForm: boolean;
  readonly onClose: () => void;
}

/** Editor for the YAML manifest of a Shoot, in three steps: write, review the differences, then preview and send. */
export function ManifestEditor({ cluster, storageKey, opensForm, onClose }: ManifestEditorProps) {
  const now = cluster.detail.shoot;
  const keeping = useManifestDraft(storageKey, now);
  const { draft, edited, following } = keeping;
  const judged = useManifestValidation(draft, now);
  const [reviewing, setReviewing] = useState(false);
  const [side, setSide] = useState<"form" | "yaml">(opensForm ? "form" : "yaml");
  const save = useRef<HTMLButtonElement>(null);
  const client = useQueryClient();
  const { project, name } = cluster.row;
  useCloseWhenMoved(save, following);

  const readAgain = useCallback(
    () => void refetchActiveQueries(client, clusterQuery({ project, name }).queryKey),
    [client, project, name],
  );
  const accepted = () => {
    keeping.forget();
    readAgain();
    onClose();
  };
  const conflicts = following.kind === "conflicts" ? following.conflicts : [];
  const shown = reviewing && conflicts.length === 0 && judged.patch !== undefined;
  return (
    <div className="flex flex-col gap-4">
      <ManifestNotices keeping={keeping} completion={judged.noCompletion} />
      {conflicts.length > 0 && (
        // A new key resets the choices that were made for the previous conflicts.
        <ConflictCard key={JSON.stringify(conflicts)} conflicts={conflicts} onChoose={keeping.choose} />
      )}
      <Card
        id="manifest"
        title={shown ? text("Your changes") : text("Edit the Shoot")}
        aside={
          <span className="flex flex-wrap items-center gap-2">
            {edited && <Tag hue="notice">{text("not saved")}</Tag>}
            {!shown && (
              <Segments
                label={text("Edit as")}
                value={side}
                options={[
                  { value: "form", label: text("Form") },
                  { value: "yaml", label: text("YAML") },
                ]}
                onChange={setSide}
              />
            )}
          </span>
        }
        flush
      >
        {shown ? (
          <ManifestReview
            cluster={cluster.row}
            draft={draft}
            patch={judged.patch}
            saveRef={save}
            onBack={() => setReviewing(false)}
            onAccepted={accepted}
            onConflict={readAgain}
          />
        ) : (
          <ManifestEditingStep
            name={`${project}/${name}`}
            keeping={keeping}
            now={now}
            judged={judged}
            onReview={() => setReviewing(true)}
            onClose={onClose}
            form={
              side === "form" && (
                <Suspense fallback={<Skeleton className="h-80 w-full" />}>
                  <ManifestForm cluster={cluster} written={draft.text} onWrite={keeping.write} />
                </Suspense>
              )
            }
          />
        )}
      </Card>
    </div>
  );
}

/** Closes an open preview when others have changed the Shoot: the preview no longer shows what would be sent. */
function useCloseWhenMoved(
  save: RefObject<HTMLButtonElement | null>,
  following: ReturnType<typeof useManifestDraft>["following"],
): void {
  const { opened, close } = useActDialog();
  const own = opened?.opener === save;
  const moved = following.kind === "conflicts" || (following.kind === "brought" && following.taken.length > 0);
  useEffect(() => {
    if (own && moved) close();
  }, [own, moved, close]);
}

interface ManifestNoticesProps {
  readonly keeping: ManifestDraftState;
  readonly completion: string | undefined;
}

const mostShown = 12;

/** Notices about the edited manifest: it was restored, others changed the cluster, or the garden provides no schema. */
function ManifestNotices({ keeping: { restored, edited, taken, following }, completion }: ManifestNoticesProps) {
  return (
    <>
      {restored && edited && taken.length === 0 && (
        <Notice hue="info" title={text("Your unsaved changes were restored")}>
          {text("They were saved in this tab.")}
        </Notice>
      )}
      {taken.length > 0 && (
        <Notice hue="info" title={text("Changes by others were merged into your text")} live>
          <Taken paths={taken} />
        </Notice>
      )}
      {following.kind === "unreadable" && (
        <Notice hue="caution" title={text("Others have changed the cluster meanwhile")} live>
          {text("Their changes are merged as soon as the errors below are fixed.")}
        </Notice>
      )}
      {completion !== undefined && (
        <Notice hue="neutral" title={text("Completion and checks by the schema are off")}>
          {completion} {text("You can still edit. The garden checks what you save.")}
        </Notice>
      )}
    </>
  );
}

/** Notice with the paths of fields that others have changed and that were merged into the draft. */
function Taken({ paths }: { readonly paths: readonly string[] }) {
  const more = paths.length - mostShown;
  const fields = () =>
    paths.slice(0, mostShown).map((path, index) => (
      <span key={path}>
        {index > 0 && ", "}
        <code translate="no" className="break-all">
          {path}
        </code>
      </span>
    ));
  if (more > 0) {
    return richText(
      "These fields you had not touched: <fields></fields> and {more} more. Your own changes are unchanged.",
      {
        more,
        fields,
      },
    );
  }
  return richText(
    "{count, plural, one {This field} other {These fields}} you had not touched: <fields></fields>. Your own changes are unchanged.",
    { count: paths.length, fields },
  );
}
