"use client";

import { useCallback, useDeferredValue, useMemo, useState } from "react";
import * as z from "zod/mini";
import { readStoredValue, storeInBrowser } from "#components/data/storage/tab-store.ts";
import { applyDraftEdits, type DraftChange } from "#lib/create/draft-document.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { type ManifestFinding, parseYamlText } from "#lib/manifest/yaml-document.ts";

/** What a draft is for: a new cluster of a project, the clone of a cluster in it, or a cluster from a template. */
interface DraftSubject {
  /** Name of the user to whom the draft belongs. */
  readonly person: string;
  readonly project: string;
  /** Name of the beginning, such as the cluster that is cloned; empty for none. */
  readonly source: string;
}

const storedDraftsSchema = z.array(z.object({ project: z.string(), source: z.string(), text: z.string() }));
type StoredDraft = z.infer<typeof storedDraftsSchema>[number];

/** Number of drafts that a browser stores for each person; the oldest is given up first. */
const mostDrafts = 5;

const keyOf = (person: string) => `almanac.new-cluster.${person}`;

function readDrafts(person: string): readonly StoredDraft[] {
  return readStoredValue(keyOf(person), storedDraftsSchema, "localStorage") ?? [];
}

function isOf({ project, source }: DraftSubject): (draft: StoredDraft) => boolean {
  return (draft) => draft.project === project && draft.source === source;
}

/** Stores the text of a draft as the newest; undefined removes the draft. */
function storeDraft(subject: DraftSubject, text: string | undefined): void {
  const { person, project, source } = subject;
  const isSame = isOf(subject);
  const others = readDrafts(person).filter((draft) => !isSame(draft));
  const drafts = text === undefined ? others : [{ project, source, text }, ...others].slice(0, mostDrafts);
  storeInBrowser(keyOf(person), drafts.length === 0 ? undefined : drafts);
}

export type ClusterDraft = ReturnType<typeof useClusterDraft>;

/**
 * The draft of a new cluster. Its YAML text is the only state: form fields read from it and write into it, so comments
 * and fields that the form does not know survive. This browser stores it until the cluster is created.
 *
 * @param begin returns the text with which a draft begins
 */
export function useClusterDraft({ person, project, source }: DraftSubject, begin: () => string) {
  const [stored] = useState(() => readDrafts(person).find(isOf({ person, project, source }))?.text);
  const [written, setWritten] = useState(() => stored ?? begin());
  const parsed = useMemo(() => parseYamlText(written), [written]);
  // While the text has errors, the form shows the last value that could be read.
  const [last, setLast] = useState<JsonObject>(() => (parsed.ok ? parsed.value.value : {}));
  if (parsed.ok && parsed.value.value !== last) setLast(parsed.value.value);
  const shoot = parsed.ok ? parsed.value.value : last;

  const write = useCallback(
    (text: string) => {
      setWritten(text);
      storeDraft({ person, project, source }, text);
    },
    [person, project, source],
  );
  const forget = () => storeDraft({ person, project, source }, undefined);
  return {
    text: written,
    shoot,
    /** Whether the draft was restored from an earlier visit of the page. */
    isRestored: stored !== undefined,
    /** Errors of the YAML text; empty if it can be read. */
    faults: parsed.ok ? noFindings : parsed.error,
    settled: useDeferredValue(shoot),
    write,
    edit: (...edits: readonly DraftChange[]) => write(applyDraftEdits(written, edits)),
    startOver: () => {
      setWritten(begin());
      forget();
    },
    forget,
  };
}

const noFindings: readonly ManifestFinding[] = [];
