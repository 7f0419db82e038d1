import type { FieldChange } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { withoutLastApplied } from "#lib/kube/last-applied.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";

type Difference = Omit<FieldChange, "by">;

type Visible = Readonly<Record<string, unknown>>;

const plainKey = /^[A-Za-z][A-Za-z0-9]*$/;
/** More would help nobody, and a hostile object must not make the answer endless. */
const mostChanges = 200;

/** What people write, as a Shoot is read here: everything else is the garden's own, or kubectl's. */
function visible({ metadata, spec }: Pick<Shoot, "metadata"> & { readonly spec?: unknown }): Visible {
  const annotations = withoutLastApplied(metadata?.annotations ?? {});
  return { metadata: { annotations, labels: metadata?.labels ?? {} }, spec };
}

function below(path: string, key: string): string {
  return plainKey.test(key) ? `${path}${path === "" ? "" : "."}${key}` : `${path}[${key}]`;
}

/** The items of a list by their names; undefined when they have none that tell them apart. */
function byName(list: readonly unknown[]): ReadonlyMap<string, unknown> | undefined {
  const named = new Map<string, unknown>();
  for (const item of list) {
    if (!isRecord(item) || typeof item.name !== "string" || named.has(item.name)) return undefined;
    named.set(item.name, item);
  }
  return named;
}

function differences(path: string, before: unknown, after: unknown): readonly Difference[] {
  if (semanticallyEqual(before, after)) return [];
  if (isRecord(before) && isRecord(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differences(below(path, key), before[key], after[key]));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const [was, is] = [byName(before), byName(after)];
    if (was !== undefined && is !== undefined) {
      const names = new Set([...was.keys(), ...is.keys()]);
      const inside = [...names].flatMap((name) => differences(`${path}[${name}]`, was.get(name), is.get(name)));
      // Only the order differs.
      return inside.length > 0 ? inside : [difference(path, before, after)];
    }
  }
  return [difference(path, before, after)];
}

/** A null is like a missing field to Kubernetes. */
function difference(path: string, before: unknown, after: unknown): Difference {
  return { path, ...(isSet(before) && { before }), ...(isSet(after) && { after }) };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/**
 * Every field of metadata and specification that differs afterwards, in the order of the object. What was asked for and
 * what the garden adds, takes away or fills in of itself are told apart: the latter only shows in its dry run.
 *
 * @param stored the object as the dry run returned it; undefined when there was none
 */
export function fieldChanges(before: Shoot, wanted: Shoot, stored: unknown): readonly FieldChange[] {
  const present = visible(before);
  const asked = visible(wanted);
  const requested = differences("", present, asked).map((one): FieldChange => ({ ...one, by: "request" }));
  const answer = isRecord(stored) && isRecord(stored.metadata) ? stored : undefined;
  if (answer === undefined) return requested.slice(0, mostChanges);
  const final = visible({ metadata: { name: "", ...annotationsAndLabels(answer.metadata) }, spec: answer.spec });
  const byGarden = differences("", asked, final).map((one): FieldChange => ({ ...one, by: "garden" }));
  return [...requested, ...byGarden].slice(0, mostChanges);
}

function annotationsAndLabels(metadata: unknown): {
  annotations?: Record<string, string>;
  labels?: Record<string, string>;
} {
  if (!isRecord(metadata)) return {};
  return { annotations: texts(metadata.annotations), labels: texts(metadata.labels) };
}

function texts(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, text]) => (typeof text === "string" ? [[key, text]] : [])),
  );
}
