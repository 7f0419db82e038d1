import { expect, test } from "vitest";
import { ByteReader, ByteWriter } from "./bytes.ts";

test("numbers and bytes are read as they were written, in room that had other ones before", () => {
  const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 28 - 1, 2 ** 28, 2 ** 31 - 1];
  const [writer, reader] = [new ByteWriter(16), new ByteReader(16)];
  const long = Buffer.alloc(100, "x");
  for (const bytes of [Buffer.from("\u00e9\0"), long, Buffer.from("end")]) {
    writer.begin(200);
    for (const number of numbers) writer.putNumber(number);
    writer.putBytes(bytes, 0, bytes.length);
    reader.begin(writer.toText());
    expect(numbers.map(() => reader.takeNumber())).toEqual(numbers);
    const taken = Buffer.alloc(bytes.length + 1);
    reader.takeBytes(taken, 1, bytes.length);
    expect(taken.subarray(1)).toEqual(bytes);
    expect(reader.isAtEnd).toBe(true);
  }
});
