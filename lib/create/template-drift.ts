import type { Shoot } from "#lib/garden/shoot.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { compareObjects } from "#lib/manifest/compare-objects.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { compareVersions } from "#lib/policy/versions/compare.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";
import { cloneShoot } from "./clone-shoot.ts";
import { templateHoles, withoutHoles } from "./template-text.ts";

/** Parts in which the drift of a cluster is told. */
export const driftGroups = ["versions", "pools", "network", "time", "other"] as const;
export type DriftGroupName = (typeof driftGroups)[number];

/** A path at which a cluster is not as its template. */
export interface DriftField {
  /** Path in the Shoot; items of lists by their name, such as `spec.provider.workers[a].minimum`. */
  readonly path: string;
  /** Value of the template; undefined for a pool that only the cluster has. */
  readonly template: unknown;
  /** Value of the cluster; undefined for what only the template has. */
  readonly cluster: unknown;
  /** Whether this is a version, and the cluster's is later than the template's. */
  readonly isNewer: boolean;
}

export interface TemplateDrift {
  /** Groups with drift, in a fixed order. */
  readonly groups: readonly { readonly name: DriftGroupName; readonly fields: readonly DriftField[] }[];
  /** Whether the objects have more fields than are compared. */
  readonly cut: boolean;
}

const workersPath = "spec.provider.workers";

/**
 * Where a cluster is not as a template. Compared are the paths that the template names, and pools that one of the two
 * lacks: what the template leaves open is a default of the garden, and no drift. Zones depend on the region, which a
 * template leaves open, so they are compared by number.
 */
export function templateDrift(template: JsonObject, shoot: Shoot): TemplateDrift {
  const cluster = withoutHoles(cloneShoot(shoot).shoot);
  const { fields, cut } = compareObjects([template, cluster].map(comparable), { without: isOpen });
  const drift = fields.flatMap(({ path, values: [ofTemplate, ofCluster], differs }): DriftField[] => {
    const isExtraPool = isUnset(ofTemplate) && poolPath.test(path);
    if (!differs || (isUnset(ofTemplate) && !isExtraPool)) return [];
    if (isSameAfterDefaults(path, ofTemplate, ofCluster)) return [];
    return [{ path, template: ofTemplate, cluster: ofCluster, isNewer: isNewer(path, ofTemplate, ofCluster) }];
  });
  const groups = driftGroups.map((name) => ({ name, fields: drift.filter(({ path }) => groupOf(path) === name) }));
  return { groups: groups.filter((group) => group.fields.length > 0), cut };
}

const poolPath = /^spec\.provider\.workers\[[^\]]*\]$/;

function isUnset(value: unknown): boolean {
  return value === undefined || value === null;
}

function isOpen(path: string): boolean {
  return templateHoles.includes(path) || path === "apiVersion" || path === "kind" || path === "status";
}

/** The object with the number of zones in place of their names, and without single zones. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      if (key === "zone" && typeof item === "string") return [];
      return [[key, key === "zones" && Array.isArray(item) ? item.length : comparable(item)]];
    }),
  );
}

/** Whether the garden makes the cluster's value of the template's: it completes versions and leaves out empty values. */
function isSameAfterDefaults(path: string, template: unknown, cluster: unknown): boolean {
  if (isUnset(cluster)) return template === false || template === "" || isEmptyRecord(template);
  if (!path.endsWith(".version") || typeof template !== "string" || typeof cluster !== "string") return false;
  return /^\d+(\.\d+)?$/.test(template) && cluster.startsWith(`${template}.`);
}

function isEmptyRecord(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

function isNewer(path: string, template: unknown, cluster: unknown): boolean {
  if (!path.endsWith(".version")) return false;
  const [before, after] = [parseVersion(template), parseVersion(cluster)];
  return before.ok && after.ok && compareVersions(after.value, before.value) > 0;
}

function groupOf(path: string): DriftGroupName {
  if (/^spec\.kubernetes\.version$|\.kubernetes\.version$|\.machine\.image(\.|$)/.test(path)) return "versions";
  if (path.startsWith(workersPath)) return "pools";
  if (/^spec\.(networking|dns|exposureClassName|provider\.infrastructureConfig)/.test(path)) return "network";
  return /^spec\.(maintenance|hibernation)/.test(path) ? "time" : "other";
}
