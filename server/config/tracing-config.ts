import "server-only";
import { defineConfigVariable, type ParsedVariables, textVariable } from "./config-variable.ts";

/** Where OpenTelemetry spans are sent, and which share of traces is sampled. */
export interface TracingConfig {
  /** URL of the OTLP endpoint without the path of the signal, which is appended. */
  readonly endpoint: string;
  /** Share of traces to sample, between 0 and 1, unless the caller's traceparent header decides. */
  readonly share: number;
  readonly serviceName: string;
}

/** Environment variables for tracing, with OpenTelemetry's standard names. */
export const tracingSchemas = {
  OTEL_EXPORTER_OTLP_ENDPOINT: defineConfigVariable(
    textVariable.refine(isCollector, "must be an http or https address without a query"),
    "",
    "Collector that traces go to as OTLP over HTTP, such as http://collector:4318; no traces when unset.",
  ),
  OTEL_TRACES_SAMPLER_ARG: defineConfigVariable(
    textVariable.regex(/^(0(\.\d{1,6})?|1(\.0+)?)$/, "must be a share between 0 and 1").transform(Number),
    "0.05",
    "Which share of traces is kept, unless the proxy in front has decided.",
  ),
  OTEL_SERVICE_NAME: defineConfigVariable(
    textVariable.regex(/^[\w.-]{1,100}$/, "must be letters, digits, dots and dashes"),
    "almanac",
    "What this Almanac is called in traces.",
  ),
};

export function toTracing(given: ParsedVariables<typeof tracingSchemas>): TracingConfig | undefined {
  const endpoint = given.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, "");
  if (endpoint === "") return undefined;
  return { endpoint, share: given.OTEL_TRACES_SAMPLER_ARG, serviceName: given.OTEL_SERVICE_NAME };
}

function isCollector(address: string): boolean {
  if (address === "") return true;
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "";
}
