import { type Message, message } from "#lib/language/text.ts";
import type { RotationScope } from "./rotation-scope.ts";

/** Effect of each phase of a rotation on one kind of client. `stops` is the phase in which it loses access. */
export interface RotationUserEffect {
  readonly what: Message;
  readonly prepare: Message;
  readonly complete: Message;
  readonly stops?: "prepare" | "complete";
}

const nothing = message("–");
const stay = message("Stay");
const works = message("Works");
const work = message("Work");

const apiServer: RotationUserEffect = {
  what: message("API server"),
  prepare: message("Short restarts"),
  complete: message("Short restarts"),
};
const pods: RotationUserEffect = {
  what: message("Running pods"),
  prepare: message("Moved as nodes roll"),
  complete: stay,
};
const oldKubeconfig: RotationUserEffect = {
  what: message("kubectl with the old kubeconfig"),
  prepare: works,
  complete: message("Stops working"),
  stops: "complete",
};
const oldTokens: RotationUserEffect = {
  what: message("Old ServiceAccount tokens outside"),
  prepare: work,
  complete: message("Stop working"),
  stops: "complete",
};
const newKubeconfig: RotationUserEffect = { what: message("New kubeconfig"), prepare: works, complete: works };
const observability: RotationUserEffect = {
  what: message("Observability password"),
  prepare: message("The old one stops at once"),
  complete: nothing,
  stops: "prepare",
};
const ssh: RotationUserEffect = {
  what: message("SSH to nodes"),
  prepare: message("The old key keeps working until the next rotation"),
  complete: nothing,
};
const wayBack: RotationUserEffect = {
  what: message("Can I go back?"),
  prepare: message("There is no abort, but you can wait as long as needed"),
  complete: message("No"),
};
const stored: RotationUserEffect = {
  what: message("Stored Secrets"),
  prepare: message("Rewritten with the new key"),
  complete: message("The old key is dropped"),
};

const twin = (own: RotationUserEffect): readonly RotationUserEffect[] => [apiServer, pods, own, newKubeconfig, wayBack];
const oneStep = (...rows: readonly RotationUserEffect[]): readonly RotationUserEffect[] => rows;

/** Effects of a rotation on users of the cluster, during preparation and after completion. */
export const rotationUserEffectsByScope: { readonly [Scope in RotationScope]: readonly RotationUserEffect[] } = {
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
