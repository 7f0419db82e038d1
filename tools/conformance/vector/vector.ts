/** One test case of a vector file. `now` is beside the input in some files and inside the input in others. */
export interface ConformanceVector {
  readonly id: string;
  readonly area: string;
  readonly input: unknown;
  readonly expect: unknown;
  /** Time in RFC 3339 format. */
  readonly now?: string | null;
  readonly source?: string;
  readonly note?: string;
  /** In vectors by release: the rule, and the release of the component that applies the rule. */
  readonly rule?: string;
  readonly gardenerVersion?: string;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Whether a value has the fields that every test vector has. */
export function isVector(value: unknown): value is ConformanceVector {
  return isRecord(value) && typeof value.id === "string" && typeof value.area === "string" && "expect" in value;
}
