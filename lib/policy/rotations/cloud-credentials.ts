import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";

/** A SecretBinding: the older reference from a Shoot to its cloud credentials. */
export interface SecretBinding extends KubeObject {
  readonly secretRef?: { readonly name?: string; readonly namespace?: string } | null;
}

/** A CredentialsBinding: refers to a Secret or a WorkloadIdentity. */
export interface CredentialsBinding extends KubeObject {
  readonly credentialsRef?: {
    readonly apiVersion?: string;
    readonly kind?: string;
    readonly name?: string;
    readonly namespace?: string;
  } | null;
}

/** Secret or WorkloadIdentity that a Shoot's credentials binding names; a WorkloadIdentity has no secret to replace. */
export interface CredentialsRef {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Equal for references to the same credentials. */
export function credentialsKey({ kind, namespace, name }: CredentialsRef): string {
  return `${kind}/${namespace}/${name}`;
}

export interface CloudCredentialsBindings {
  readonly secretBindings: readonly SecretBinding[];
  readonly credentialsBindings: readonly CredentialsBinding[];
}

/**
 * Returns a function that finds the cloud credentials of a Shoot; undefined for a workerless Shoot, or when its binding
 * is not visible. The bindings are indexed once for many Shoots.
 * @source Gardener docs, usage/shoot-operations/shoot_credentials_rotation (user-provided credentials)
 */
export function createCloudCredentialsFinder({
  credentialsBindings,
  secretBindings,
}: CloudCredentialsBindings): (shoot: Pick<Shoot, "metadata" | "spec">) => CredentialsRef | undefined {
  const ofCredentials = indexByName(credentialsBindings);
  const ofSecrets = indexByName(secretBindings);
  return ({ metadata: { namespace }, spec: { credentialsBindingName, secretBindingName } }) => {
    const ref: CredentialsBinding["credentialsRef"] = credentialsBindingName
      ? ofCredentials.get(placeOf(namespace, credentialsBindingName))?.credentialsRef
      : ofSecrets.get(placeOf(namespace, secretBindingName ?? ""))?.secretRef;
    if (!ref?.name) return undefined;
    return { kind: ref.kind ?? "Secret", namespace: ref.namespace ?? namespace ?? "", name: ref.name };
  };
}

function indexByName<Binding extends KubeObject>(bindings: readonly Binding[]): ReadonlyMap<string, Binding> {
  return new Map(bindings.map((binding) => [placeOf(binding.metadata.namespace, binding.metadata.name), binding]));
}

function placeOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ""}/${name}`;
}

/** The Shoots that use the same credentials, through any binding. */
export function shootsSharingCredentials(
  credentials: CredentialsRef,
  shoots: readonly Shoot[],
  bindings: CloudCredentialsBindings,
): readonly Shoot[] {
  const credentialsOf = createCloudCredentialsFinder(bindings);
  const key = credentialsKey(credentials);
  return shoots.filter((shoot) => {
    const used = credentialsOf(shoot);
    return used !== undefined && credentialsKey(used) === key;
  });
}

/**
 * Whether a Shoot already uses new cloud credentials. `too-soon`: its last operation succeeded after the change, but so
 * soon that it can have begun before.
 */
export type CredentialsAdoption = "uses-new" | "too-soon" | "waits" | "failed" | "unknown";

export interface ShootCredentialsAdoption {
  readonly shoot: Shoot;
  readonly uptake: CredentialsAdoption;
  /** The end of the Shoot's last operation, RFC 3339. */
  readonly reconciledAt?: string;
}

/** Which Shoots already use new cloud credentials, and whether the old credentials may be disabled. */
export interface CredentialsRollover {
  readonly shoots: readonly ShootCredentialsAdoption[];
  readonly upToDate: number;
  /** True only when every Shoot has been reconciled successfully since the change. */
  readonly mayDisableOld: boolean;
}

/**
 * Estimated maximum duration of an operation. A success sooner after the change can belong to an operation that began
 * before the change, so only the next success counts.
 */
const longestOperationMs = 30 * 60 * 1000;

function adoptionOf(shoot: Shoot, changedMs: number | undefined): ShootCredentialsAdoption {
  const { state, lastUpdateTime } = shoot.status?.lastOperation ?? {};
  const atMs = parseInstant(lastUpdateTime);
  const reconciled = lastUpdateTime && atMs !== undefined ? { reconciledAt: lastUpdateTime } : {};
  if (changedMs === undefined || atMs === undefined) return { shoot, uptake: "unknown", ...reconciled };
  if (state === "Failed") return { shoot, uptake: "failed", ...reconciled };
  if (state !== "Succeeded" || atMs < changedMs) return { shoot, uptake: "waits", ...reconciled };
  return { shoot, uptake: atMs >= changedMs + longestOperationMs ? "uses-new" : "too-soon", ...reconciled };
}

/**
 * Determines which Shoots use new credentials, from the end of their last successful operation. Pass every Shoot that
 * uses them: those in invisible projects are not counted.
 *
 * @param changedAt when the secret was changed, RFC 3339
 * @source Gardener docs, usage/shoot-operations/shoot_credentials_rotation (user-provided credentials)
 */
export function credentialsRollover(shoots: readonly Shoot[], changedAt: string | undefined): CredentialsRollover {
  const changedMs = parseInstant(changedAt);
  const uptakes = shoots.map((shoot) => adoptionOf(shoot, changedMs));
  const upToDate = uptakes.filter(({ uptake }) => uptake === "uses-new").length;
  return { shoots: uptakes, upToDate, mayDisableOld: upToDate === uptakes.length };
}
