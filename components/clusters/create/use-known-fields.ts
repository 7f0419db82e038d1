import { useQuery } from "@tanstack/react-query";
import { shootSchemaQuery } from "#components/data/queries/shoot-schema-query.ts";
import { fieldSchemaAt, type ManifestPathSegment } from "#lib/manifest/manifest-schema.ts";

/** Returns whether the garden's release has a field below `spec`. Without a schema, every field counts as known. */
export function useKnownFields(): (...path: readonly ManifestPathSegment[]) => boolean {
  const { data } = useQuery(shootSchemaQuery);
  const spec = data?.known ? data.spec : undefined;
  return (...path) => spec === undefined || fieldSchemaAt(spec, path) !== undefined;
}
