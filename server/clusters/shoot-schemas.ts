import "server-only";
import type { ShootSchemaResponse } from "#lib/contract/shoot-schema.ts";
import { stringAt } from "#lib/kube/field.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { shootSpecSchemaOfOpenApi } from "#lib/manifest/reduce-openapi.ts";
import { RequestCache } from "#server/access/request-cache.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";

export type ShootSchemas = ReturnType<typeof createShootSchemas>;

interface ShootSchemasOptions {
  readonly withToken: (token: string) => Pick<GardenClient, "raw">;
  readonly now: () => number;
}

const index = ["openapi", "v3"] as const;
const group = ["apis", "core.gardener.cloud", "v1beta1"] as const;

const notServed = (): ShootSchemaResponse => ({
  known: false,
  reason: text("The garden serves no OpenAPI description of Shoots to you."),
});
const notUnderstood = (): ShootSchemaResponse => ({
  known: false,
  reason: text("The garden's OpenAPI description does not say what a Shoot is."),
});

/**
 * The schema of a Shoot's spec, from the garden's OpenAPI. The OpenAPI index is read with the user's token. The large
 * schema document, which is the same for all users, is read once per hash in the index.
 */
export function createShootSchemas({ withToken, now }: ShootSchemasOptions) {
  const reduced = new RequestCache<ShootSchemaResponse>({ now, ttlMs: dayMs, maxEntries: 2 });
  return {
    /** The schema that the garden serves to this user, or the reason why there is none. */
    async read(token: string, signal: AbortSignal): Promise<ShootSchemaResponse> {
      const client = withToken(token);
      const listing = await resultOrReason(client.raw(index, { signal }), "forbidden", "not-found");
      const url = stringAt(listing, "body", "paths", group.join("/"), "serverRelativeURL");
      if (url === undefined) return notServed();
      // Runs without the caller's signal: other callers may wait for the same document when this browser disconnects.
      const read = async () => answerOf((await client.raw([...index, ...group])).body);
      const answer = await resultOrReason(reduced.get(url, read), "forbidden", "not-found");
      return typeof answer === "string" ? notServed() : answer;
    },
  };
}

function answerOf(document: unknown): ShootSchemaResponse {
  const spec = shootSpecSchemaOfOpenApi(document);
  return spec === undefined ? notUnderstood() : { known: true, spec };
}
