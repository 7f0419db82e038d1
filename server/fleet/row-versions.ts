import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ProfileReader } from "./profile-reader.ts";
import { nonEmptyTextAt, numberAt, recordsAt } from "./wire-fields.ts";

type VersionFields = Pick<FleetRow, "kubernetes" | "pinnedPools" | "images" | "pools" | "maxNodes">;

/** Kubernetes and machine image versions in a Shoot's spec, and codes for what could not be read. */
export function versionsOfShootSpec(
  spec: unknown,
  profile: ProfileReader,
): { readonly fields: VersionFields; readonly unreadable: string[] } {
  const version = nonEmptyTextAt(spec, "kubernetes", "version");
  const workers = recordsAt(spec, "provider", "workers");
  const maxNodes = workers.reduce((sum, worker) => sum + (numberAt(worker, "maximum") ?? 0), 0);
  const fields = {
    kubernetes: version === undefined ? { version: "", classification: "unknown" } : profile.kubernetes(version),
    pinnedPools: workers.flatMap((worker) => {
      const own = nonEmptyTextAt(worker, "kubernetes", "version");
      return own === undefined || own === version ? [] : [{ pool: nonEmptyTextAt(worker, "name") ?? "", version: own }];
    }),
    images: imagesOf(workers, profile),
    pools: workers.length,
    maxNodes: workers.length === 0 ? undefined : maxNodes,
  };
  return { fields, unreadable: version === undefined ? ["no-version"] : [] };
}

function imagesOf(workers: readonly Readonly<Record<string, unknown>>[], profile: ProfileReader): FleetRow["images"] {
  const byImage = new Map<string, FleetRow["images"][number]>();
  for (const worker of workers) {
    const name = nonEmptyTextAt(worker, "machine", "image", "name");
    if (name === undefined) continue;
    const version = nonEmptyTextAt(worker, "machine", "image", "version") ?? "";
    const key = `${name} ${version}`;
    const known = byImage.get(key);
    const pool = nonEmptyTextAt(worker, "name") ?? "";
    if (known !== undefined) known.pools.push(pool);
    else byImage.set(key, { ...profile.image(name, version), name, pools: [pool] });
  }
  return [...byImage.values()];
}
