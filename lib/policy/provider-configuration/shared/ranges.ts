import type { ShootSpec } from "#lib/garden/shoot.ts";
import { type Cidr, cidrsIntersect, parseCidr } from "#lib/kube/cidr.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { FieldErrors } from "../../spec-validation/field-error.ts";
import { invalidIf, type ProviderField } from "./provider-error.ts";

/** A range of addresses that a field of the Shoot holds. */
export interface FieldRange {
  readonly field: ProviderField;
  readonly text: string;
  /** Undefined if the text is not a range; only {@link checkRangeForm} then reports an error. */
  readonly range: Cidr | undefined;
}

/** The range at a field; undefined without a text. */
export function rangeOf(field: ProviderField, text: string | undefined): FieldRange | undefined {
  return text === undefined ? undefined : { field, text, range: parseCidr(text) };
}

/** The ranges of a Shoot's network, as far as they are set. */
export interface ShootRanges {
  readonly nodes: FieldRange | undefined;
  readonly pods: FieldRange | undefined;
  readonly services: FieldRange | undefined;
}

/** The extensions name these fields relative to the Shoot's spec. */
export function shootRanges({ networking }: ShootSpec): ShootRanges {
  const at = (name: string) =>
    rangeOf({ path: `spec.networking.${name}`, name: `networking.${name}` }, stringAt(networking, name));
  return { nodes: at("nodes"), pods: at("pods"), services: at("services") };
}

type MaybeRange = FieldRange | undefined;

/** Error for a text that is not a range. */
export function checkRangeForm(...ranges: readonly MaybeRange[]): FieldErrors {
  return ranges.flatMap((one) =>
    one === undefined
      ? []
      : invalidIf(one.range === undefined, one.field, one.text, `invalid CIDR address: ${one.text}`, {
          code: "CIDR_MALFORMED",
        }),
  );
}

/** Error for a range that does not begin with its first address. */
export function checkCanonicalRange(one: MaybeRange): FieldErrors {
  if (one?.range === undefined) return [];
  const { range, text, field } = one;
  const address = parseCidr(`${text.split("/")[0]}/${range.family === "IPv6" ? 128 : 32}`);
  return invalidIf(address?.base !== range.base, field, text, "must be valid canonical CIDR", {
    code: "CIDR_NOT_CANONICAL",
    facts: { canonical: range.canonical },
  });
}

/** Errors for ranges that are not within `outer`. */
export function checkRangesWithin(outer: MaybeRange, ...inner: readonly MaybeRange[]): FieldErrors {
  const container = outer?.range;
  if (container === undefined) return [];
  return inner.flatMap((one) => {
    const { range } = one ?? {};
    if (one === undefined || range === undefined) return [];
    const isWithin = range.bits >= container.bits && cidrsIntersect(range, container);
    return rangeError(!isWithin, one, outer, "must be a subset of", "PROVIDER_RANGE_OUTSIDE");
  });
}

/** Errors for ranges that overlap with `one`. */
export function checkRangesApart(one: MaybeRange, ...others: readonly MaybeRange[]): FieldErrors {
  const { range } = one ?? {};
  if (range === undefined) return [];
  return others.flatMap((other) => {
    if (other?.range === undefined) return [];
    return rangeError(
      cidrsIntersect(range, other.range),
      other,
      one,
      "must not overlap with",
      "PROVIDER_RANGES_OVERLAP",
    );
  });
}

/** Errors for ranges of a list that overlap with each other, reported at the later one. */
export function checkRangesDisjoint(ranges: readonly MaybeRange[]): FieldErrors {
  return ranges.flatMap((one, index) => checkRangesApart(one, ...ranges.slice(index + 1)));
}

function rangeError(
  isCase: boolean,
  { field, text }: FieldRange,
  other: MaybeRange,
  relation: string,
  code: "PROVIDER_RANGE_OUTSIDE" | "PROVIDER_RANGES_OVERLAP",
): FieldErrors {
  if (other === undefined) return [];
  const words = `${relation} ${JSON.stringify(other.field.name)} (${JSON.stringify(other.text)})`;
  return invalidIf(isCase, field, text, words, { code, facts: { other: other.field.name, range: other.text } });
}
