import "server-only";
import { createHash } from "node:crypto";
import type { KubeObject } from "#lib/kube/object.ts";

/** A digest of which objects there are in which version, whatever their order: equal sets have equal checksums. */
export function checksumOf(objects: Iterable<KubeObject>): string {
  const lines = Array.from(objects, ({ metadata }) => `${metadata.uid ?? ""}:${metadata.resourceVersion ?? ""}\n`);
  return createHash("sha256").update(lines.sort().join("")).digest("hex");
}
