import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { isSshEnabled } from "#lib/policy/rotations/ssh-access.ts";
import {
  etcdHasTwoSteps,
  phasedFamiliesOf,
  type RotationScope,
  rotationRollsNodes,
  rotationScopeLabels,
} from "./rotation-scope.ts";

function ofAll(shoot: Shoot): readonly string[] {
  const etcdWaits = phasedFamiliesOf("all", shoot).includes("etcdEncryptionKey");
  return [
    text("Certificate authorities and ServiceAccount signing key: prepared, then completed by you"),
    etcdWaits
      ? text("Etcd encryption key: prepared, then completed with the others")
      : text("Etcd encryption key: in one step, automatically"),
    ...(isSshEnabled(shoot) ? [text("SSH key pair: at once; the old key keeps working until the next rotation")] : []),
    ...(shoot.spec.purpose === "testing" ? [] : [text("Observability passwords: at once; the old ones stop working")]),
  ];
}

function poolsText(shoot: Shoot): readonly string[] {
  const pools = shoot.spec.provider?.workers ?? [];
  if (pools.length === 0) return [text("There are no worker nodes to be replaced")];
  const nodes = pools.reduce((sum, { maximum }) => sum + (maximum ?? 0), 0);
  const names = pools.map(({ name }) => name).join(", ");
  return [
    text("Nodes are replaced in {pools, plural, one {pool} other {the pools}} {names}: at most {nodes} of them", {
      pools: pools.length,
      names,
      nodes,
    }),
  ];
}

/** Describes what a rotation with this scope renews in a cluster, one line each. */
export function describeRotationContents(scope: RotationScope, shoot: Shoot, rules: GardenerRules): readonly string[] {
  if (scope === "all") return [...ofAll(shoot), ...poolsText(shoot)];
  const credential = text(rotationScopeLabels[scope]);
  const hasTwoSteps = rotationRollsNodes(scope) || (scope === "etcdEncryptionKey" && etcdHasTwoSteps(shoot, rules));
  const own = hasTwoSteps
    ? text("{credential}: prepared, then completed by you", { credential })
    : text("{credential}: in one step, automatically", { credential });
  return [own, ...(rotationRollsNodes(scope) ? poolsText(shoot) : [text("No node is replaced")])];
}
