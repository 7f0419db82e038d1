"use client";

import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, PencilLine } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { type ReactNode, Suspense, useState } from "react";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { type ClusterRef, clusterYamlQuery } from "#components/data/queries/cluster-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { lazyComponent, preloadModule } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { templateDriftPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { highlightYaml, type YamlToken } from "#lib/manifest/highlight-yaml.ts";
import { findShootWriteBlocker } from "../object-blockers.ts";
import { useCluster } from "../use-cluster.ts";
import { manifestDraftKey, readStoredDraft } from "./stored-draft.ts";

// Loaded on demand, because most users only read the manifest and do not need the editor and the YAML parser.
const load = () => import("./manifest-editor.tsx");
const ManifestEditor = lazyComponent(async () => (await load()).ManifestEditor);

// Loaded on demand: it needs the YAML parser, too.
const TemplateDriftCard = lazyComponent(async () => (await import("./template-drift-card.tsx")).TemplateDriftCard);

/** Page with the Shoot as YAML, which users with the permission can edit. An unsaved edit is restored. */
export function ManifestPageContent({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster } = useCluster(ref);
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  const readOnly = useReadOnlyReason();
  const params = useSearchParams();
  const asksForForm = params.get("edit") === "form";
  const template = params.get("template");
  const [wanted, setWanted] = useState<boolean>();
  const key = cluster && person !== undefined ? manifestDraftKey(person, cluster.row.uid) : undefined;
  const kept = key !== undefined && readStoredDraft(key) !== undefined;
  const reason = cluster ? (readOnly ?? findShootWriteBlocker(cluster)) : text("The cluster is being read.");
  const opensForm = asksForForm && reason === undefined;
  const editing = wanted ?? (kept || opensForm);
  if (editing && cluster && key !== undefined)
    return (
      <Suspense fallback={<Skeleton className="h-[70dvh] rounded-card" />}>
        <ManifestEditor
          key={key}
          cluster={cluster}
          storageKey={key}
          opensForm={opensForm}
          onClose={() => setWanted(false)}
        />
      </Suspense>
    );
  return (
    <div className="flex flex-col gap-4">
      {template !== null && (
        <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>
          <TemplateDriftCard cluster={ref} templateKey={template} />
        </Suspense>
      )}
      <YamlView
        cluster={ref}
        action={
          <>
            {template === null && (
              <Link href={templateDriftPath(ref)} className={buttonVariants({ size: "sm" })}>
                <GitCompareArrows aria-hidden />
                {text("Compare with template…")}
              </Link>
            )}
            <Button
              size="sm"
              disabledReason={reason}
              onPointerEnter={() => preloadModule(load)}
              onClick={() => setWanted(true)}
            >
              <PencilLine aria-hidden />
              {kept ? text("Continue your edit") : text("Edit")}
            </Button>
          </>
        }
      />
    </div>
  );
}

const partClass: Readonly<Record<YamlToken["kind"], string>> = {
  key: "text-info-text",
  text: "text-ink",
  literal: "text-caution-text",
  comment: "text-tertiary italic",
  mark: "text-tertiary",
};

interface YamlViewProps {
  readonly cluster: ClusterRef;
  /** Button that is rendered beside the copy button. */
  readonly action: ReactNode;
}

/** The Shoot as YAML, as stored in the garden, read-only. */
function YamlView({ cluster, action }: YamlViewProps) {
  const yaml = useQuery(clusterYamlQuery(cluster));
  if (yaml.data === undefined)
    return yaml.isError ? (
      <ReadFailureNotice title={text("The YAML could not be read")} of={yaml} />
    ) : (
      <Skeleton className="h-96 rounded-card" />
    );
  return (
    <Card
      id="yaml"
      title={text("Shoot in the garden")}
      aside={
        <span className="flex flex-wrap gap-2">
          <CopyButton text={yaml.data} label={text("Copy")} size="sm" />
          {action}
        </span>
      }
      flush
    >
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={text("YAML of the Shoot")}
        translate="no"
        className="scrollbar-thin focus-inset overflow-x-auto"
      >
        <pre className="py-3 text-sm leading-5">
          <code className="block min-w-max">
            {highlightYaml(yaml.data).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its number.
              <span key={index} className="block pr-4 hover:bg-hover">
                <span aria-hidden className="mr-4 inline-block w-12 text-right text-tertiary select-none">
                  {index + 1}
                </span>
                {line.map((part, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line are identified by their place.
                  <span key={place} className={partClass[part.kind]}>
                    {part.text}
                  </span>
                ))}
                {"\n"}
              </span>
            ))}
          </code>
        </pre>
      </section>
    </Card>
  );
}
