import type { ShootSpec } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { draftEditsOf } from "./draft-edits.ts";
import type { UpdateDraft } from "./update-draft.ts";

/** Returns the title of a draft's change, beginning with a verb: its only edit, or the number of edits. */
export function titleOfUpdateDraft(spec: ShootSpec, draft: UpdateDraft, rules: GardenerRules): string {
  const lines = draftEditsOf(spec, draft, rules).filter(({ key }) => key !== "fields");
  const { controlPlane = "" } = draft;
  const [only] = lines;
  if (only === undefined || lines.length > 1) {
    return lines.some(({ key }) => key === "control-plane")
      ? text("Update to {controlPlane} with {edits, plural, one {# more edit} other {# more edits}}", {
          controlPlane,
          edits: lines.length - 1,
        })
      : text("Make {count} edits", { count: lines.length });
  }
  if (only.key === "control-plane") return text("Update to {controlPlane}", { controlPlane });
  return titleOfPool(only.key, draft);
}

function titleOfPool(key: string, { pools, confine }: UpdateDraft): string {
  if (key === "confine")
    return confine ? text("Hold changes back for the window") : text("Let changes through at once");
  const [pool = "", field = ""] = key.split("/");
  const { kubernetes, image } = pools[pool] ?? {};
  if (field === "kubernetes")
    return kubernetes === null
      ? text("Unpin pool {pool}", { pool })
      : text("Pin pool {pool} at {version}", { pool, version: kubernetes ?? "" });
  if (field === "image")
    return text("Update pool {pool} to {image}", { pool, image: `${image?.name} ${image?.version}` });
  return text("Change {field} of pool {pool}", { field, pool });
}
