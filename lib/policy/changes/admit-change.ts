import type { MachineImageVersion } from "../../garden/cloud-profile.ts";
import type { ShootSpec, Worker } from "../../garden/shoot.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import type { ImageRequest } from "../profiles/default-version.ts";
import { imageObjections, offeredImageVersions, offeredKubernetes } from "../profiles/offered-versions.ts";
import { admissionViewAt } from "../profiles/validate-profile.ts";
import { allowsKubelet } from "../versions/filter-image.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { parseVersion } from "../versions/parse.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { effectiveKubernetesVersion, poolsOf } from "./effective-pool.ts";
import { type ChangeFault, inPool } from "./fault.ts";

/** What admission judges: the change, and the profile as it stands at `now` (epoch milliseconds). */
export interface ChangeInProfile {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  readonly profile: PreparedProfile;
  readonly now: number;
}

/**
 * What admission finds (403): versions and images that the CloudProfile does not offer. Unchanged ones are never looked
 * at, but the constraint of an image on the kubelet is, always. The API server only gets here when static validation
 * found nothing.
 * @source Gardener: plugin/pkg/shoot/validator
 */
export function admitChange(change: ChangeInProfile, rules: EditionRules = newestRules): readonly ChangeFault[] {
  const pools = new Map(poolsOf(change.old).map((pool) => [pool.name, pool]));
  const judge = createJudge(change, rules);
  const { version } = change.new.kubernetes;
  return [
    ...judge.kubernetes({
      path: "spec.kubernetes.version",
      from: change.old.kubernetes.version,
      to: version,
      isNew: false,
    }),
    ...poolsOf(change.new).flatMap((pool, index) => inPool(index, judge.pool(pools.get(pool.name), pool))),
  ];
}

interface KubernetesRequest {
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly isNew: boolean;
}

function createJudge({ old, new: next, profile, now }: ChangeInProfile, rules: EditionRules) {
  const view = admissionViewAt(now, rules);
  const offered = { images: profile.images, capabilities: profile.capabilities };

  function kubernetes({ path, from, to, isNew }: KubernetesRequest): readonly ChangeFault[] {
    if (from === to) return [];
    const candidates = offeredKubernetes(profile.kubernetes, isNew, view.reading);
    if (candidates.some(({ text }) => text === to)) return [];
    const facts = { version: to, offered: candidates.map(({ text }) => text) };
    return [{ path, code: "K8S_NOT_OFFERED", type: "NotSupported", facts }];
  }

  function pool(before: Worker | undefined, after: Worker): readonly ChangeFault[] {
    const own = after.kubernetes?.version;
    const version = own
      ? kubernetes({
          path: "kubernetes.version",
          from: before?.kubernetes?.version || old.kubernetes.version,
          to: own,
          isNew: before === undefined,
        })
      : [];
    return [...version, ...image(before, after)];
  }

  function image(before: Worker | undefined, after: Worker): readonly ChangeFault[] {
    const listed = listedImage(profile, after);
    const request: ImageRequest = {
      image: after.machine.image ?? null,
      oldImage: before?.machine.image ?? undefined,
      pool: { updateStrategy: after.updateStrategy ?? null, architecture: after.machine.architecture || "amd64" },
      machineType: profile.machineTypes.get(after.machine.type),
    };
    const changed = sameMachine(before, after) ? [] : imageFaults(listed, request);
    return changed.length > 0 || listed === undefined ? changed : kubeletFaults(listed, after);
  }

  function imageFaults(
    listed: ListedVersion<MachineImageVersion> | undefined,
    request: ImageRequest,
  ): readonly ChangeFault[] {
    if (listed === undefined) {
      const facts = {
        image: request.image?.name ?? "",
        offered: offeredImageVersions(request, { offered, view }).map(({ text }) => text),
      };
      return [{ path: "machine.image.version", code: "IMAGE_NOT_OFFERED", type: "NotSupported", facts }];
    }
    const objections = imageObjections(listed, request, { offered, view });
    return objections.length === 0
      ? []
      : [{ path: "machine.image", code: "IMAGE_INVALID", type: "Invalid", facts: { reasons: objections } }];
  }

  function kubeletFaults({ entry }: ListedVersion<MachineImageVersion>, after: Worker): readonly ChangeFault[] {
    const version = effectiveKubernetesVersion(next, after);
    const kubelet = parseVersion(version);
    if (!kubelet.ok || allowsKubelet(entry, kubelet.value)) return [];
    const facts = { version, constraint: entry.kubeletVersionConstraint ?? "" };
    return [{ path: "machine.image", code: "IMAGE_KUBELET_CONSTRAINT", type: "Invalid", facts }];
  }

  return { kubernetes, pool };
}

function listedImage(profile: PreparedProfile, { machine }: Worker): ListedVersion<MachineImageVersion> | undefined {
  const image = profile.images.find(({ name }) => name === machine.image?.name);
  return image?.versions.find(({ text }) => text === machine.image?.version);
}

function sameMachine(before: Worker | undefined, after: Worker): boolean {
  if (before === undefined) return false;
  const [old, next] = [before.machine, after.machine];
  return (
    old.image?.name === next.image?.name &&
    old.image?.version === next.image?.version &&
    (old.architecture || "amd64") === (next.architecture || "amd64")
  );
}
