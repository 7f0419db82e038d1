"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { shootSchemaQuery } from "#components/data/queries/shoot-schema-query.ts";
import type { ManifestDraft } from "#lib/manifest/follow-shoot.ts";
import { type Json, manifestOf, manifestPatch } from "#lib/manifest/manifest.ts";
import { manifestSchema } from "#lib/manifest/manifest-schema.ts";
import { validateManifest } from "#lib/manifest/validate-manifest.ts";

export type ManifestEditorState = ReturnType<typeof useManifestValidation>;

/** Findings on the text, by the rules of YAML, of the editable fields and of the garden's schema. */
export function useManifestValidation(draft: ManifestDraft, now: Json) {
  const { data, error } = useQuery(shootSchemaQuery);
  const spec = data?.known ? data.spec : undefined;
  // Judging a long text may lag behind the typing.
  const settled = useDeferredValue(draft);
  const judged = useMemo(() => {
    const { manifest, findings } = validateManifest(settled.text, { read: [settled.base, now], schema: spec });
    // Without differences or with errors there is no patch to send.
    return { findings, patch: manifest && manifestPatch(manifestOf(settled.base), manifest) };
  }, [settled, now, spec]);
  const schema = useMemo(() => spec && manifestSchema(spec), [spec]);
  const refused = data === undefined || data.known ? undefined : data.reason;
  return {
    ...judged,
    /** Schema of the whole manifest, for completion and descriptions. */
    schema,
    /** Why there is no completion; undefined if there is, or while the schema is being read. */
    noCompletion: refused ?? (error && !data ? requestErrorOf(error).detail : undefined),
  };
}
