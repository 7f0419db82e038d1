import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";

/** Finds uids of objects by namespace and name; cluster-scoped objects have the namespace "". */
export class NameIndex {
  readonly #byNamespace = new Map<string, Map<string, string>>();

  uidOf(namespace: string, name: string): string | undefined {
    return this.#byNamespace.get(namespace)?.get(name);
  }

  uidsIn(namespace: string): Iterable<string> {
    return this.#byNamespace.get(namespace)?.values() ?? [];
  }

  put({ metadata: { namespace = "", name } }: KubeObject, uid: string): void {
    const names = this.#byNamespace.get(namespace) ?? new Map<string, string>();
    this.#byNamespace.set(namespace, names.set(name, uid));
  }

  /** Removes a name, unless a new object of the same name has replaced the one with this uid. */
  remove({ metadata: { namespace = "", name } }: KubeObject, uid: string): void {
    const names = this.#byNamespace.get(namespace);
    if (names?.get(name) !== uid) return;
    names.delete(name);
    if (names.size === 0) this.#byNamespace.delete(namespace);
  }
}
