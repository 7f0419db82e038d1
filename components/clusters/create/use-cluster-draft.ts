"use client";

import { useCallback, useDeferredValue, useMemo, useState } from "react";
import * as z from "zod/mini";
import { readStoredValue, storeInBrowser } from "#components/data/storage/tab-store.ts";
import { applyDraftEdits, type DraftEdit } from "#lib/create/draft-document.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { type ManifestFinding, parseYamlText } from "#lib/manifest/yaml-document.ts";

const storedDraftSchema = z.object({ project: z.string(), text: z.string() });

const keyOf = (person: string) => `almanac.new-cluster.${person}`;

/** Reads the draft of a new cluster that this browser has stored for a person and a project. */
export function readClusterDraft(person: string, project: string): string | undefined {
  const stored = readStoredValue(keyOf(person), storedDraftSchema, "localStorage");
  return stored?.project === project ? stored.text : undefined;
}

export type ClusterDraft = ReturnType<typeof useClusterDraft>;

/**
 * The draft of a new cluster. Its YAML text is the only state: form fields read from it and write into it, so comments
 * and fields that the form does not know survive. This browser stores one draft for each person.
 */
export function useClusterDraft(person: string, project: string, initial: string) {
  const [written, setWritten] = useState(initial);
  const parsed = useMemo(() => parseYamlText(written), [written]);
  // While the text has errors, the form shows the last value that could be read.
  const [last, setLast] = useState<JsonObject>(() => (parsed.ok ? parsed.value.value : {}));
  if (parsed.ok && parsed.value.value !== last) setLast(parsed.value.value);
  const shoot = parsed.ok ? parsed.value.value : last;

  const write = useCallback(
    (text: string) => {
      setWritten(text);
      storeInBrowser(keyOf(person), { project, text });
    },
    [person, project],
  );
  return {
    text: written,
    shoot,
    /** Errors of the YAML text; empty if it can be read. */
    faults: parsed.ok ? noFindings : parsed.error,
    settled: useDeferredValue(shoot),
    write,
    edit: (...edits: readonly DraftEdit[]) => write(applyDraftEdits(written, edits)),
    forget: () => storeInBrowser(keyOf(person), undefined),
  };
}

const noFindings: readonly ManifestFinding[] = [];
