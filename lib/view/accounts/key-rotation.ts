import { message } from "#lib/language/text.ts";
import type { KeyRotationStep } from "#lib/policy/accounts/key-rotation.ts";

/** A Secret with a cloud key, and a project whose bindings refer to it. */
export interface CloudKey {
  readonly project: string;
  readonly namespace: string;
  readonly secret: string;
}

/** Parses the parameter `key` of the address: `project/namespace/secret`. */
export function parseCloudKey(value: string | null): CloudKey | undefined {
  const [project, namespace, secret, ...more] = value?.split("/") ?? [];
  return project && namespace && secret && more.length === 0 ? { project, namespace, secret } : undefined;
}

/** Address of the guided rotation of a cloud key. */
export function keyRotationPath({ project, namespace, secret }: CloudKey): string {
  return `/rotations/accounts?key=${[project, namespace, secret].map(encodeURIComponent).join("/")}`;
}

export const keyRotationStepLabels = {
  "put-in": message("Put the new key in"),
  reconcile: message("Every cluster is reconciled"),
  retire: message("The old key goes"),
} as const satisfies { readonly [Step in KeyRotationStep]: unknown };
