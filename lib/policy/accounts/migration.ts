import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { SpecCleanup } from "../maintenance/spec-cleanup.ts";
import type { CloudCredentialsBindings, CredentialsBinding, SecretBinding } from "../rotations/cloud-credentials.ts";

/** A Secret as a binding refers to it. */
export interface SecretReference {
  readonly namespace: string;
  readonly name: string;
}

/** The CredentialsBinding that takes the place of a Shoot's SecretBinding: one that exists, or one to create first. */
export interface BindingReplacement {
  readonly name: string;
  readonly secret: SecretReference;
  /** Object to create before the Shoot can refer to it; undefined if the binding exists. */
  readonly creates: CredentialsBinding | undefined;
}

/** The Shoot whose SecretBinding is to be replaced, by what the replacement depends on. */
export interface ShootWithSecretBinding {
  readonly namespace: string;
  readonly secretBindingName: string;
  readonly providerType: string;
}

const secretOf = ({ metadata, secretRef }: SecretBinding): SecretReference => ({
  namespace: secretRef?.namespace || (metadata.namespace ?? ""),
  name: secretRef?.name ?? "",
});

/** Whether a CredentialsBinding leads to the same Secret and the same quotas as a SecretBinding. */
export function opensTheSame(old: SecretBinding, { metadata, ...other }: CredentialsBinding): boolean {
  const { namespace, name } = secretOf(old);
  const { credentialsRef } = other;
  return (
    metadata.namespace === old.metadata.namespace &&
    credentialsRef?.apiVersion === "v1" &&
    credentialsRef.kind === "Secret" &&
    credentialsRef.name === name &&
    credentialsRef.namespace === namespace &&
    semanticallyEqual([...listAt(old, "quotas")], [...listAt(other, "quotas")])
  );
}

/**
 * The CredentialsBinding that replaces a Shoot's SecretBinding: of those for the same Secret, provider and quotas the
 * one with the same name, then the one that a maintenance run has created, then the first by name. Undefined if the
 * SecretBinding is not there or leads nowhere.
 *
 * The API server asks only for the same Secret. Other quotas would change how long and how large the cluster can be.
 *
 * @source Gardener: plugin/pkg/global/resourcereferencemanager, and the forced migration of
 * pkg/controllermanager/controller/shoot/maintenance
 */
export function replacementOfSecretBinding(
  shoot: ShootWithSecretBinding,
  { secretBindings, credentialsBindings }: CloudCredentialsBindings,
): BindingReplacement | undefined {
  const { namespace, secretBindingName, providerType } = shoot;
  const isHere = ({ metadata }: KubeObject) => metadata.namespace === namespace;
  const old = secretBindings.find((each) => isHere(each) && each.metadata.name === secretBindingName);
  if (old === undefined || secretOf(old).name === "") return undefined;
  const here = credentialsBindings.filter(isHere);
  const fitting = here
    .filter((each) => opensTheSame(old, each) && stringAt(each, "provider", "type") === providerType)
    // A cluster on a binding that is being deleted could not go back to its SecretBinding.
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .map(({ metadata }) => metadata.name)
    .sort();
  const secret = secretOf(old);
  const preferred = [secretBindingName, `force-migrated-${secretBindingName}`].find((name) => fitting.includes(name));
  const name = preferred ?? fitting[0];
  if (name !== undefined) return { name, secret, creates: undefined };
  const free = freeName(secretBindingName, new Set(here.map(({ metadata }) => metadata.name)));
  return { name: free, secret, creates: copyOf(old, { name: free, providerType, secret }) };
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}-${number}`;
  return name;
}

interface CopiedBinding {
  readonly name: string;
  readonly providerType: string;
  readonly secret: SecretReference;
}

/** A SecretBinding can name several providers, a CredentialsBinding only one: that of the Shoot. */
function copyOf(old: SecretBinding, { name, providerType, secret }: CopiedBinding): CredentialsBinding {
  const { namespace, labels } = old.metadata;
  const quotas = fieldAt(old, "quotas");
  const parts = {
    provider: { type: providerType },
    credentialsRef: { apiVersion: "v1", kind: "Secret", ...secret },
    ...(Array.isArray(quotas) && quotas.length > 0 && { quotas }),
  };
  return {
    apiVersion: "security.gardener.cloud/v1alpha1",
    kind: "CredentialsBinding",
    metadata: { name, ...(namespace && { namespace }), ...(labels && { labels }) },
    ...parts,
  };
}

/**
 * The version update with which a maintenance run itself replaces the SecretBinding, as its forecast says: the first
 * one to a Kubernetes version that refuses SecretBindings. Undefined if none is in sight.
 */
export function updateThatReplacesSecretBinding<
  Step extends { readonly earliestAt: number; readonly cleanups: readonly Pick<SpecCleanup, "field">[] },
>(steps: readonly Step[]): Step | undefined {
  const [first] = steps
    .filter(({ cleanups }) => cleanups.some(({ field }) => field === "secretBindingName"))
    .sort((a, b) => a.earliestAt - b.earliestAt);
  return first;
}
