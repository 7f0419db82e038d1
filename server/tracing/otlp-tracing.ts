import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, ROOT_CONTEXT, type Span as SdkSpan, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { type ExportResult, ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { TracingConfig } from "#server/config/tracing-config.ts";
import { version } from "#server/version.ts";
import type { SpanFacts, TraceSpan, TraceSpanOptions, Tracing } from "./tracing.ts";

export interface OtlpTracingOptions extends TracingConfig {
  readonly log: {
    warn(facts: object, message: string): void;
    info(facts: object, message: string): void;
  };
  /** How long trace spans are collected before they are sent together. */
  readonly delayMs?: number;
}

/** Maximum of trace spans (about 2 MB) that wait while the collector does not answer; further ones are dropped. */
const mostWaiting = 2_048;
const mostAtOnce = 512;
const exportTimeoutMs = 10_000;
/** Maximum wait for the collector at the end of the process. */
const lastWordMs = 2_000;
const limits = { attributeCountLimit: 32, attributeValueLengthLimit: 128, linkCountLimit: 16, eventCountLimit: 0 };

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
} as const;

/**
 * Sends trace spans to a collector with OpenTelemetry's SDK. The SDK is not registered globally, because packages with
 * their own tracing, such as Next.js, would put URL paths with names of clusters and users into spans.
 */
export function startOtlpTracing(options: OtlpTracingOptions): Tracing {
  const { endpoint, share, serviceName, log, delayMs = 5_000 } = options;
  const contexts = new AsyncLocalStorage<Context>();
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportTimeoutMs });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.version": version }),
    // The sampling decision in a caller's traceparent is respected; other traces are sampled by trace id.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: limits,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: thatSaysWhenItFails(exporter, log),
        maxQueueSize: mostWaiting,
        maxExportBatchSize: mostAtOnce,
        exportTimeoutMillis: exportTimeoutMs,
        scheduledDelayMillis: delayMs,
      }),
    ],
  });
  const tracer = provider.getTracer("almanac", version);

  function contextFor({ below, caller, isRoot }: TraceSpanOptions): Context {
    if (below instanceof OtlpSpan) return below.context;
    if (isRoot || caller !== undefined) {
      const parsed = caller === undefined ? null : parseTraceParent(caller);
      return parsed === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true });
    }
    return contexts.getStore() ?? ROOT_CONTEXT;
  }

  return {
    begin(name, how = {}) {
      const { kind, facts = {}, because = [], secondsAgo } = how;
      const parent = contextFor(how);
      const span = tracer.startSpan(
        name,
        {
          kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind],
          attributes: facts,
          links: because.flatMap((each) => (each instanceof OtlpSpan ? [{ context: each.identity }] : [])),
          ...(secondsAgo === undefined ? {} : { startTime: Date.now() - secondsAgo * 1000 }),
        },
        parent,
      );
      return new OtlpSpan(span, trace.setSpan(parent, span), contexts);
    },
    apart: (work) => contexts.exit(work),
    async stop() {
      const inTime = AbortSignal.timeout(lastWordMs);
      const late = new Promise((resolve) => inTime.addEventListener("abort", resolve));
      // If the export has failed, that was logged already.
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

class OtlpSpan implements TraceSpan {
  readonly context: Context;
  readonly #span: SdkSpan;
  readonly #contexts: AsyncLocalStorage<Context>;

  constructor(span: SdkSpan, context: Context, contexts: AsyncLocalStorage<Context>) {
    this.#span = span;
    this.context = context;
    this.#contexts = contexts;
  }

  get identity() {
    return this.#span.spanContext();
  }

  get traceparent(): string | undefined {
    if (!this.#span.isRecording()) return undefined;
    const { traceId, spanId } = this.identity;
    return `00-${traceId}-${spanId}-01`;
  }

  note(facts: SpanFacts): void {
    this.#span.setAttributes(facts);
  }

  fail(reason: string): void {
    this.#span.setAttribute("error.type", reason);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  around<Value>(work: () => Value): Value {
    return this.#contexts.run(this.context, work);
  }

  end(): void {
    this.#span.end();
  }
}

/** An exporter that logs only the first of several successive failures, and the recovery. */
function thatSaysWhenItFails(exporter: SpanExporter, log: OtlpTracingOptions["log"]): SpanExporter {
  let isWell = true;
  const hear = ({ code, error }: ExportResult) => {
    const succeeded = code === ExportResultCode.SUCCESS;
    if (isWell && !succeeded) log.warn({ err: error }, "the collector takes no spans; they are dropped meanwhile");
    if (!isWell && succeeded) log.info({}, "the collector takes spans again");
    isWell = succeeded;
  };
  return {
    export: (spans, tell) =>
      exporter.export(spans, (result) => {
        hear(result);
        tell(result);
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}
