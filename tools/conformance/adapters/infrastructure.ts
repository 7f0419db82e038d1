import { cleanupPeriods } from "#lib/policy/deletion/cleanup-periods.ts";
import {
  type AdvertisedAddressSources,
  advertisedAddresses,
  advertisedKinds,
} from "#lib/policy/endpoints/advertised-addresses.ts";
import { controlPlanePorts, tlsTermination } from "#lib/policy/endpoints/control-plane-ports.ts";
import { type InPlaceNode, readInPlaceNodeUpdate } from "#lib/policy/nodes/in-place-node.ts";
import { type NodeCriticalComponents, nodeReadiness } from "#lib/policy/nodes/node-readiness.ts";
import {
  defaultTolerations,
  findForbiddenTolerations,
  formatKeyValue,
  type TaintKeyValue,
  type TolerationAdmission,
  type TolerationDefaulting,
  toleratesTaints,
  validateTolerations,
} from "#lib/policy/scheduling/tolerations.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { releaseOfVector, rulesOfVector } from "../vector/release-of-vector.ts";
import type { ConformanceVector } from "../vector/vector.ts";

/** Adapters for scheduling, deletion, nodes and endpoints of a Shoot. */
export const infrastructureAdapters: VectorAdapters = {
  "seed-taints": createVectorAdapter<{ taints: TaintKeyValue[]; tolerations: TaintKeyValue[] }>(
    ({ taints, tolerations }) => ({
      tolerated: toleratesTaints(taints, tolerations),
    }),
  ),
  "toleration-validate": createVectorAdapter<{ tolerations: TaintKeyValue[] }>(
    ({ tolerations }) => ({ errors: validateTolerations(tolerations, "spec.tolerations") }),
    "sets",
  ),
  "toleration-allow": createVectorAdapter<TolerationAdmission>(
    (input) => ({ rejected: findForbiddenTolerations(input).map(formatKeyValue) }),
    "sets",
  ),
  "toleration-default": createVectorAdapter<TolerationDefaulting>((input) => ({
    tolerations: defaultTolerations(input),
  })),
  cleanup: createVectorAdapter<{ annotations?: Record<string, string> }>(({ annotations }) => {
    const periods = cleanupPeriods(annotations);
    return periods.ok ? periods.value : periods.error;
  }),
  "node-update-phase": createVectorAdapter<InPlaceNode>(readInPlaceNodeUpdate),
  "node-readiness": createVectorAdapter<NodeCriticalComponents>((input) => nodeReadiness(input), "sets"),
  "advertised-addresses": createVectorAdapter<AdvertisedAddressSources>((input) => ({
    addresses: advertisedAddresses(input),
  })),
  "edition.net.ports": createVectorAdapter<{ gates?: Record<string, boolean> }>(({ gates }, vector) => ({
    apiserverProxy: portFor("apiserver-proxy", vector, gates),
    vpn: portFor("vpn", vector, gates),
  })),
  "edition.net.legacyPort8132": createVectorAdapter<{ gate?: boolean | null }>(({ gate }, vector) => ({
    open: rulesOfVector(vector, { RemoveHTTPProxyLegacyPort: gate })("net.port8132") === "open",
  })),
  "edition.net.tlsTermination": createVectorAdapter<object>((_, vector) => ({
    atGateway: tlsTermination(releaseOfVector(vector)),
  })),
  "edition.net.advertised": createVectorAdapter<object>(
    (_, vector) => ({ names: [...advertisedKinds(rulesOfVector(vector))] }),
    "sets",
  ),
  "edition.node.criticalNamespaces": createVectorAdapter<object>((_, vector) => ({
    considered: rulesOfVector(vector)("node.criticalNamespaces") === "kubeSystem" ? "kube-system" : "cachedNamespaces",
  })),
  "edition.cleanup.leftovers": createVectorAdapter<object>((_, vector) => ({
    ignored:
      rulesOfVector(vector)("cleanup.leftovers") === "none" ? "none" : "unknownNamespaceOrCreatedAfterFinalizeTime",
  })),
  "edition.seedName.change": createVectorAdapter<object>((_, vector) => ({
    result: rulesOfVector(vector)("seedName.change") === "refused" ? "forbidden" : "revertedSilently",
  })),
  "edition.seed.emergencyStop": createVectorAdapter<object>((_, vector) => ({
    available: rulesOfVector(vector)("seed.emergencyStop") === "present",
  })),
};

function portFor(
  use: "apiserver-proxy" | "vpn",
  vector: ConformanceVector,
  gates?: Record<string, boolean>,
): number | undefined {
  return controlPlanePorts(rulesOfVector(vector, gates)).find(
    (port) => port.use === use || port.use === "apiserver-proxy-and-vpn",
  )?.port;
}
