import "server-only";
import { fieldAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";

/** Which certificate authorities of a Shoot are trusted. */
export interface ShootAuthorities {
  /** The authority that signs now. */
  current(shoot: KubeObject): string;
  trusts(shoot: KubeObject, authority: string): boolean;
}

const first = "0";

/**
 * A rotation brings a new authority at once and keeps the one before until it has been completed. An authority is known
 * by the instant of its rotation.
 */
export function createShootAuthorities(): ShootAuthorities {
  const seen = new Map<string, { readonly current: string; readonly previous: string | undefined }>();

  function observe(shoot: KubeObject): { readonly current: string; readonly previous: string | undefined } {
    const uid = textAt(shoot, "status", "uid") ?? shoot.metadata.uid ?? "";
    const current = textAt(rotationOf(shoot), "lastInitiationTime")?.replace(/\D/g, "") ?? first;
    const known = seen.get(uid);
    if (known?.current === current) return known;
    const next = { current, previous: known?.current };
    seen.set(uid, next);
    return next;
  }

  return {
    current: (shoot) => observe(shoot).current,
    trusts(shoot, authority) {
      const { current, previous } = observe(shoot);
      if (authority === current) return true;
      const phase = textAt(rotationOf(shoot), "phase") ?? "";
      if (phase === "" || phase === "Completed") return false;
      // nobody knows the one before where no kubeconfig was asked for since this process started
      return previous === undefined || authority === previous;
    },
  };
}

function rotationOf(shoot: KubeObject): unknown {
  return fieldAt(shoot, "status", "credentials", "rotation", "certificateAuthorities");
}
