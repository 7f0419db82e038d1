/** The smallest provider section that a Shoot of a vector can have: one pool, SSH as the vector says. */
export function localProvider(sshAccessEnabled: boolean) {
  return {
    type: "local",
    workers: [{ name: "worker-1", machine: { type: "m" } }],
    workersSettings: { sshAccess: { enabled: sshAccessEnabled } },
  };
}
