import { stringify } from "yaml";

/** A change of a profile, in the forms in which people take it along. */
export interface PatchTexts {
  readonly yaml: string;
  readonly json: string;
  readonly command: string;
}

/** The change as a merge patch that is bound to the version that was read, so that it overwrites nobody's. */
export function patchTexts(name: string, spec: Readonly<Record<string, unknown>>, resourceVersion: string): PatchTexts {
  const patch = { metadata: { resourceVersion }, spec };
  const json = JSON.stringify(patch);
  // In single quotes a shell takes everything as it stands, but for the quote itself.
  const quoted = `'${json.replaceAll("'", `'\\''`)}'`;
  return {
    yaml: stringify(patch, { lineWidth: 0 }),
    json,
    command: `kubectl patch cloudprofile ${name} --type=merge --patch ${quoted}`,
  };
}
