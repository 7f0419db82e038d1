import type { NodeContents, VolumeContents } from "./contents/cluster-contents.ts";
import type { NamedObject } from "./contents/contents-facts.ts";
import {
  type ContentsFindings,
  type ContentsLook,
  certaintyOfPods,
  type EvictedPod,
  evictedPods,
  incompleteAmong,
  itemsOf,
  listObjects,
} from "./contents-look.ts";

interface MountedVolume extends EvictedPod {
  readonly volume: VolumeContents;
}

/**
 * Volumes that Pods of drained nodes cannot mount afterwards. A node is replaced in its zone, so that a volume of a zone
 * is in danger only if no pool has nodes there, or its only node goes first.
 *
 * @source Gardener: extensions/pkg/controller/worker (a MachineDeployment for each zone)
 */
export function volumeFindings(look: ContentsLook): ContentsFindings {
  const { contents } = look;
  const mounted = mountedVolumes(look);
  const base = {
    fixer: "user",
    certainty: certaintyOfPods(look),
    incomplete: incompleteAmong(contents, ["nodes", "pods", "volumes"]),
  } as const;
  const local = mounted.filter(({ volume, pool }) => volume.isLocal && pool?.isReplaced !== false);
  const zonal = mounted.filter(({ volume }) => !volume.isLocal && volume.zones.length > 0);
  const gone = zonal.filter(({ volume }) => volume.zones.every((zone) => !isServed(zone, look)));
  const empty = zonal.filter((it) => !gone.includes(it) && losesOnlyNode(it, look));
  return [
    ...(local.length === 0
      ? []
      : [{ id: "volume-local", severity: "risk", objects: volumeObjects(local), ...base } as const]),
    ...zoneFindings("volume-zone-gone", gone, { severity: "risk", ...base }),
    ...zoneFindings("volume-zone-empty", empty, { severity: "note", ...base }),
  ];
}

function zoneFindings(
  id: "volume-zone-gone" | "volume-zone-empty",
  found: readonly MountedVolume[],
  base: Pick<ContentsFindings[number], "severity" | "fixer" | "certainty" | "incomplete">,
): ContentsFindings {
  if (found.length === 0) return [];
  const zones = [...new Set(found.flatMap(({ volume }) => volume.zones))].toSorted();
  return [{ id, zones, objects: volumeObjects(found), ...base }];
}

/** The volumes that Pods mount which a step evicts. */
function mountedVolumes(look: ContentsLook): readonly MountedVolume[] {
  const byClaim = new Map<string, VolumeContents>();
  for (const volume of itemsOf(look.contents.volumes)) {
    if (volume.claim !== undefined) byClaim.set(`${volume.claim.namespace}/${volume.claim.name}`, volume);
  }
  return evictedPods(look).flatMap((evicted) =>
    evicted.pod.claims.flatMap((claim) => {
      const volume = byClaim.get(`${evicted.pod.namespace}/${claim}`);
      return volume === undefined ? [] : [{ ...evicted, volume }];
    }),
  );
}

/** Whether a pool has nodes in a zone after the step. Some providers name the zones of nodes with their region first. */
function isServed(zone: string, { drains }: ContentsLook): boolean {
  // Pools without zones have their nodes wherever the provider puts them.
  return drains.zones.length === 0 || drains.zones.some((name) => zone === name || zone.endsWith(`-${name}`));
}

function losesOnlyNode({ volume, pool }: MountedVolume, { contents }: ContentsLook): boolean {
  if (pool === undefined || !pool.isReplaced || pool.surges) return false;
  const inZones = itemsOf(contents.nodes).filter((node: NodeContents) => volume.zones.includes(node.zone ?? ""));
  return inZones.length === 1;
}

function volumeObjects(found: readonly MountedVolume[]) {
  const names = [...new Set(found.map(({ volume }) => volume.name))];
  return listObjects(names.map((name): NamedObject => ({ kind: "PersistentVolume", namespace: undefined, name })));
}
