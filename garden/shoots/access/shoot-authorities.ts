import "server-only";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";

const first = "0";

export type ShootAuthorities = ReturnType<typeof createShootAuthorities>;

/**
 * Tracks the client CAs that each Shoot trusts. A CA rotation immediately creates a new CA and trusts the previous one
 * until the rotation is completed. The start time of the rotation identifies a CA.
 */
export function createShootAuthorities() {
  const seen = new Map<string, { readonly current: string; readonly previous: string | undefined }>();

  function observe(shoot: KubeObject) {
    const uid = stringAt(shoot, "status", "uid") ?? shoot.metadata.uid ?? "";
    const current = stringAt(rotationOf(shoot), "lastInitiationTime")?.replace(/\D/g, "") ?? first;
    const known = seen.get(uid);
    if (known?.current === current) return known;
    const next = { current, previous: known?.current };
    seen.set(uid, next);
    return next;
  }

  return {
    /** The CA that signs new client certificates. */
    current: (shoot: KubeObject): string => observe(shoot).current,
    trusts(shoot: KubeObject, authority: string): boolean {
      const { current, previous } = observe(shoot);
      if (authority === current) return true;
      const phase = stringAt(rotationOf(shoot), "phase") ?? "";
      if (phase === "" || phase === "Completed") return false;
      // The previous CA is unknown if no kubeconfig was requested since this process started.
      return previous === undefined || authority === previous;
    },
  };
}

function rotationOf(shoot: KubeObject): unknown {
  return fieldAt(shoot, "status", "credentials", "rotation", "certificateAuthorities");
}
