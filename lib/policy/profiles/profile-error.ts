/** The types of a field error, in the API server's terms. */
type ErrorType = "Required" | "Invalid" | "NotSupported" | "Duplicate" | "Forbidden";

/** Error codes for profiles, with the API server's field error types. */
const types = {
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
  VALUE_REQUIRED: "Required",
  NAME_INVALID: "Invalid",
  NAME_DUPLICATE: "Duplicate",
  NO_MACHINE_TYPES: "Required",
  NO_REGIONS: "Required",
  QUANTITY_NEGATIVE: "Invalid",
  STORAGE_SIZES: "Invalid",
  RUNTIME_UNKNOWN: "NotSupported",
  CAPABILITIES_GATE_DISABLED: "Forbidden",
  CAPABILITY_RESERVED: "Forbidden",
  CAPABILITY_ARCHITECTURE_REQUIRED: "Required",
  CAPABILITY_ARCHITECTURE_UNKNOWN: "Invalid",
  CAPABILITY_UNDEFINED: "NotSupported",
  CAPABILITY_VALUE_UNDEFINED: "NotSupported",
  CAPABILITIES_UNDEFINED: "Forbidden",
  FLAVOR_REQUIRED: "Required",
  FLAVOR_ARCHITECTURE_REQUIRED: "Required",
  ARCHITECTURES_SEVERAL: "Invalid",
  ARCHITECTURES_CONFLICT: "Invalid",
  BASTION_EMPTY: "Invalid",
  BASTION_NOT_OFFERED: "Invalid",
  BASTION_IMAGE_UNFIT: "Invalid",
  LABEL_INVALID: "Invalid",
  SELECTOR_OPERATOR_UNKNOWN: "Invalid",
  SELECTOR_VALUES_FORBIDDEN: "Forbidden",
  CERTIFICATE_MALFORMED: "Invalid",
  OVERRIDE_FORBIDDEN: "Forbidden",
  OVERRIDE_WITHOUT_END: "Invalid",
  OVERRIDE_OVER: "Invalid",
  OVERRIDE_FIXED: "Forbidden",
} as const satisfies Readonly<Record<string, ErrorType>>;

export type ProfileErrorCode = keyof typeof types;

/** A validation error of a profile; `path` is the field path in the API server's message. */
export interface ProfileError {
  readonly code: ProfileErrorCode;
  readonly type: ErrorType;
  readonly path: string;
}

export function profileError(code: ProfileErrorCode, path: string): ProfileError {
  return { code, type: types[code], path };
}

export type ProfileErrors = readonly ProfileError[];

/** Returns a list with one error if the condition is true, otherwise an empty list. */
export function profileErrorIf(isCase: boolean, code: ProfileErrorCode, path: string): ProfileErrors {
  return isCase ? [profileError(code, path)] : [];
}
