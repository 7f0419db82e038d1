import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import { CircleCheck, LoaderCircle, OctagonAlert } from "lucide-react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { ApiProblem, requestErrorOf } from "#components/data/calls/api-problem.ts";
import { createCluster } from "#components/data/queries/new-cluster-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextList } from "#components/ui/text-list.tsx";
import { WhyDetails } from "#components/ui/why-details.tsx";
import type { NewClusterChoices, NewClusterPreview } from "#lib/contract/new-cluster.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { CandidateSeeds } from "./candidate-seeds.tsx";
import { CreateSeveral } from "./create-several.tsx";
import type { DraftError, DraftFields } from "./draft-fields.ts";
import { SaveTemplateButton } from "./save-template-button.tsx";
import type { ClusterDraft } from "./use-cluster-draft.ts";

interface CreationSummaryProps {
  readonly draft: ClusterDraft;
  readonly fields: DraftFields;
  readonly choices: NewClusterChoices;
  readonly preview: UseQueryResult<NewClusterPreview>;
  /** Whether the preview is of the draft as it is now. */
  readonly isCurrent: boolean;
}

/** What would happen to the cluster, what stands in the way, and the button that creates it. */
export function CreationSummary({ draft, fields, choices, preview, isCurrent }: CreationSummaryProps) {
  const { data } = preview;
  return (
    <>
      <Card id="create" title={text("Create")}>
        <div className="flex flex-col gap-3">
          <DraftStatus {...{ draft, fields, preview, isCurrent }} />
          <CreateButton {...{ draft, fields, choices, preview, isCurrent }} />
        </div>
      </Card>
      <Card id="what-happens" title={text("What will happen")}>
        {data === undefined ? (
          <div className="flex flex-col gap-2">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        ) : (
          <Consequences fields={fields} preview={data} />
        )}
      </Card>
      {data !== undefined && (
        <CandidateSeeds seeds={data.seeds} region={stringAt(fields.shoot, "spec", "region") ?? ""} />
      )}
    </>
  );
}

type DraftStatusProps = Pick<CreationSummaryProps, "draft" | "fields" | "preview" | "isCurrent">;

/** Whether the garden would accept the draft, and the errors that stand in the way. */
function DraftStatus({ draft, fields, preview, isCurrent }: DraftStatusProps) {
  const name = stringAt(fields.shoot, "metadata", "name") ?? "";
  if (preview.isError && !isCurrent) {
    return (
      <Notice
        hue="negative"
        title={text("The draft could not be checked")}
        act={{ label: text("Try again"), run: () => void preview.refetch() }}
      >
        {requestErrorOf(preview.error).gardenMessage ?? requestErrorOf(preview.error).detail}
      </Notice>
    );
  }
  // The garden was asked about the last text that could be read, and its answer is not about this one.
  if (draft.faults.length > 0) {
    return (
      <p role="status" className="flex items-center gap-2 text-base font-medium">
        <OctagonAlert aria-hidden className="size-4 shrink-0 text-negative-solid" />
        {text("The YAML has errors, so the garden was not asked")}
      </p>
    );
  }
  const errors = fields.errors.filter(({ field }) => name !== "" || field !== "metadata.name");
  const dryRun = preview.data?.dryRun;
  return (
    <div role="status" className="flex flex-col gap-2 text-base">
      {!isCurrent ? (
        <p className="flex items-center gap-2 text-secondary">
          <LoaderCircle aria-hidden className="size-4 animate-spin motion-reduce:animate-none" />
          {text("Checking…")}
        </p>
      ) : errors.length > 0 || dryRun?.verdict === "refused" ? (
        <p className="flex items-center gap-2 font-medium">
          <OctagonAlert aria-hidden className="size-4 shrink-0 text-negative-solid" />
          {dryRun?.verdict === "refused"
            ? text("The garden refuses this cluster")
            : text("{count, plural, one {# thing has} other {# things have}} to change", { count: errors.length })}
        </p>
      ) : name === "" ? (
        <p className="text-secondary">{text("Give the cluster a name.")}</p>
      ) : dryRun?.verdict === "accepted" ? (
        <p className="flex items-center gap-2 font-medium">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-positive-solid" />
          {text("The garden accepts this cluster (dry run)")}
        </p>
      ) : (
        <p className="text-secondary">{dryRun?.message ?? text("There was no dry run.")}</p>
      )}
      <ErrorList errors={errors} />
      {dryRun?.verdict === "refused" && dryRun.causes.length === 0 && dryRun.message !== undefined && (
        <p className="text-sm text-pretty wrap-anywhere text-negative-text">{dryRun.message}</p>
      )}
      <TextList
        aria-label={text("Warnings of the garden")}
        items={dryRun?.warnings ?? []}
        className="text-sm text-pretty text-caution-text"
      />
    </div>
  );
}

const mostErrors = 12;

function ErrorList({ errors }: { readonly errors: readonly DraftError[] }) {
  if (errors.length === 0) return null;
  return (
    <ul aria-label={text("Errors")} className="flex flex-col gap-1 text-sm">
      {errors.slice(0, mostErrors).map(({ field, message }) => (
        <li key={`${field} ${message}`} className="text-pretty wrap-anywhere">
          {field !== "" && (
            <>
              <code translate="no" className="font-medium">
                {field}
              </code>{" "}
            </>
          )}
          <span className="text-negative-text">{message}</span>
        </li>
      ))}
      {errors.length > mostErrors && <li>{text("and {count} more", { count: errors.length - mostErrors })}</li>}
    </ul>
  );
}

function CreateButton({ draft, fields, choices, preview, isCurrent }: CreationSummaryProps) {
  const openPage = useOpenPage();
  const toast = useToast();
  const readOnly = useReadOnlyReason();
  const name = stringAt(fields.shoot, "metadata", "name") ?? "";
  const { project } = choices;
  const creating = useMutation({
    mutationFn: createCluster,
    onSuccess: (created) => {
      draft.forget();
      toast({
        kind: "success",
        id: `created-${created.uid}`,
        title: text("The garden has accepted {name}", { name: `${created.project}/${created.name}` }),
        detail: text("Gardener creates it now. This page shows its progress."),
      });
      openPage(clusterPath(created));
    },
  });
  const forbidden =
    choices.mayCreate === false ? text("You are not allowed to create clusters in {project}.", { project }) : undefined;
  const hasErrors = fields.errors.length > 0 || draft.faults.length > 0;
  const verdict = preview.data?.dryRun.verdict;
  const reason =
    readOnly ??
    forbidden ??
    (name === ""
      ? text("Give the cluster a name.")
      : !isCurrent
        ? text("The draft is being checked.")
        : hasErrors
          ? text("Correct the errors first.")
          : verdict === "refused"
            ? text("The garden refuses this cluster.")
            : undefined);
  return (
    <>
      <Button
        variant="primary"
        size="lg"
        disabledReason={creating.isPending ? text("The request is on its way.") : reason}
        onClick={() => creating.mutate({ project, shoot: draft.shoot })}
      >
        {name === "" ? text("Create the cluster") : text("Create {name}", { name })}
      </Button>
      {forbidden !== undefined && <p className="text-sm text-pretty text-secondary">{forbidden}</p>}
      {creating.isError && <CreationFailure error={creating.error} />}
      <CreateSeveral {...{ name, shoot: draft.shoot, choices, reason }} onCreated={draft.forget} />
      <div>
        <SaveTemplateButton draft={draft} project={project} />
      </div>
    </>
  );
}

function CreationFailure({ error }: { readonly error: unknown }) {
  const { detail, gardenMessage } = requestErrorOf(error);
  const causes = error instanceof ApiProblem ? (error.problem?.causes ?? []) : [];
  return (
    <Notice hue="negative" title={text("The cluster was not created")} live>
      <p>{gardenMessage ?? detail}</p>
      <ErrorList errors={causes} />
    </Notice>
  );
}

interface ConsequencesProps {
  readonly fields: DraftFields;
  readonly preview: NewClusterPreview;
}

/** How long the versions last, the size of the cluster, its lifetime, and what the garden fills in. */
function Consequences({ fields, preview }: ConsequencesProps) {
  const clock = useDisplayClock();
  const version = stringAt(fields.shoot, "spec", "kubernetes", "version") ?? "";
  const chosen = preview.versions.find((each) => each.version === version);
  const { size, lifetime, defaults, unchecked } = preview;
  return (
    <div className="flex flex-col gap-3 text-base">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <dt className="text-tertiary">{text("Kubernetes")}</dt>
        <dd className="text-pretty">{chosen === undefined ? version : `${version}: ${chosen.sentence}`}</dd>
        {lifetime !== undefined && (
          <>
            <dt className="text-tertiary">{text("Lifetime")}</dt>
            <dd className="text-pretty text-caution-text">
              {text(
                "Gardener deletes the cluster on {date}: quota {quota} allows {days, plural, one {# day} other {# days}}.",
                {
                  date: formatDate(lifetime.until, clock),
                  quota: lifetime.quota,
                  days: lifetime.days,
                },
              )}
            </dd>
          </>
        )}
        {size !== undefined && (
          <>
            <dt className="text-tertiary">{text("Size")}</dt>
            <dd>
              <SizeLine label={text("at least")} size={size.minimum} />
              <SizeLine label={text("at most")} size={size.maximum} />
            </dd>
          </>
        )}
      </dl>
      {defaults.length > 0 && (
        <WhyDetails
          about={text("of this cluster")}
          label={text("The garden fills in {count, plural, one {# field} other {# fields}}", {
            count: defaults.length,
          })}
        >
          <ul className="flex flex-col gap-0.5">
            {defaults.map(({ field, value }) => (
              <li key={field} className="wrap-anywhere">
                <code translate="no">{field}</code>: {value}
              </li>
            ))}
          </ul>
        </WhyDetails>
      )}
      {unchecked.length > 0 && (
        <WhyDetails about={text("of this cluster")} label={text("What could not be checked")}>
          <TextList items={unchecked.map(({ message }) => message)} className="flex flex-col gap-0.5" />
        </WhyDetails>
      )}
    </div>
  );
}

interface SizeLineProps {
  readonly label: string;
  readonly size: NonNullable<NewClusterPreview["size"]>["minimum"];
}

function SizeLine({ label, size: { nodes, cpu, memory, gpu } }: SizeLineProps) {
  const base = text("{nodes, plural, one {# node} other {# nodes}}, {cpu} CPU, {memory} of memory", {
    nodes,
    cpu,
    memory,
  });
  return (
    <p>
      <span className="text-secondary">{label}</span> {base}
      {gpu !== "0" && `, ${text("{gpu} GPU", { gpu })}`}
    </p>
  );
}
