import type { FieldChange } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { appendFieldPath, indexItemsBy } from "#lib/kube/field.ts";
import { withoutLastApplied } from "#lib/kube/last-applied.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";

type Difference = Omit<FieldChange, "by">;

type Visible = Readonly<Record<string, unknown>>;

/** Maximum number of changes listed, so that a hostile object cannot make the answer very large. */
const mostChanges = 200;

/** Returns the fields that users write; the garden or kubectl manages all others. */
function visible({ metadata, spec }: Pick<Shoot, "metadata"> & { readonly spec?: unknown }): Visible {
  const annotations = withoutLastApplied(metadata?.annotations ?? {});
  return { metadata: { annotations, labels: metadata?.labels ?? {} }, spec };
}

function differences(path: string, before: unknown, after: unknown): readonly Difference[] {
  if (semanticallyEqual(before, after)) return [];
  if (isRecord(before) && isRecord(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differences(appendFieldPath(path, key), before[key], after[key]));
  }
  const [was, is] = [indexItemsBy("name", before), indexItemsBy("name", after)];
  if (was !== undefined && is !== undefined) {
    const names = new Set([...was.keys(), ...is.keys()]);
    const inside = [...names].flatMap((name) => differences(`${path}[${name}]`, was.get(name), is.get(name)));
    // If no item differs, only the order of the list has changed.
    return inside.length > 0 ? inside : [difference(path, before, after)];
  }
  return [difference(path, before, after)];
}

/** Returns a changed field. A null value counts as missing, as in Kubernetes. */
function difference(path: string, before: unknown, after: unknown): Difference {
  return { path, ...(isSet(before) && { before }), ...(isSet(after) && { after }) };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/**
 * Returns the fields of metadata and spec that the action changes, in the order of the object. Changes requested by the
 * user are distinguished from those that the garden makes itself, which only its dry run shows.
 *
 * @param stored object returned by the dry run; undefined without one
 */
export function fieldChanges(before: Shoot, wanted: Shoot, stored: unknown): readonly FieldChange[] {
  const present = visible(before);
  const asked = visible(wanted);
  const requested = differences("", present, asked).map((one): FieldChange => ({ ...one, by: "request" }));
  if (!isRecord(stored) || !isRecord(stored.metadata)) return requested.slice(0, mostChanges);
  const { annotations, labels } = stored.metadata;
  const metadata = { name: "", annotations: texts(annotations), labels: texts(labels) };
  const final = visible({ metadata, spec: stored.spec });
  const byGarden = differences("", asked, final).map((one): FieldChange => ({ ...one, by: "garden" }));
  return [...requested, ...byGarden].slice(0, mostChanges);
}

function texts(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, text]) => (typeof text === "string" ? [[key, text]] : [])),
  );
}
