import type { ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { encryptedResources, sameResources } from "../operations/encryption-settled.ts";
import { allowsRotationStart } from "../operations/shoot-facts.ts";
import { checkEach, checkOneOf, checkUnique, isSet, parseDurationSeconds } from "./field-checks.ts";
import { type FieldErrorCode, type FieldErrors, fieldError, fieldErrorIf } from "./field-error.ts";

const path = "spec.kubernetes.kubeAPIServer.encryptionConfig";
const defaultProvider = "aescbc";

function resourcesOf({ kubernetes }: ShootSpec): readonly string[] {
  return listAt(kubernetes.kubeAPIServer, "encryptionConfig", "resources").filter((one) => typeof one === "string");
}

/** The provider of encryption at rest; the API server defaults it. */
function providerOf({ kubernetes }: ShootSpec): string {
  return stringAt(kubernetes.kubeAPIServer, "encryptionConfig", "provider", "type") ?? defaultProvider;
}

/**
 * Validates a change of encryption at rest: of the provider or the resources, not both, and only while no key is
 * rotated, no change is in progress and hibernation is not requested; without a status, only the change itself.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateEncryptionConfigUpdate
 */
export function validateEncryptionChange(
  before: ShootSpec,
  after: ShootSpec,
  status: ShootStatus | null | undefined,
  rules: GardenerRules,
): FieldErrors {
  const changesResources = !sameResources(resourcesOf(before), resourcesOf(after));
  const changesProvider = providerOf(before) !== providerOf(after);
  if (!changesResources && !changesProvider) return [];
  const held = heldBack(before, after, status, rules);
  const unready = status && !allowsRotationStart(status.lastOperation?.type, status.lastOperation?.state);
  const provider: readonly FieldErrorCode[] = [
    ...(unready ? (["ENCRYPTION_NOT_READY"] as const) : []),
    ...held,
    ...(changesResources ? (["ENCRYPTION_CHANGES_TWICE"] as const) : []),
  ];
  return [
    ...(changesResources ? held : []).map((code) => fieldError(`${path}.resources`, code)),
    ...(changesProvider ? provider : []).map((code) => fieldError(`${path}.provider.type`, code)),
  ];
}

function heldBack(
  before: ShootSpec,
  after: ShootSpec,
  status: ShootStatus | null | undefined,
  rules: GardenerRules,
): readonly FieldErrorCode[] {
  const phase = status?.credentials?.rotation?.etcdEncryptionKey?.phase ?? "";
  // Releases that also write the older status field may omit the encryption provider; later releases always write it.
  const unsaid = rules("status.encryptedPath") === "new" ? "" : defaultProvider;
  const reached = stringAt(status, "credentials", "encryptionAtRest", "provider", "type") ?? unsaid;
  const isSettled =
    !status ||
    (sameResources(resourcesOf(before), encryptedResources({ status }, rules)) && providerOf(before) === reached);
  return [
    ...(phase === "" || phase === "Completed" ? [] : (["ENCRYPTION_KEY_ROTATING"] as const)),
    ...(isSettled ? [] : (["ENCRYPTION_ROLLING_OUT"] as const)),
    ...(after.hibernation?.enabled === true ? (["ENCRYPTION_HIBERNATED"] as const) : []),
  ];
}

/** Resources that cannot be encrypted, because the API does not serve them or stores them under another name. */
const unservable =
  /^(apiserveripinfo|serviceipallocations|servicenodeportallocations)$|\.$|\*|\.(events\.k8s\.io|extensions)$|[A-Z]/;

/**
 * Validation of encryption at rest: Secrets are always encrypted, and AES-GCM requires automatic key rotation.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateEncryptionConfig
 */
export function validateEncryption(spec: ShootSpec): FieldErrors {
  const resources = resourcesOf(spec);
  const provider = fieldAt(spec.kubernetes.kubeAPIServer, "encryptionConfig", "provider", "type");
  const at = `${path}.resources[]`;
  const lacksRotation = provider === "aesgcm" && !rotatesByItself(spec);
  return [
    ...checkEach(at, resources, (place, value) => [
      ...fieldErrorIf(unservable.test(value), place, "RESOURCE_NOT_ENCRYPTABLE", { value }),
      ...fieldErrorIf(value === "secrets" || value === "secrets.", place, "ALWAYS_ENCRYPTED", { value }),
    ]),
    ...checkUnique(at, resources),
    ...checkOneOf(`${path}.provider.type`, provider, ["aescbc", "aesgcm", "secretbox"]),
    ...fieldErrorIf(lacksRotation, `${path}.provider.type`, "GCM_NEEDS_ROTATION"),
  ];
}

/** Whether etcd's encryption key rotates automatically: a block without a period means weekly, a zero period never. */
function rotatesByItself({ maintenance }: ShootSpec): boolean {
  const block = maintenance?.autoRotation?.credentials?.etcdEncryptionKey;
  return isSet(block) && parseDurationSeconds(block?.rotationPeriod ?? "168h") !== 0;
}
