import { cleanupPeriods } from "#lib/policy/deletion/cleanup-periods.ts";
import {
  advertisedAddresses,
  advertisedKinds,
  type EndpointSources,
} from "#lib/policy/endpoints/advertised-addresses.ts";
import { controlPlanePorts, tlsTermination } from "#lib/policy/endpoints/control-plane-ports.ts";
import { type InPlaceNode, nodeUpdate } from "#lib/policy/nodes/in-place-node.ts";
import { type NodeComponents, nodeReadiness } from "#lib/policy/nodes/node-readiness.ts";
import {
  defaultTolerations,
  findForbiddenTolerations,
  formatKeyValue,
  type KeyValue,
  type TolerationAdmission,
  type TolerationDefaulting,
  toleratesTaints,
  validateTolerations,
} from "#lib/policy/scheduling/tolerations.ts";
import { type Adapters, adapter } from "../vector/adapter.ts";
import { releaseOfVector, rulesOfVector } from "../vector/release-of-vector.ts";
import type { Vector } from "../vector/vector.ts";

/** Scheduling, deletion, nodes and endpoints: what surrounds a Shoot. */
export const infrastructureAdapters: Adapters = {
  "seed-taints": adapter<{ taints: KeyValue[]; tolerations: KeyValue[] }>(({ taints, tolerations }) => ({
    tolerated: toleratesTaints(taints, tolerations),
  })),
  "toleration-validate": adapter<{ tolerations: KeyValue[] }>(
    ({ tolerations }) => ({ errors: validateTolerations(tolerations, "spec.tolerations") }),
    "sets",
  ),
  "toleration-allow": adapter<TolerationAdmission>(
    (input) => ({ rejected: findForbiddenTolerations(input).map(formatKeyValue) }),
    "sets",
  ),
  "toleration-default": adapter<TolerationDefaulting>((input) => ({ tolerations: defaultTolerations(input) })),
  cleanup: adapter<{ annotations?: Record<string, string> }>(({ annotations }) => {
    const periods = cleanupPeriods(annotations);
    return periods.ok ? periods.value : periods.error;
  }),
  "node-update-phase": adapter<InPlaceNode>(nodeUpdate),
  "node-readiness": adapter<NodeComponents>((input) => nodeReadiness(input), "sets"),
  "advertised-addresses": adapter<EndpointSources>((input) => ({ addresses: advertisedAddresses(input) })),
  "edition.net.ports": adapter<{ gates?: Record<string, boolean> }>(({ gates }, vector) => ({
    apiserverProxy: portFor("apiserver-proxy", vector, gates),
    vpn: portFor("vpn", vector, gates),
  })),
  "edition.net.legacyPort8132": adapter<{ gate?: boolean | null }>(({ gate }, vector) => ({
    open: rulesOfVector(vector, { RemoveHTTPProxyLegacyPort: gate })("net.port8132") === "open",
  })),
  "edition.net.tlsTermination": adapter<object>((_, vector) => ({
    atGateway: tlsTermination(releaseOfVector(vector)),
  })),
  "edition.net.advertised": adapter<object>(
    (_, vector) => ({ names: [...advertisedKinds(rulesOfVector(vector))] }),
    "sets",
  ),
  "edition.node.criticalNamespaces": adapter<object>((_, vector) => ({
    considered: rulesOfVector(vector)("node.criticalNamespaces") === "kubeSystem" ? "kube-system" : "cachedNamespaces",
  })),
  "edition.cleanup.leftovers": adapter<object>((_, vector) => ({
    ignored:
      rulesOfVector(vector)("cleanup.leftovers") === "none" ? "none" : "unknownNamespaceOrCreatedAfterFinalizeTime",
  })),
  "edition.seedName.change": adapter<object>((_, vector) => ({
    result: rulesOfVector(vector)("seedName.change") === "refused" ? "forbidden" : "revertedSilently",
  })),
  "edition.seed.emergencyStop": adapter<object>((_, vector) => ({
    available: rulesOfVector(vector)("seed.emergencyStop") === "present",
  })),
};

function portFor(use: "apiserver-proxy" | "vpn", vector: Vector, gates?: Record<string, boolean>): number | undefined {
  return controlPlanePorts(rulesOfVector(vector, gates)).find(
    (port) => port.use === use || port.use === "apiserver-proxy-and-vpn",
  )?.port;
}
