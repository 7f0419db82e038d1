import "server-only";
import type { ProfileOverride } from "#lib/contract/cluster-forecast.ts";
import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { versionExpiryOf } from "#lib/policy/forecast/expiry.ts";
import { classificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { listVersions } from "#lib/policy/versions/listed-version.ts";

type Versions = readonly ExpirableVersion[] | null | undefined;

function endsOf(versions: Versions): ReadonlyMap<string, string | undefined> {
  const reading = classificationContextAt(0);
  return new Map(
    listVersions(versions).map((listed) => {
      const at = versionExpiryOf(listed, reading);
      return [listed.text, at === undefined ? undefined : formatInstant(at)];
    }),
  );
}

function differences(here: Versions, parent: Versions, image?: string): readonly ProfileOverride[] {
  const [own, base] = [endsOf(here), endsOf(parent)];
  return [...own].flatMap(([version, end]) => {
    const parentEnd = base.get(version);
    const onlyHere = !base.has(version);
    if (!onlyHere && parentEnd === end) return [];
    return [
      {
        ...(image !== undefined && { image }),
        version,
        onlyHere,
        ...(end !== undefined && { here: end }),
        ...(parentEnd !== undefined && { parent: parentEnd }),
      },
    ];
  });
}

/** Versions that expire at another time in a NamespacedCloudProfile than in its parent, or are not in the parent. */
export function profileOverrides(here: CloudProfileSpec, parent: CloudProfileSpec): readonly ProfileOverride[] {
  const parentImages = new Map((parent.machineImages ?? []).map((image) => [image.name, image]));
  return [
    ...differences(here.kubernetes?.versions, parent.kubernetes?.versions),
    ...(here.machineImages ?? []).flatMap(({ name, versions }) =>
      differences(versions, parentImages.get(name)?.versions, name),
    ),
  ];
}
