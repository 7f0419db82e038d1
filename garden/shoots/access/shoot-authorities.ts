import "server-only";
import { fieldAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";

const first = "0";

export type ShootAuthorities = ReturnType<typeof createShootAuthorities>;

/**
 * Trusted certificate authorities of Shoots. A rotation immediately creates a new authority and keeps the previous one
 * until it is completed. An authority is identified by the time of its rotation.
 */
export function createShootAuthorities() {
  const seen = new Map<string, { readonly current: string; readonly previous: string | undefined }>();

  function observe(shoot: KubeObject) {
    const uid = textAt(shoot, "status", "uid") ?? shoot.metadata.uid ?? "";
    const current = textAt(rotationOf(shoot), "lastInitiationTime")?.replace(/\D/g, "") ?? first;
    const known = seen.get(uid);
    if (known?.current === current) return known;
    const next = { current, previous: known?.current };
    seen.set(uid, next);
    return next;
  }

  return {
    /** The authority that currently signs. */
    current: (shoot: KubeObject): string => observe(shoot).current,
    trusts(shoot: KubeObject, authority: string): boolean {
      const { current, previous } = observe(shoot);
      if (authority === current) return true;
      const phase = textAt(rotationOf(shoot), "phase") ?? "";
      if (phase === "" || phase === "Completed") return false;
      // The previous one is unknown if no kubeconfig was requested since this process started.
      return previous === undefined || authority === previous;
    },
  };
}

function rotationOf(shoot: KubeObject): unknown {
  return fieldAt(shoot, "status", "credentials", "rotation", "certificateAuthorities");
}
