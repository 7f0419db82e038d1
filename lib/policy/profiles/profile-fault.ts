/** The kinds of a field error, as the API server names them. */
type FaultType = "Required" | "Invalid" | "NotSupported" | "Duplicate" | "Forbidden";

/** What is wrong with a profile. */
export type ProfileFaultCode =
  | "NO_VERSIONS"
  | "NO_IMAGES"
  | "LATEST_UNDETERMINED"
  | "LATEST_EXPIRES"
  | "VERSION_PATTERN"
  | "VERSION_NOT_SEMVER"
  | "VERSION_DUPLICATE"
  | "IMAGE_DUPLICATE"
  | "UPDATE_STRATEGY_UNKNOWN"
  | "CONSTRAINT_UNREADABLE"
  | "ARCHITECTURE_UNKNOWN"
  | "CLASSIFICATION_UNKNOWN"
  | "CLASSIFICATION_EXPIRED"
  | "DATE_UNREADABLE"
  | "LIFECYCLE_UNKNOWN_FIELD"
  | "LIFECYCLE_GATE_DISABLED"
  | "LIFECYCLE_AND_LEGACY"
  | "LIFECYCLE_DUPLICATE"
  | "LIFECYCLE_ORDER"
  | "LIFECYCLE_START_REQUIRED"
  | "LIFECYCLE_START_ORDER"
  | "SUPPORTED_OVERLAP"
  | "TURNED_UNAVAILABLE"
  | "MAX_NODES_NOT_POSITIVE"
  | "MAX_NODES_LOWERED";

/** One objection of the API server to a profile; `path` is the field path that it names. */
export interface ProfileFault {
  readonly code: ProfileFaultCode;
  readonly type: FaultType;
  readonly path: string;
}

const types: Readonly<Record<ProfileFaultCode, FaultType>> = {
  NO_VERSIONS: "Required",
  NO_IMAGES: "Required",
  LATEST_UNDETERMINED: "Invalid",
  LATEST_EXPIRES: "Invalid",
  VERSION_PATTERN: "Invalid",
  VERSION_NOT_SEMVER: "Invalid",
  VERSION_DUPLICATE: "Duplicate",
  IMAGE_DUPLICATE: "Duplicate",
  UPDATE_STRATEGY_UNKNOWN: "NotSupported",
  CONSTRAINT_UNREADABLE: "Invalid",
  ARCHITECTURE_UNKNOWN: "NotSupported",
  CLASSIFICATION_UNKNOWN: "NotSupported",
  CLASSIFICATION_EXPIRED: "Forbidden",
  DATE_UNREADABLE: "Invalid",
  LIFECYCLE_UNKNOWN_FIELD: "Invalid",
  LIFECYCLE_GATE_DISABLED: "Forbidden",
  LIFECYCLE_AND_LEGACY: "Forbidden",
  LIFECYCLE_DUPLICATE: "Duplicate",
  LIFECYCLE_ORDER: "Invalid",
  LIFECYCLE_START_REQUIRED: "Required",
  LIFECYCLE_START_ORDER: "Invalid",
  SUPPORTED_OVERLAP: "Forbidden",
  TURNED_UNAVAILABLE: "Forbidden",
  MAX_NODES_NOT_POSITIVE: "Invalid",
  MAX_NODES_LOWERED: "Invalid",
};

export function profileFault(code: ProfileFaultCode, path: string): ProfileFault {
  return { code, type: types[code], path };
}
