"use client";

import { useQuery } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import { Suspense, useState } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent, loadEarly } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { text } from "#lib/language/text.ts";
import { objectRefusal } from "../object-refusal.ts";
import { useCluster } from "../use-cluster.ts";
import { hasStoredDraft, manifestDraftKey } from "./stored-draft.ts";
import { YamlView } from "./yaml-view.tsx";

// Most people only read: the editor, the parser and the merge come when somebody wants to write.
const load = () => import("./manifest-editor.tsx");
const ManifestEditor = lazyComponent(async () => (await load()).ManifestEditor);

/** The Shoot as YAML: to read, and to edit for whoever may. An edit that was left unsaved is there again. */
export function ManifestScreen({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster } = useCluster(ref);
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  const readOnly = useReadOnlyReason();
  const [wanted, setWanted] = useState<boolean>();
  const key = cluster && person !== undefined ? manifestDraftKey(person, cluster.row.uid) : undefined;
  const kept = key !== undefined && hasStoredDraft(key);
  const editing = wanted ?? kept;
  if (editing && cluster && key !== undefined)
    return (
      <Suspense fallback={<Skeleton className="h-[70dvh] rounded-card" />}>
        <ManifestEditor key={key} cluster={cluster} storageKey={key} onClose={() => setWanted(false)} />
      </Suspense>
    );
  const reason = cluster ? (readOnly ?? objectRefusal(cluster)) : text("The cluster is being read.");
  return (
    <YamlView
      cluster={ref}
      action={
        <Button
          size="sm"
          disabledReason={reason}
          onPointerEnter={() => loadEarly(load)}
          onClick={() => setWanted(true)}
        >
          <PencilLine aria-hidden />
          {kept ? text("Continue your edit") : text("Edit")}
        </Button>
      }
    />
  );
}
