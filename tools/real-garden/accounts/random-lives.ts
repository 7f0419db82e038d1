import fc from "fast-check";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  cluster,
  credentialsBinding,
  farNamespace,
  identity,
  providerType,
  quota,
  secret,
  secretBinding,
  shopNamespace,
  toIdentity,
  toSecret,
} from "./planted-accounts.ts";

interface DrawnBinding {
  readonly isOlder: boolean;
  readonly isFar: boolean;
  readonly hasQuota: boolean;
}

/** The objects of an account's life: credentials, the bindings to them, a Quota, and clusters that name a binding. */
export interface AccountLife {
  readonly credentials: KubeObject;
  /** The first one is deleted first, and is in the clusters' project. */
  readonly bindings: readonly [KubeObject, ...KubeObject[]];
  readonly quota: KubeObject;
  readonly clusters: readonly Shoot[];
}

const anyBinding = fc.record({ isOlder: fc.boolean(), isFar: fc.boolean(), hasQuota: fc.boolean() });

const anyLife = fc.record({
  isIdentity: fc.boolean(),
  /** Whether the credentials are those of another project. */
  isShared: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  first: anyBinding.map((binding) => ({ ...binding, isFar: false })),
  others: fc.array(anyBinding, { maxLength: 2 }),
  isUsed: fc.boolean(),
  /** Whether a cluster names the second binding, if it is in the clusters' project. */
  isOtherUsed: fc.boolean(),
});

/** The lives of a seed, whose objects have names of their own. */
export function drawLives({ lives, seed }: { readonly lives: number; readonly seed: number }): readonly AccountLife[] {
  return fc.sample(anyLife, { seed, numRuns: lives }).map((drawn, index) => {
    const name = `l${seed}-${index}`;
    const home = drawn.isShared ? farNamespace : shopNamespace;
    const bindings = [drawn.first, ...drawn.others].map((binding, at) => {
      const { isOlder } = binding;
      return bindingOf(
        `${name}-${at}`,
        { ...binding, isOlder: isOlder && !drawn.isIdentity },
        reference(name, home, drawn),
      );
    });
    const [first, ...others] = bindings;
    if (first === undefined) throw new Error("a life has a binding");
    const used = [
      ...(drawn.isUsed ? [first] : []),
      ...(drawn.isOtherUsed ? others.slice(0, 1).filter(({ metadata }) => metadata.namespace === shopNamespace) : []),
    ];
    return {
      credentials: drawn.isIdentity ? identity(name, providerType, home) : secret(name, home),
      bindings: [first, ...others],
      quota: quota(name, "Project"),
      clusters: used.map((binding, at) => cluster(`${name}-${at}`, nameOf(binding))),
    };
  });
}

function reference(name: string, namespace: string, { isIdentity }: { readonly isIdentity: boolean }) {
  return isIdentity ? toIdentity(name, namespace) : toSecret(name, namespace);
}

function bindingOf(
  name: string,
  { isOlder, isFar, hasQuota }: DrawnBinding,
  credentials: ReturnType<typeof toSecret>,
): KubeObject {
  const [life = ""] = name.split(/-\d+$/);
  const more = { ...(hasQuota && { quotas: [{ name: life, namespace: shopNamespace }] }) };
  const secretRef = { name: credentials.name, namespace: credentials.namespace };
  const binding = isOlder ? secretBinding(name, secretRef, more) : credentialsBinding(name, credentials, more);
  return isFar ? { ...binding, metadata: { ...binding.metadata, namespace: farNamespace } } : binding;
}

function nameOf({ kind, metadata: { name } }: KubeObject) {
  return kind === "SecretBinding" ? { secretBindingName: name } : { credentialsBindingName: name };
}
