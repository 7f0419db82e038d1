import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { createDemoLandscape } from "../../embedded/landscape/create-demo-landscape.ts";
import { collectHeap } from "../../metrics/heap.ts";
import { pruneShoot } from "../../watch/objects/prune.ts";
import { keptOfShoot } from "./kept-of-shoot.ts";
import { TextPacker } from "./text-packer.ts";

const wellFormed = fc.oneof(
  fc.string({ unit: "binary", maxLength: 400 }),
  // Long, and made of few pieces: what repeats reaches far, overlaps and ends anywhere.
  fc
    .array(fc.constantFrom("a", "ab", '"state":"Succeeded",', "é", "\u{1F600}", "2026-08-10T09:30:00Z"), {
      maxLength: 400,
    })
    .map((pieces) => pieces.join("")),
);

/** With the record of writers as it is read. */
function readOf(shoot: Shoot): Shoot {
  const { managedFields = [] } = pruneShoot(shoot).metadata;
  return { ...shoot, metadata: { ...shoot.metadata, managedFields } };
}

describe("texts that are packed", () => {
  test("are the same again, however many came since", () => {
    fc.assert(
      fc.property(fc.array(wellFormed, { maxLength: 40 }), (texts) => {
        const packer = new TextPacker();
        const packed = texts.map((text) => packer.pack(text));
        expect(packed.map((each) => packer.unpack(each))).toEqual(texts);
      }),
    );
  });

  test("are the same again where they are longer than what is kept, and than the room that is there", () => {
    const packer = new TextPacker();
    const long = [70_000, 300_000, 3_000_000].map((length) => noise(length));
    const texts = [...long, ...long.map((text) => `${text.slice(1_000)}${text}`), "short"];
    const packed = texts.map((text) => packer.pack(text));
    expect(packed.map((each, place) => packer.unpack(each) === texts[place])).toEqual(texts.map(() => true));
  });

  test("have a character for each byte, and never take much more than before", () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        const packed = new TextPacker().pack(text);
        expect(packed).toMatch(/^[\0-\xff]*$/);
        expect(packed.length).toBeLessThanOrEqual(Buffer.byteLength(text) + 10);
      }),
    );
  });

  test("shrink to a tenth where they are the Shoots of a landscape", () => {
    const { objects } = createDemoLandscape({ now: new Date("2026-08-10T09:30:00Z"), seed: 1, shoots: 930 });
    const texts = objects.flatMap((object) => (isShoot(object) ? [JSON.stringify(keptOfShoot(readOf(object)))] : []));
    const packer = new TextPacker();
    const packed = texts.map((text) => packer.pack(text));
    expect(lengthOf(packed)).toBeLessThan(lengthOf(texts) / 10);
    expect(packed.map((each) => packer.unpack(each))).toEqual(texts);
  });

  test("are told in a few bytes where they repeat themselves", () => {
    expect(new TextPacker().pack("a".repeat(1_000_000)).length).toBeLessThan(20);
  });

  test("of which no two are alike do not fill the memory with what is kept of them", () => {
    const packer = new TextPacker();
    for (let round = 0; round < 1_000; round += 1) packer.pack(noise(20_000 + round));
    expect(packer.kept).toBeLessThanOrEqual(128 * 1024);
  });

  test("leave room for what comes after them, be they long and like no other", () => {
    const packer = new TextPacker();
    for (let round = 0; round < 8; round += 1) packer.pack(noise(30_000 + round));
    const text = noise(4_000);
    expect(packer.pack(text).length).toBeGreaterThan(3_000);
    expect(packer.pack(text).length).toBeLessThan(20);
  });

  test("are kept once: a text that is known well adds nothing", () => {
    const packer = new TextPacker();
    const text = noise(4_000);
    packer.pack(text);
    const { kept } = packer;
    packer.pack(text);
    expect(packer.kept).toBe(kept);
  });

  test("lie in the heap, however long they are, and leave no buffers behind", () => {
    const packer = new TextPacker();
    const texts = Array.from({ length: 8 }, (_, place) => noise(1_500_000 + place));
    const before = collected();
    const packed = texts.map((text) => packer.pack(text));
    expect(packed.map((each, place) => packer.unpack(each) === texts[place])).toEqual(texts.map(() => true));
    const after = collected();
    // What lies outside is buffers, and the strings that Node makes of more than a megabyte of them.
    expect(after.external - before.external).toBeLessThan(1_000_000);
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(1_000_000);
  });

  test("take a time that grows with their length alone", () => {
    const packer = new TextPacker();
    const length = 1_000_000;
    const hard = [
      "a".repeat(length),
      "ab".repeat(length / 2),
      noise(length),
      `${"a".repeat(999)}b`.repeat(length / 1_000),
    ];
    const spentMs = hard.map((text) => {
      const before = process.cpuUsage();
      packer.unpack(packer.pack(text));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    // A look back over all of it at each place would take minutes.
    expect(Math.max(...spentMs)).toBeLessThan(2_000);
  });
});

const isShoot = (object: KubeObject): object is Shoot => object.kind === "Shoot";

/** The second collection ends what the first one leaves to be swept. */
function collected(): NodeJS.MemoryUsage {
  collectHeap();
  collectHeap();
  return process.memoryUsage();
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** Letters that nothing foretells, the same each time. */
function noise(length: number): string {
  let state = length;
  let text = "";
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += String.fromCharCode(33 + ((state >>> 16) % 90));
  }
  return text;
}
