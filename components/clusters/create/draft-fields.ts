import type { ClusterProfile } from "#lib/contract/new-cluster.ts";
import type { DraftChange, DraftPath } from "#lib/create/draft-document.ts";
import { editOfSetting } from "#lib/create/setting-edits.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { formatFieldPath, type ManifestPathSegment } from "#lib/manifest/manifest-schema.ts";
import type { ClusterDraft } from "./use-cluster-draft.ts";

/** An error of the draft: from Almanac's own rules, or from the garden's dry run. */
export interface DraftError {
  readonly field: string;
  readonly message: string;
}

/** What the cards of the form need: the draft's fields with their errors, and how to edit them. */
export interface DraftFields {
  readonly shoot: JsonObject;
  /** The profile that the draft names; undefined if it is not among the choices. */
  readonly profile: ClusterProfile | undefined;
  readonly pools: readonly JsonObject[];
  /** The cluster as it is in the garden, some of whose settings can never change; undefined for a new cluster. */
  readonly existing: JsonObject | undefined;
  readonly errors: readonly DraftError[];
  readonly edit: (...edits: readonly DraftChange[]) => void;
  /** Sets a field; undefined removes the field, and the blocks that would be empty without it. */
  readonly set: (path: DraftPath, value: unknown) => void;
  /** Returns the error of a field or of a field below it. */
  readonly errorAt: (...path: readonly ManifestPathSegment[]) => string | undefined;
}

export function createDraftFields(
  draft: Pick<ClusterDraft, "shoot" | "edit">,
  errors: readonly DraftError[],
  profiles: readonly ClusterProfile[],
  existing?: JsonObject,
): DraftFields {
  const { shoot, edit } = draft;
  const kind = stringAt(shoot, "spec", "cloudProfile", "kind") ?? "CloudProfile";
  const name = stringAt(shoot, "spec", "cloudProfile", "name");
  return {
    shoot,
    profile: profiles.find((each) => each.kind === kind && each.name === name),
    pools: listAt(shoot, "spec", "provider", "workers").filter(isRecord),
    existing,
    errors,
    edit,
    set: (path, value) => edit(editOfSetting(shoot, path, value)),
    errorAt: (...path) => {
      const field = formatFieldPath(path);
      return errors.find((error) => isFieldWithin(error.field, field))?.message;
    },
  };
}

/** Whether a field is the given one or below it: `spec.a[0].b` is within `spec.a`. */
function isFieldWithin(field: string, parent: string): boolean {
  return field.startsWith(parent) && /^$|^[.[]/.test(field.slice(parent.length));
}
