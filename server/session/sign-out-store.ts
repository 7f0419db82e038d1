import "server-only";
import { z } from "zod";
import { stringAt } from "#lib/kube/field.ts";
import { parseJsonOrUndefined } from "#lib/kube/parse-json-or-undefined.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import type { DocumentStore } from "#server/storage/document-store.ts";
import type { PersonalDataStorage } from "#server/storage/own-keeping.ts";

/** When people last signed out everywhere, in Unix milliseconds, by hash of the user name. */
export type SignOutTimes = ReadonlyMap<string, number>;

/** About 600 KiB, which a ConfigMap can hold. */
export const mostSignedOut = 10_000;
/** Difference of clocks that is allowed for. */
const clockSkewMs = hourMs;

const key = "sign-outs";
const timesSchema = z.record(z.string(), z.number());

/** The times of all people are one ConfigMap, so that each replica follows them with one small read. */
export function signOutStore(
  { client, namespace }: PersonalDataStorage,
  signal?: AbortSignal | undefined,
): DocumentStore<SignOutTimes> {
  return {
    client,
    target: { resource: configMaps, namespace, name: `almanac-${key}` },
    signal,
    read(kept) {
      if (kept === undefined) return new Map();
      const parsed = timesSchema.safeParse(parseJsonOrUndefined(stringAt(kept, "data", key) ?? ""));
      return parsed.success ? new Map(Object.entries(parsed.data)) : undefined;
    },
    write: (times) => ({
      labels: { [`almanac.garden/${key}`]: "all" },
      data: { [key]: JSON.stringify(Object.fromEntries(times)) },
    }),
  };
}

/** Adds the entries of `more`, of each person the later time, without those that no longer concern any session. */
export function mergeSignOutTimes(
  times: SignOutTimes,
  more: SignOutTimes,
  { now, longestSessionMs }: { readonly now: number; readonly longestSessionMs: number },
): SignOutTimes {
  const merged = new Map(times);
  for (const [person, at] of more) merged.set(person, Math.max(at, merged.get(person) ?? 0));
  return new Map([...merged].filter(([, at]) => now - at < longestSessionMs + clockSkewMs));
}
