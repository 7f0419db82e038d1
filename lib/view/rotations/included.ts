import type { Shoot } from "#lib/garden/shoot.ts";
import type { EditionRules } from "#lib/policy/editions/edition-rules.ts";
import { isSshEnabled } from "#lib/policy/operations/shoot-facts.ts";
import { etcdHasTwoSteps, phasedFamiliesOf, type RotationScope, rollsNodes, scopeNames } from "./rotation-scope.ts";

function ofAll(shoot: Shoot): readonly string[] {
  const etcdWaits = phasedFamiliesOf("all", shoot).includes("etcdEncryptionKey");
  return [
    "Certificate authorities and ServiceAccount signing key: prepared, then completed by you",
    etcdWaits
      ? "Etcd encryption key: prepared, then completed with the others"
      : "Etcd encryption key: in one step, automatically",
    ...(isSshEnabled(shoot) ? ["SSH key pair: at once; the old key keeps working until the next rotation"] : []),
    ...(shoot.spec.purpose === "testing" ? [] : ["Observability passwords: at once; the old ones stop working"]),
  ];
}

function poolsText(shoot: Shoot): readonly string[] {
  const pools = shoot.spec.provider?.workers ?? [];
  if (pools.length === 0) return ["There are no worker nodes to be replaced"];
  const nodes = pools.reduce((sum, { maximum }) => sum + (maximum ?? 0), 0);
  const names = pools.map(({ name }) => name).join(", ");
  return [`Nodes are replaced in ${pools.length === 1 ? "pool" : "the pools"} ${names}: at most ${nodes} of them`];
}

/** What a rotation of this scope holds for this cluster, one line each. */
export function includedIn(scope: RotationScope, shoot: Shoot, rules: EditionRules): readonly string[] {
  if (scope === "all") return [...ofAll(shoot), ...poolsText(shoot)];
  const own =
    scope === "etcdEncryptionKey" && etcdHasTwoSteps(shoot, rules)
      ? `${scopeNames[scope]}: prepared, then completed by you`
      : rollsNodes(scope)
        ? `${scopeNames[scope]}: prepared, then completed by you`
        : `${scopeNames[scope]}: in one step, automatically`;
  return [own, ...(rollsNodes(scope) ? poolsText(shoot) : ["No node is replaced"])];
}
