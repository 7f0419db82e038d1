"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { shootSchemaQuery } from "#components/data/queries/shoot-schema-query.ts";
import type { ManifestDraft } from "#lib/manifest/follow-shoot.ts";
import { judgeManifest } from "#lib/manifest/judge-manifest.ts";
import { type Json, manifestOf, manifestPatch } from "#lib/manifest/manifest.ts";
import { manifestSchema } from "#lib/manifest/manifest-schema.ts";

export type Judged = ReturnType<typeof useJudgedManifest>;

/** What is to be said of the text, by the rules of YAML, of what may be edited, and of the garden's schema. */
export function useJudgedManifest(draft: ManifestDraft, now: Json) {
  const { data, error } = useQuery(shootSchemaQuery);
  const spec = data?.known ? data.spec : undefined;
  // Judging a long text may follow the typing a moment later.
  const settled = useDeferredValue(draft);
  const judged = useMemo(() => {
    const { manifest, findings } = judgeManifest(settled.text, { read: [settled.base, now], schema: spec });
    // Nothing is sent while nothing differs, or something is wrong.
    return { findings, patch: manifest && manifestPatch(manifestOf(settled.base), manifest) };
  }, [settled, now, spec]);
  const schema = useMemo(() => spec && manifestSchema(spec), [spec]);
  const refused = data === undefined || data.known ? undefined : data.reason;
  return {
    ...judged,
    /** Of the whole text, for completion and notes. */
    schema,
    /** Why there is no completion; undefined while there is, or while it is being read. */
    noCompletion: refused ?? (error && !data ? faultOf(error).detail : undefined),
  };
}
