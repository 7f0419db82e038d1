import type { GardenerRelease } from "../editions/gardener-release.ts";
import { type GardenerRules, gardenerRulesOfRelease, newestRules } from "../editions/gardener-rules.ts";
import type { GateSettings } from "../editions/gates.ts";

/** A port of a Shoot's control plane, and what it is used for. */
export interface ControlPlanePort {
  readonly port: number;
  readonly use: "api-server" | "apiserver-proxy" | "vpn" | "apiserver-proxy-and-vpn" | "legacy-vpn";
}

/** Whether the gateway may terminate TLS of connections to the API server. */
export type TlsTermination = "never" | "onlyIfGateEnabled" | "unlessGateDisabled";

/**
 * The ports of the gateway in front of a Shoot's control plane. 443 is routed to the API server by the server name of
 * the TLS handshake (SNI); the others carry traffic from nodes and Pods of the Shoot.
 * @source Gardener docs, control plane endpoints and ports; Gardener: pkg/gardenlet, istio ingress gateway
 */
export function controlPlanePorts(rules: GardenerRules = newestRules): readonly ControlPlanePort[] {
  const apiServer: ControlPlanePort = { port: 443, use: "api-server" };
  switch (rules("net.ports")) {
    case "8443/8132":
      return [apiServer, { port: 8443, use: "apiserver-proxy" }, { port: 8132, use: "vpn" }];
    case "8132/8132":
      return [apiServer, { port: 8132, use: "apiserver-proxy-and-vpn" }];
    case "8443/8443": {
      const unified: readonly ControlPlanePort[] = [apiServer, { port: 8443, use: "apiserver-proxy-and-vpn" }];
      return rules("net.port8132") === "open" ? [...unified, { port: 8132, use: "legacy-vpn" }] : unified;
    }
  }
}

/**
 * Whether the gateway may terminate TLS itself, as far as that is known where the gate IstioTLSTermination is not set.
 * @source Gardener: pkg/features, IstioTLSTermination
 */
export function tlsTermination(gardenlet: GardenerRelease, gates: GateSettings = {}): TlsTermination {
  if (gardenerRulesOfRelease(gardenlet, gates)("net.tls") === "possible") return "unlessGateDisabled";
  if (gates.IstioTLSTermination !== undefined) return "never";
  const gateOn = gardenerRulesOfRelease(gardenlet, { IstioTLSTermination: true });
  return gateOn("net.tls") === "possible" ? "onlyIfGateEnabled" : "never";
}
