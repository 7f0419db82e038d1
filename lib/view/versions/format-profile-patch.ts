import { stringify } from "yaml";

/** Change of a profile in formats that the user can copy. */
export interface ProfilePatchFormats {
  readonly yaml: string;
  readonly json: string;
  readonly command: string;
}

/** Merge patch with the resource version that was read, so that it cannot overwrite concurrent changes. */
export function formatProfilePatch(
  name: string,
  spec: Readonly<Record<string, unknown>>,
  resourceVersion: string,
): ProfilePatchFormats {
  const patch = { metadata: { resourceVersion }, spec };
  const json = JSON.stringify(patch);
  // Within single quotes a shell interprets every character literally, except the quote itself.
  const quoted = `'${json.replaceAll("'", `'\\''`)}'`;
  return {
    yaml: stringify(patch, { lineWidth: 0 }),
    json,
    command: `kubectl patch cloudprofile ${name} --type=merge --patch ${quoted}`,
  };
}
