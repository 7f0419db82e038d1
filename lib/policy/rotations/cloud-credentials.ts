import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";

/** A SecretBinding: the older way from a Shoot to its cloud credentials. */
export interface SecretBinding extends KubeObject {
  readonly secretRef?: { readonly name?: string; readonly namespace?: string } | null;
}

/** A CredentialsBinding: names a Secret or a WorkloadIdentity. */
export interface CredentialsBinding extends KubeObject {
  readonly credentialsRef?: {
    readonly apiVersion?: string;
    readonly kind?: string;
    readonly name?: string;
    readonly namespace?: string;
  } | null;
}

/** What a Shoot's binding leads to. A WorkloadIdentity holds no secret that could be exchanged. */
export interface CredentialsRef {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export interface Bindings {
  readonly secretBindings: readonly SecretBinding[];
  readonly credentialsBindings: readonly CredentialsBinding[];
}

/**
 * The cloud credentials that a Shoot uses; undefined for a workerless Shoot, or when its binding cannot be seen.
 * @source Gardener docs, usage/shoot-operations/shoot_credentials_rotation (user-provided credentials)
 */
export function cloudCredentialsOf({ metadata, spec }: Shoot, bindings: Bindings): CredentialsRef | undefined {
  const { credentialsBindingName, secretBindingName } = spec;
  const isNamed = (object: KubeObject, name: string | null | undefined) =>
    object.metadata.name === name && object.metadata.namespace === metadata.namespace;
  const ref: CredentialsBinding["credentialsRef"] = credentialsBindingName
    ? bindings.credentialsBindings.find((each) => isNamed(each, credentialsBindingName))?.credentialsRef
    : bindings.secretBindings.find((each) => isNamed(each, secretBindingName))?.secretRef;
  if (!ref?.name) return undefined;
  return { kind: ref.kind ?? "Secret", namespace: ref.namespace ?? metadata.namespace ?? "", name: ref.name };
}

/** The Shoots that use the same credentials, through whichever binding. */
export function shootsSharing(
  credentials: CredentialsRef,
  shoots: readonly Shoot[],
  bindings: Bindings,
): readonly Shoot[] {
  return shoots.filter((shoot) => {
    const used = cloudCredentialsOf(shoot, bindings);
    return (
      used?.kind === credentials.kind && used.namespace === credentials.namespace && used.name === credentials.name
    );
  });
}

/** How a Shoot stands towards new credentials. */
export type CredentialsUptake = "uses-new" | "waits" | "failed" | "unknown";

export interface UptakeOfShoot {
  readonly shoot: Shoot;
  readonly uptake: CredentialsUptake;
  /** The end of its last operation, RFC 3339. */
  readonly reconciledAt?: string;
}

/** How far new credentials have spread, and whether the old ones may be disabled. */
export interface CredentialsRollover {
  readonly shoots: readonly UptakeOfShoot[];
  readonly upToDate: number;
  /** Only when every Shoot has been reconciled successfully since the change. */
  readonly mayDisableOld: boolean;
}

/**
 * A success soon after the change may belong to an operation that began before it. This is our own estimate of how long
 * one takes; gardenlet reconciles every hour, so waiting costs little.
 */
const longestOperationMs = 30 * 60 * 1000;

function uptakeOf(shoot: Shoot, changedMs: number | undefined): UptakeOfShoot {
  const { state, lastUpdateTime } = shoot.status?.lastOperation ?? {};
  const atMs = parseInstant(lastUpdateTime);
  const reconciled = lastUpdateTime && atMs !== undefined ? { reconciledAt: lastUpdateTime } : {};
  if (changedMs === undefined || atMs === undefined) return { shoot, uptake: "unknown", ...reconciled };
  if (state === "Failed") return { shoot, uptake: "failed", ...reconciled };
  const since = state === "Succeeded" && atMs >= changedMs + longestOperationMs;
  return { shoot, uptake: since ? "uses-new" : "waits", ...reconciled };
}

/**
 * Which Shoots have taken new credentials, judged by the end of their last successful operation. Pass every Shoot that
 * uses them: one in a project that cannot be seen is not counted.
 *
 * @param changedAt when the secret got its new content, RFC 3339
 * @source Gardener docs, usage/shoot-operations/shoot_credentials_rotation (user-provided credentials)
 */
export function credentialsRollover(shoots: readonly Shoot[], changedAt: string | undefined): CredentialsRollover {
  const changedMs = parseInstant(changedAt);
  const uptakes = shoots.map((shoot) => uptakeOf(shoot, changedMs));
  const upToDate = uptakes.filter(({ uptake }) => uptake === "uses-new").length;
  return { shoots: uptakes, upToDate, mayDisableOld: upToDate === uptakes.length };
}
