"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { shootSchemaQuery } from "#components/data/queries/shoot-schema-query.ts";
import type { ManifestDraft } from "#lib/manifest/follow-shoot.ts";
import { type JsonObject, manifestOf, manifestPatch } from "#lib/manifest/manifest.ts";
import { manifestSchema } from "#lib/manifest/manifest-schema.ts";
import { validateManifest } from "#lib/manifest/validate-manifest.ts";

export type ManifestValidationState = ReturnType<typeof useManifestValidation>;

/** Validates the edited manifest: YAML syntax, which fields may be edited, and the garden's OpenAPI schema. */
export function useManifestValidation(draft: ManifestDraft, now: JsonObject) {
  const { data, error } = useQuery(shootSchemaQuery);
  const spec = data?.known ? data.spec : undefined;
  // Validating a long text may lag behind typing.
  const settled = useDeferredValue(draft);
  const judged = useMemo(() => {
    const { manifest, findings } = validateManifest(settled.text, { read: [settled.base, now], schema: spec });
    // A text with errors or without differences has no patch that could be sent.
    return { findings, patch: manifest && manifestPatch(manifestOf(settled.base), manifest) };
  }, [settled, now, spec]);
  const schema = useMemo(() => spec && manifestSchema(spec), [spec]);
  const refused = data === undefined || data.known ? undefined : data.reason;
  return {
    ...judged,
    /** JSON schema of the manifest, for completion and descriptions in the editor. */
    schema,
    /** Why the editor has no completion; undefined if it has, or while the schema is being read. */
    noCompletion: refused ?? (error && !data ? requestErrorOf(error).detail : undefined),
  };
}
