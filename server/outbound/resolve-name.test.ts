import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, test } from "vitest";
import { createNameResolver, systemLookup } from "./resolve-name.ts";

/** A DNS server on this machine that records queries. */
async function nameServer(answer?: (question: Buffer) => Buffer | undefined) {
  const socket = createSocket("udp4");
  let asked = 0;
  socket.on("message", (question, { address, port }) => {
    asked += 1;
    const bytes = answer?.(question);
    if (bytes !== undefined) socket.send(bytes, port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    server: `127.0.0.1:${socket.address().port}`,
    get asked() {
      return asked;
    },
    close: () => socket.close(),
  };
}

test("N11: however many names wait for a server that says nothing, the system's own look-ups wait for none of them", async () => {
  const silent = await nameServer();
  const resolve = createNameResolver([silent.server]);
  let ended = 0;
  const waiting = Array.from({ length: 100 }, (_, at) =>
    resolve(`hook-${at}.example`).catch(() => {
      ended += 1;
    }),
  );
  await systemLookup("localhost");
  expect(ended).toBe(0);
  await Promise.all(waiting);
  expect(ended).toBe(100);
  expect(silent.asked).toBeGreaterThanOrEqual(100);
  silent.close();
});

/** A DNS response with one address to a query for IPv4, and without addresses to other queries. */
function oneAddress(question: Buffer): Buffer {
  // After the header follows the name as labels with length bytes, ended by a zero, then type and class.
  const typeAt = question.indexOf(0, 12) + 1;
  const isFour = question.readUInt16BE(typeAt) === 1;
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(isFour ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
  return Buffer.concat([header, question.subarray(12, typeAt + 4), ...(isFour ? [record] : [])]);
}

test("a name that has addresses of one version only has those", async () => {
  const answering = await nameServer(oneAddress);
  expect(await createNameResolver([answering.server])("hook.example")).toEqual([{ address: "192.0.2.7", family: 4 }]);
  answering.close();
});
