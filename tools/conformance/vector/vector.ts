/** One case of a vector file. `now` stands beside the input in some files and inside it in others. */
export interface Vector {
  readonly id: string;
  readonly area: string;
  readonly input: unknown;
  readonly expect: unknown;
  /** RFC 3339. */
  readonly now?: string | null;
  readonly source?: string;
  readonly note?: string;
  /** In edition vectors: the rule, and the release of the component that decides it. */
  readonly rule?: string;
  readonly gardenerVersion?: string;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Whether a value has the parts that every vector has. */
export function isVector(value: unknown): value is Vector {
  return isRecord(value) && typeof value.id === "string" && typeof value.area === "string" && "expect" in value;
}
