const apiVersion = "core.gardener.cloud/v1beta1";

/** A minimal Shoot with a uid. */
export function shootObject(uid: string, version: number | string, name = uid) {
  const metadata = { name, namespace: "garden-a", uid, resourceVersion: String(version) };
  return { apiVersion, kind: "Shoot", metadata };
}

export const addedEvent = (...[uid, version, name]: Parameters<typeof shootObject>) =>
  createWatchEvent("ADDED", shootObject(uid, version, name));
export const modifiedEvent = (...[uid, version, name]: Parameters<typeof shootObject>) =>
  createWatchEvent("MODIFIED", shootObject(uid, version, name));
export const deletedEvent = (...[uid, version, name]: Parameters<typeof shootObject>) =>
  createWatchEvent("DELETED", shootObject(uid, version, name));

export function createWatchEvent(type: string, object: unknown) {
  return { type, object };
}

export function bookmark(version: number | string, annotations: Record<string, string> = {}) {
  return createWatchEvent("BOOKMARK", {
    apiVersion,
    kind: "Shoot",
    metadata: { resourceVersion: String(version), annotations },
  });
}

export function initialEventsEnd(version: number | string) {
  return bookmark(version, { "k8s.io/initial-events-end": "true" });
}

export function errorEvent(code: number, reason: string, details: object = {}) {
  return createWatchEvent("ERROR", {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    code,
    reason,
    message: "why",
    details,
  });
}
