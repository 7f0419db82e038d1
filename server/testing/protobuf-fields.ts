/** Fields of a protobuf message by number: length-delimited ones as bytes, others as integers. */
export type ProtobufFields = ReadonlyMap<number, readonly (Uint8Array | bigint)[]>;

/** Parses a protobuf message without its schema. Throws for invalid input. */
export function protobufFields(message: Uint8Array): ProtobufFields {
  const fields = new Map<number, (Uint8Array | bigint)[]>();
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = view.getUint8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const taken = (length: number) => {
    if (at + length > message.length) throw new Error("the message ends within a field");
    at += length;
    return message.subarray(at - length, at);
  };
  const read = (wire: number) => {
    switch (wire) {
      case 0:
        return varint();
      case 1:
        return Buffer.from(taken(8)).readBigUInt64LE();
      case 2:
        return taken(Number(varint()));
      case 5:
        return BigInt(Buffer.from(taken(4)).readUInt32LE());
      default:
        throw new Error(`no wire type ${wire} is in use`);
    }
  };
  while (at < message.length) {
    const tag = Number(varint());
    const values = fields.get(tag >> 3) ?? [];
    values.push(read(tag & 7));
    fields.set(tag >> 3, values);
  }
  return fields;
}

export function messagesIn(fields: ProtobufFields, number: number): readonly Uint8Array[] {
  return (fields.get(number) ?? []).filter((value) => typeof value !== "bigint");
}

export function numberIn(fields: ProtobufFields, number: number): bigint | undefined {
  return fields.get(number)?.find((value) => typeof value === "bigint");
}

export function textIn(fields: ProtobufFields, number: number): string | undefined {
  const [first] = messagesIn(fields, number);
  return first === undefined ? undefined : Buffer.from(first).toString();
}
