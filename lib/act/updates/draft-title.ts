import type { ShootSpec } from "#lib/garden/shoot.ts";
import type { EditionRules } from "#lib/policy/editions/edition-rules.ts";
import { draftLines } from "./draft-lines.ts";
import type { UpdateDraft } from "./update-draft.ts";

/** What a change is called, beginning with a verb: by its one edit, or by how many there are. */
export function draftTitle(spec: ShootSpec, draft: UpdateDraft, rules: EditionRules): string {
  const lines = draftLines(spec, draft, rules).filter(({ key }) => key !== "fields");
  const { controlPlane } = draft;
  const [only] = lines;
  if (only === undefined || lines.length > 1) {
    return lines.some(({ key }) => key === "control-plane")
      ? `Update to ${controlPlane} with ${lines.length - 1} more ${lines.length === 2 ? "edit" : "edits"}`
      : `Make ${lines.length} edits`;
  }
  if (only.key === "control-plane") return `Update to ${controlPlane}`;
  return titleOfPool(only.key, draft);
}

function titleOfPool(key: string, { pools, confine }: UpdateDraft): string {
  if (key === "confine") return confine ? "Hold changes back for the window" : "Let changes through at once";
  const [pool = "", field = ""] = key.split("/");
  const { kubernetes, image } = pools[pool] ?? {};
  if (field === "kubernetes") return kubernetes === null ? `Unpin pool ${pool}` : `Pin pool ${pool} at ${kubernetes}`;
  if (field === "image") return `Update pool ${pool} to ${image?.name} ${image?.version}`;
  return `Change ${field} of pool ${pool}`;
}
