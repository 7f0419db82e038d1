import { landscapeLimits } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { ManifestPathSegment } from "#lib/manifest/manifest-schema.ts";

/** Path of a part of the document. */
export type DocumentPath = readonly ManifestPathSegment[];

interface OlderKey {
  readonly from: DocumentPath;
  readonly to: DocumentPath;
  /** Part whose presence wins over the older key; `to` unless it is named. */
  readonly unless?: DocumentPath;
}

/** Keys of older dashboards, and where the values stand today. */
const olderKeys: readonly OlderKey[] = [
  { from: ["costObject"], to: ["costObjects", 0], unless: ["costObjects"] },
  { from: ["defaultNodesCIDR"], to: ["shootDefaults", "nodesCIDR"] },
  { from: ["defaultHibernationSchedule"], to: ["shootDefaults", "hibernationSchedule"] },
  { from: ["controlPlaneHighAvailabilityHelp"], to: ["shootDefaults", "controlPlaneHighAvailabilityHelp"] },
  { from: ["shootDefaults", "loadbalancerProvider"], to: ["shootDefaults", "loadBalancerProvider"] },
  { from: ["ticket", "newIssue", "labels"], to: ["ticket", "newTicketLabels"] },
  { from: ["ticket", "newIssue", "body"], to: ["ticket", "issueDescription"] },
];

export interface CurrentDocument {
  /** The document with the values of older keys under the current ones, which win where both are given. */
  readonly document: unknown;
  /** Where a part of it is written. */
  readonly writtenAt: (path: DocumentPath) => DocumentPath;
}

/** Moves the values of older keys under the current ones. */
export function withCurrentKeys(given: unknown): CurrentDocument {
  const hints = listAt(given, "vendorHints").slice(0, landscapeLimits.items);
  const ofHints = hints.map(
    (_, index): OlderKey => ({
      from: ["vendorHints", index, "type"],
      to: ["vendorHints", index, "severity"],
    }),
  );
  let document = given;
  const moved: OlderKey[] = [];
  for (const key of [...olderKeys, ...ofHints]) {
    const { from, to, unless = to } = key;
    const value = fieldAt(given, ...from);
    const holder = fieldAt(given, ...to.slice(0, 1));
    const fits = holder === undefined || typeof holder === "object";
    if (value === undefined || !fits || fieldAt(given, ...unless) !== undefined) continue;
    document = withPart(document, to, value);
    moved.push(key);
  }
  const writtenAt = (path: DocumentPath) => {
    const key = moved.find(({ to }) => to.every((segment, index) => path[index] === segment));
    return key === undefined ? path : [...key.from, ...path.slice(key.to.length)];
  };
  return { document, writtenAt };
}

function withPart(value: unknown, [segment, ...below]: DocumentPath, part: unknown): unknown {
  if (segment === undefined) return part;
  if (typeof segment === "string") {
    const fields = isRecord(value) ? value : {};
    return { ...fields, [segment]: withPart(fields[segment], below, part) };
  }
  const items: unknown[] = Array.isArray(value) ? [...value] : [];
  items[segment] = withPart(items[segment], below, part);
  return items;
}
