const pattern = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(m|u|n|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?[0-9]+)?$/;
const nano = 1_000_000_000n;
const decimalSuffixes: readonly string[] = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const binarySuffixes: readonly string[] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

interface Quantity {
  /** Amount in units of 10⁻⁹, rounded away from zero. */
  readonly nanos: bigint;
  readonly format: "decimal" | "binary" | "exponent";
}

/**
 * Returns the canonical text of a Kubernetes quantity, equal for `1024Mi` and `1Gi`, or `0.08` and `80m`. Undefined
 * when the text is not a quantity, or longer than any real one.
 * @source Kubernetes: apimachinery pkg/api/resource, Quantity.String
 */
export function canonicalQuantity(text: string): string | undefined {
  return sumOfQuantities([text]);
}

/**
 * Returns the canonical text of the sum, in the format of the first. Undefined for an empty list, or when one is not a
 * quantity.
 * @source Kubernetes: apimachinery pkg/api/resource, Quantity.Add
 */
export function sumOfQuantities(texts: readonly string[]): string | undefined {
  const quantities = texts.map(parseQuantity);
  const [first] = quantities;
  if (first === undefined) return undefined;
  let nanos = 0n;
  for (const quantity of quantities) {
    if (quantity === undefined) return undefined;
    nanos += quantity.nanos;
  }
  return formatQuantity({ nanos, format: first.format });
}

/** Returns the canonical text of `from` minus `less`, in the format of `from`; undefined when one is not a quantity. */
export function differenceOfQuantities(from: string, less: string): string | undefined {
  const [all, part] = [parseQuantity(from), parseQuantity(less)];
  if (all === undefined || part === undefined) return undefined;
  return formatQuantity({ ...all, nanos: all.nanos - part.nanos });
}

function formatQuantity({ nanos, format }: Quantity): string {
  const small = nanos > -1024n * nano && nanos < 1024n * nano;
  if (format === "binary" && !small) return binaryText(nanos);
  return format === "exponent" ? exponentText(nanos) : decimalText(nanos);
}

/** Returns the canonical text of a quantity taken a whole number of times; undefined when it is not a quantity. */
export function timesQuantity(text: string, count: number): string | undefined {
  const quantity = parseQuantity(text);
  if (quantity === undefined || !Number.isInteger(count) || count < 0) return undefined;
  return formatQuantity({ ...quantity, nanos: quantity.nanos * BigInt(count) });
}

/** Maximum length of a quantity, far above any real one, because arithmetic on longer numbers takes ever more time. */
const longestText = 64;

function parseQuantity(text: string): Quantity | undefined {
  if (text.length > longestText) return undefined;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", suffix = ""] = match;
  if (whole === "" && fraction === "") return undefined;
  const binary = binarySuffixes.findIndex((candidate) => candidate !== "" && candidate === suffix);
  const isExponent = /^[eE][+-]?\d/.test(suffix);
  const tens = isExponent ? Number(suffix.slice(1)) : decimalPower(suffix);
  if (Math.abs(tens) > 100) return undefined;
  const digits = BigInt(`${whole}${fraction}`) * (binary > 0 ? 1024n ** BigInt(binary) : 1n);
  const amount = scaled(digits, tens + 9 - fraction.length);
  return {
    nanos: sign === "-" ? -amount : amount,
    format: binary > 0 ? "binary" : isExponent ? "exponent" : "decimal",
  };
}

function decimalPower(suffix: string): number {
  const at = decimalSuffixes.indexOf(suffix);
  return at < 0 ? 0 : (at - 3) * 3;
}

/** Returns digits × 10^power, rounded up if it does not divide. */
function scaled(digits: bigint, power: number): bigint {
  if (power >= 0) return digits * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return (digits + divisor - 1n) / divisor;
}

function decimalText(nanos: bigint): string {
  const [mantissa, at] = reduced(nanos, 1000n, decimalSuffixes.length - 1);
  return `${mantissa}${decimalSuffixes[at] ?? ""}`;
}

function exponentText(nanos: bigint): string {
  const [mantissa, at] = reduced(nanos, 1000n, Number.MAX_SAFE_INTEGER);
  const exponent = (at - 3) * 3;
  return exponent === 0 ? `${mantissa}` : `${mantissa}e${exponent}`;
}

function binaryText(nanos: bigint): string {
  const whole = nanos < 0n ? -((-nanos + nano - 1n) / nano) : (nanos + nano - 1n) / nano;
  const [mantissa, at] = reduced(whole, 1024n, binarySuffixes.length - 1);
  return `${mantissa}${binarySuffixes[at] ?? ""}`;
}

/** Divides an amount as long as there is no remainder, for the largest unit; zero keeps the plain unit. */
function reduced(amount: bigint, by: bigint, most: number): readonly [bigint, number] {
  if (amount === 0n) return [0n, by === 1000n ? 3 : 0];
  let rest = amount;
  let times = 0;
  while (times < most && rest % by === 0n) {
    rest /= by;
    times += 1;
  }
  return [rest, times];
}

/**
 * Returns a quantity as a whole number, rounded away from zero; undefined when it is not a quantity, or too large.
 * @source Kubernetes: apimachinery pkg/api/resource, Quantity.Value
 */
export function integerOfQuantity(text: string): number | undefined {
  const quantity = parseQuantity(text);
  if (quantity === undefined) return undefined;
  const away = quantity.nanos < 0n ? 1n - nano : nano - 1n;
  const whole = Number((quantity.nanos + away) / nano);
  return Number.isSafeInteger(whole) ? whole : undefined;
}

/** Compares two quantities: negative, zero or positive; undefined when one is not a quantity. */
export function compareQuantities(a: string, b: string): number | undefined {
  const [left, right] = [parseQuantity(a), parseQuantity(b)];
  if (left === undefined || right === undefined) return undefined;
  return left.nanos < right.nanos ? -1 : left.nanos > right.nanos ? 1 : 0;
}
