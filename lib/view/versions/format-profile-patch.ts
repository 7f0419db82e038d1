import { stringify } from "yaml";

/** Change of a profile in formats that the user can copy. */
export interface ProfilePatchFormats {
  readonly yaml: string;
  readonly json: string;
  readonly command: string;
}

/** A profile as `kubectl` names it. */
interface PatchTarget {
  readonly name: string;
  /** Namespace of a NamespacedCloudProfile. */
  readonly namespace?: string | undefined;
}

/** Merge patch with the resource version that was read, so that it cannot overwrite concurrent changes. */
export function formatProfilePatch(
  { name, namespace }: PatchTarget,
  spec: Readonly<Record<string, unknown>>,
  resourceVersion: string,
): ProfilePatchFormats {
  const patch = { metadata: { resourceVersion }, spec };
  const json = JSON.stringify(patch);
  // Within single quotes a shell interprets every character literally, except the quote itself.
  const quoted = `'${json.replaceAll("'", `'\\''`)}'`;
  const resource = namespace === undefined ? `cloudprofile ${name}` : `namespacedcloudprofile ${name} -n ${namespace}`;
  return {
    yaml: stringify(patch, { lineWidth: 0 }),
    json,
    command: `kubectl patch ${resource} --type=merge --patch ${quoted}`,
  };
}
