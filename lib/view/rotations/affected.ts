import { type Message, message } from "#lib/language/text.ts";
import type { RotationScope } from "./rotation-scope.ts";

/** Effect of each phase on something. `stops` is the phase in which it loses access. */
export interface Affected {
  readonly what: Message;
  readonly prepare: Message;
  readonly complete: Message;
  readonly stops?: "prepare" | "complete";
}

const nothing = message("–");
const stay = message("Stay");
const works = message("Works");
const work = message("Work");

const apiServer: Affected = {
  what: message("API server"),
  prepare: message("Short restarts"),
  complete: message("Short restarts"),
};
const pods: Affected = { what: message("Running pods"), prepare: message("Moved as nodes roll"), complete: stay };
const oldKubeconfig: Affected = {
  what: message("kubectl with the old kubeconfig"),
  prepare: works,
  complete: message("Stops working"),
  stops: "complete",
};
const oldTokens: Affected = {
  what: message("Old ServiceAccount tokens outside"),
  prepare: work,
  complete: message("Stop working"),
  stops: "complete",
};
const newKubeconfig: Affected = { what: message("New kubeconfig"), prepare: works, complete: works };
const observability: Affected = {
  what: message("Observability password"),
  prepare: message("The old one stops at once"),
  complete: nothing,
  stops: "prepare",
};
const ssh: Affected = {
  what: message("SSH to nodes"),
  prepare: message("The old key keeps working until the next rotation"),
  complete: nothing,
};
const wayBack: Affected = {
  what: message("Can I go back?"),
  prepare: message("There is no abort, but you can wait as long as needed"),
  complete: message("No"),
};
const stored: Affected = {
  what: message("Stored Secrets"),
  prepare: message("Rewritten with the new key"),
  complete: message("The old key is dropped"),
};

const twin = (own: Affected): readonly Affected[] => [apiServer, pods, own, newKubeconfig, wayBack];
const oneStep = (...rows: readonly Affected[]): readonly Affected[] => rows;

/** Effects of a rotation on users of the cluster, during preparation and after completion. */
export const affectedBy: { readonly [Scope in RotationScope]: readonly Affected[] } = {
  all: [apiServer, pods, oldKubeconfig, oldTokens, newKubeconfig, observability, ssh, wayBack],
  certificateAuthorities: twin(oldKubeconfig),
  serviceAccountKey: twin(oldTokens),
  etcdEncryptionKey: oneStep(apiServer, { ...pods, prepare: stay }, stored),
  sshKeypair: oneStep({ ...pods, prepare: stay }, ssh),
  observability: oneStep({ ...pods, prepare: stay }, observability),
  kubeconfig: oneStep({
    ...oldKubeconfig,
    prepare: message("Stops working at once"),
    complete: nothing,
    stops: "prepare",
  }),
};
