/** The smallest valid `spec.provider` of a Shoot: one pool, and SSH access as the vector says. */
export function localProvider(sshAccessEnabled: boolean) {
  return {
    type: "local",
    workers: [{ name: "worker-1", machine: { type: "m" } }],
    workersSettings: { sshAccess: { enabled: sshAccessEnabled } },
  };
}
