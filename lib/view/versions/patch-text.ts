import { stringify } from "yaml";

/** Change of a profile in exportable formats. */
export interface PatchTexts {
  readonly yaml: string;
  readonly json: string;
  readonly command: string;
}

/** Merge patch with the resource version that was read, so that it cannot overwrite concurrent changes. */
export function patchTexts(name: string, spec: Readonly<Record<string, unknown>>, resourceVersion: string): PatchTexts {
  const patch = { metadata: { resourceVersion }, spec };
  const json = JSON.stringify(patch);
  // Within single quotes a shell treats every character literally, except the quote itself.
  const quoted = `'${json.replaceAll("'", `'\\''`)}'`;
  return {
    yaml: stringify(patch, { lineWidth: 0 }),
    json,
    command: `kubectl patch cloudprofile ${name} --type=merge --patch ${quoted}`,
  };
}
