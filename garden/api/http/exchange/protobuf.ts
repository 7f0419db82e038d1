import "server-only";
import { formatInstant } from "#lib/kube/instant.ts";
import { badRequest } from "../../errors/api-error.ts";
import {
  type ProtobufFieldType,
  type ProtobufMapType,
  type ProtobufMessage,
  protobufMessages,
  singleProtobufField,
} from "./protobuf-messages.ts";

const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00]);
const envelope: ProtobufMessage = {
  1: singleProtobufField("typeMeta", { 1: singleProtobufField("apiVersion"), 2: singleProtobufField("kind") }),
  2: singleProtobufField("raw", "bytes"),
};

/**
 * Decodes a Kubernetes protobuf body. Supports only the few kinds that kubectl sends as protobuf.
 * @throws ApiError 400 for a malformed body or another kind
 * @source Kubernetes: apimachinery pkg/runtime/serializer/protobuf, generated.proto of the kinds
 */
export function decodeProtobuf(body: Buffer): Readonly<Record<string, unknown>> {
  if (!body.subarray(0, 4).equals(magic)) throw badRequest("provided data does not appear to be a protobuf message");
  const { typeMeta, raw } = decode(body.subarray(4), envelope, 0);
  const { apiVersion, kind } = asRecord(typeMeta);
  const message =
    typeof kind === "string" && Object.hasOwn(protobufMessages, kind) ? protobufMessages[kind] : undefined;
  if (message === undefined) throw badRequest(`no kind ${JSON.stringify(kind ?? "")} is registered for protobuf`);
  const bytes = typeof raw === "string" ? Buffer.from(raw, "base64") : Buffer.alloc(0);
  return { apiVersion, kind, ...decode(bytes, message, 0) };
}

const deepest = 16;

function decode(bytes: Buffer, message: ProtobufMessage, depth: number): Record<string, unknown> {
  if (depth > deepest) throw broken();
  const singles = new Map<string, unknown>();
  const lists = new Map<string, unknown[]>();
  const maps = new Map<string, Map<string, unknown>>();
  const reader = createReader(bytes);
  while (!reader.done()) {
    const tag = reader.varint();
    const field = message[Number(tag >> 3n)];
    const value = readValue(reader, Number(tag & 7n));
    if (field === undefined || field.type === "skip") continue;
    const { name, type, repeated } = field;
    if (isMapType(type)) {
      const [key, item] = convertEntry(value, type, depth);
      const entries = maps.get(name) ?? new Map<string, unknown>();
      maps.set(name, entries.set(key, item));
    } else if (repeated === true) {
      const items = lists.get(name) ?? [];
      items.push(convert(value, type, depth));
      lists.set(name, items);
    } else {
      const converted = convert(value, type, depth);
      if (converted !== undefined) singles.set(name, converted);
    }
  }
  const records = [...maps].map(([name, entries]) => [name, Object.fromEntries(entries)] as const);
  return Object.fromEntries([...singles, ...lists, ...records]);
}

type Wire = bigint | Buffer;

function convert(value: Wire, type: Exclude<ProtobufFieldType, ProtobufMapType | "skip">, depth: number): unknown {
  if (type === "bool") return value === 1n;
  if (type === "int") return typeof value === "bigint" ? Number(value) : 0;
  if (!(value instanceof Buffer)) throw broken();
  if (type === "string") return value.toString("utf8");
  if (type === "bytes") return value.toString("base64");
  if (type === "time") return toInstant(decode(value, { 1: singleProtobufField("seconds", "int") }, depth + 1).seconds);
  return decode(value, type, depth + 1);
}

const entries = {
  "string-map": { 1: singleProtobufField("key"), 2: singleProtobufField("value") },
  "bytes-map": { 1: singleProtobufField("key"), 2: singleProtobufField("value", "bytes") },
  "quantity-map": {
    1: singleProtobufField("key"),
    2: singleProtobufField("value", { 1: singleProtobufField("string") }),
  },
} as const satisfies Record<ProtobufMapType, ProtobufMessage>;

function convertEntry(value: Wire, type: ProtobufMapType, depth: number): readonly [string, unknown] {
  if (!(value instanceof Buffer)) throw broken();
  const entry = decode(value, entries[type], depth + 1);
  const item = type === "quantity-map" ? asRecord(entry.value).string : entry.value;
  return [typeof entry.key === "string" ? entry.key : "", item ?? ""];
}

function isMapType(type: ProtobufFieldType): type is ProtobufMapType {
  return typeof type === "string" && Object.hasOwn(entries, type);
}

/** Converts seconds since 1970 to a timestamp; undefined for an empty message. */
function toInstant(seconds: unknown): string | undefined {
  if (typeof seconds !== "number" || seconds <= 0 || seconds > 253_402_300_799) return undefined;
  return formatInstant(seconds * 1000);
}

function readValue(reader: Reader, wireType: number): Wire {
  switch (wireType) {
    case 0:
      return reader.varint();
    case 1:
      return reader.bytes(8);
    case 2:
      return reader.bytes(Number(reader.varint()));
    case 5:
      return reader.bytes(4);
    default:
      throw broken();
  }
}

interface Reader {
  done(): boolean;
  varint(): bigint;
  bytes(length: number): Buffer;
}

function createReader(bytes: Buffer): Reader {
  let at = 0;
  return {
    done: () => at >= bytes.length,
    varint() {
      let value = 0n;
      for (let shift = 0n; shift < 70n; shift += 7n) {
        const byte = bytes[at++];
        if (byte === undefined) throw broken();
        value |= BigInt(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
      }
      throw broken();
    },
    bytes(length) {
      if (!Number.isSafeInteger(length) || at + length > bytes.length) throw broken();
      at += length;
      return bytes.subarray(at - length, at);
    },
  };
}

function broken(): Error {
  return badRequest("unable to decode the protobuf body: it is broken or cut off");
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
