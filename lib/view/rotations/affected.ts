import type { RotationScope } from "./rotation-scope.ts";

/** What becomes of one thing in each phase. `stops` marks what loses access. */
export interface Affected {
  readonly what: string;
  readonly prepare: string;
  readonly complete: string;
  readonly stops?: "prepare" | "complete";
}

const apiServer: Affected = { what: "API server", prepare: "Short restarts", complete: "Short restarts" };
const pods: Affected = { what: "Running pods", prepare: "Moved as nodes roll", complete: "Stay" };
const oldKubeconfig: Affected = {
  what: "kubectl with the old kubeconfig",
  prepare: "Works",
  complete: "Stops working",
  stops: "complete",
};
const oldTokens: Affected = {
  what: "Old ServiceAccount tokens outside",
  prepare: "Work",
  complete: "Stop working",
  stops: "complete",
};
const newKubeconfig: Affected = { what: "New kubeconfig", prepare: "Works", complete: "Works" };
const observability: Affected = {
  what: "Observability password",
  prepare: "The old one stops at once",
  complete: "–",
  stops: "prepare",
};
const ssh: Affected = {
  what: "SSH to nodes",
  prepare: "The old key keeps working until the next rotation",
  complete: "–",
};
const wayBack: Affected = {
  what: "Can I go back?",
  prepare: "There is no abort, but you can wait as long as needed",
  complete: "No",
};
const stored: Affected = {
  what: "Stored Secrets",
  prepare: "Rewritten with the new key",
  complete: "The old key is dropped",
};

const twin = (own: Affected): readonly Affected[] => [apiServer, pods, own, newKubeconfig, wayBack];
const oneStep = (...rows: readonly Affected[]): readonly Affected[] => rows;

/** What a rotation means for whoever uses the cluster, while it is prepared and once it is completed. */
export const affectedBy: { readonly [Scope in RotationScope]: readonly Affected[] } = {
  all: [apiServer, pods, oldKubeconfig, oldTokens, newKubeconfig, observability, ssh, wayBack],
  certificateAuthorities: twin(oldKubeconfig),
  serviceAccountKey: twin(oldTokens),
  etcdEncryptionKey: oneStep(apiServer, { ...pods, prepare: "Stay" }, stored),
  sshKeypair: oneStep({ ...pods, prepare: "Stay" }, ssh),
  observability: oneStep({ ...pods, prepare: "Stay" }, observability),
  kubeconfig: oneStep({ ...oldKubeconfig, prepare: "Stops working at once", complete: "–", stops: "prepare" }),
};
