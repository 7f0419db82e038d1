import { shellWord } from "#lib/strings/shell-word.ts";

/** A cluster as gardenctl targets it. */
export interface GardenctlTarget {
  /** Identity of the garden; without one, gardenctl uses the garden that it targets already. */
  readonly garden: string | undefined;
  readonly project: string;
  /** Name of the Shoot. */
  readonly shoot: string;
}

/** Targets the cluster, for the following commands of the shell. */
export function gardenctlTarget(target: GardenctlTarget): string {
  return ["gardenctl target", ...flagsOf(target)].join(" ");
}

/** Points kubectl of this shell to the cluster. */
export function gardenctlKubectlEnv(target: GardenctlTarget): string {
  return evaluated(["gardenctl kubectl-env bash", ...flagsOf(target)]);
}

/** Points the command line of the infrastructure, such as `aws`, to the cluster's account. */
export function gardenctlProviderEnv(target: GardenctlTarget): string {
  return evaluated(["gardenctl provider-env bash", ...flagsOf(target)]);
}

/** Opens a shell on a node, through a bastion. Without a node, gardenctl lists the nodes. */
export function gardenctlSsh(target: GardenctlTarget, node?: string): string {
  return ["gardenctl ssh", ...(node === undefined ? [] : [shellWord(node)]), ...flagsOf(target)].join(" ");
}

/** Tells gardenctl and gardenlogin the kubeconfig of a garden; `file` is a path in the user's home directory. */
export function gardenctlSetGarden(identity: string, file: string): string {
  return `gardenctl config set-garden ${shellWord(identity)} --kubeconfig "$HOME"/${shellWord(file)}`;
}

function flagsOf({ garden, project, shoot }: GardenctlTarget): readonly string[] {
  const flags = [...(garden === undefined ? [] : [["garden", garden]]), ["project", project], ["shoot", shoot]];
  return flags.map(([name, value = ""]) => `--${name} ${shellWord(value)}`);
}

/** A command whose output the shell executes. */
function evaluated(words: readonly string[]): string {
  return `eval "$(${words.join(" ")})"`;
}
