import { createServer } from "node:http";
import { type Listening, listenOnLoopback } from "./listen-on-loopback.ts";
import { messagesIn, numberIn, type ProtobufFields, protobufFields, textIn } from "./protobuf-fields.ts";

/** A trace span that the test's collector received. */
export interface CollectedSpan {
  readonly service: string | undefined;
  readonly trace: string;
  readonly id: string;
  /** Id of the parent span; empty for the root of a trace. */
  readonly parent: string;
  readonly name: string;
  readonly kind: "internal" | "server" | "client" | "producer" | "consumer" | "unknown";
  readonly seconds: number;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
  /** Ids of the spans that this one is linked to. */
  readonly links: readonly string[];
}

const kinds = ["unknown", "internal", "server", "client", "producer", "consumer"] as const;

/** A collector for trace spans (OTLP over HTTP) in tests. */
export class OtlpCollector {
  readonly spans: CollectedSpan[] = [];
  /** Bodies of all received requests. */
  readonly bodies: Buffer[] = [];
  /** Status of the collector's responses. */
  status = 200;
  #listening: Listening | undefined;

  static async open(): Promise<OtlpCollector> {
    const collector = new OtlpCollector();
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      collector.#take(body, request.url);
      response.writeHead(collector.status, { "content-type": "application/x-protobuf" }).end();
    });
    collector.#listening = await listenOnLoopback(server);
    return collector;
  }

  get url(): string {
    return this.#listening?.url ?? "";
  }

  #take(body: Buffer, path: string | undefined): void {
    this.bodies.push(body);
    if (this.status === 200 && path === "/v1/traces") this.spans.push(...collectedSpans(body));
  }

  /** A span and its child spans as text, with children in brackets and sorted by name. */
  treeOf({ trace, id, name }: CollectedSpan): string {
    const below = this.spans.filter((span) => span.trace === trace && span.parent === id);
    const trees = below.map((span) => this.treeOf(span)).sort();
    return trees.length === 0 ? name : `${name} [${trees.join(", ")}]`;
  }

  close(): void {
    this.#listening?.close();
  }
}

/** Parses the spans in an OTLP ExportTraceServiceRequest. */
function collectedSpans(body: Uint8Array): readonly CollectedSpan[] {
  return messagesIn(protobufFields(body), 1).flatMap((resourceSpans) => {
    const ofResource = protobufFields(resourceSpans);
    const [resource = new Uint8Array()] = messagesIn(ofResource, 1);
    const service = factsIn(protobufFields(resource), 1)["service.name"];
    return messagesIn(ofResource, 2)
      .flatMap((scopeSpans) => messagesIn(protobufFields(scopeSpans), 2))
      .map((span) => ({ service: service?.toString(), ...toSpan(protobufFields(span)) }));
  });
}

function toSpan(fields: ProtobufFields): Omit<CollectedSpan, "service"> {
  const [status = new Uint8Array()] = messagesIn(fields, 15);
  const nanoseconds = (numberIn(fields, 8) ?? 0n) - (numberIn(fields, 7) ?? 0n);
  return {
    trace: hexIn(fields, 1),
    id: hexIn(fields, 2),
    parent: hexIn(fields, 4),
    name: textIn(fields, 5) ?? "",
    kind: kinds[Number(numberIn(fields, 6) ?? 0n)] ?? "unknown",
    seconds: Number(nanoseconds) / 1e9,
    facts: factsIn(fields, 9),
    failed: numberIn(protobufFields(status), 3) === 2n,
    links: messagesIn(fields, 13).map((link) => hexIn(protobufFields(link), 2)),
  };
}

function factsIn(fields: ProtobufFields, number: number): Record<string, string | number> {
  return Object.fromEntries(
    messagesIn(fields, number).map((pair) => {
      const ofPair = protobufFields(pair);
      const [value = new Uint8Array()] = messagesIn(ofPair, 2);
      const ofValue = protobufFields(value);
      return [textIn(ofPair, 1) ?? "", textIn(ofValue, 1) ?? Number(numberIn(ofValue, 3) ?? 0n)];
    }),
  );
}

function hexIn(fields: ProtobufFields, number: number): string {
  return Buffer.from(messagesIn(fields, number)[0] ?? []).toString("hex");
}
