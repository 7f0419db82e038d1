import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";

/** uids by namespace and name; cluster-scoped objects live in the namespace "". */
export interface NameIndex {
  uidOf(namespace: string, name: string): string | undefined;
  uidsIn(namespace: string): Iterable<string>;
  put(object: KubeObject, uid: string): void;
  /** Forgets the name only if it is still this uid's: a successor of the same name keeps it. */
  remove(object: KubeObject, uid: string): void;
}

export function createNameIndex(): NameIndex {
  const byNamespace = new Map<string, Map<string, string>>();
  return {
    uidOf: (namespace, name) => byNamespace.get(namespace)?.get(name),
    uidsIn: (namespace) => byNamespace.get(namespace)?.values() ?? [],
    put({ metadata: { namespace = "", name } }, uid) {
      const names = byNamespace.get(namespace) ?? new Map<string, string>();
      byNamespace.set(namespace, names.set(name, uid));
    },
    remove({ metadata: { namespace = "", name } }, uid) {
      const names = byNamespace.get(namespace);
      if (names?.get(name) !== uid) return;
      names.delete(name);
      if (names.size === 0) byNamespace.delete(namespace);
    },
  };
}
