import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { dayMs } from "#lib/kube/time-units.ts";

/** A certificate and its key, as PEM. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/** A test certificate authority. Node.js can sign but not create certificates, so this file encodes them as DER. */
export interface TestAuthority {
  readonly ca: string;
  /**
   * Issues a certificate for 127.0.0.1 and the given host name, for servers and clients. @param endsInMs below 0 for an
   * expired one
   */
  issue(commonName: string, endsInMs?: number): CertificatePair;
}

const oids = { ecdsaWithSha256: "2a8648ce3d040302", commonName: "550403", altName: "551d11", constraints: "551d13" };
const loopback = Buffer.from([127, 0, 0, 1]);

function tlv(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]) => tlv(0x30, ...parts);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, "hex"));
const bits = (content: Buffer) => tlv(0x03, Buffer.from([0]), content);
const name = (text: string) => sequence(tlv(0x31, sequence(oid(oids.commonName), tlv(0x0c, Buffer.from(text)))));
const time = (at: Date) => tlv(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-T:]/g, "")}Z`));
const extension = (id: string, value: Buffer) => sequence(oid(id), tlv(0x01, Buffer.from([0xff])), tlv(0x04, value));
const isAuthority = extension(oids.constraints, sequence(tlv(0x01, Buffer.from([0xff]))));
const isLoopbackOr = (host: string) =>
  extension(oids.altName, sequence(tlv(0x87, loopback), tlv(0x82, Buffer.from(host, "ascii"))));

interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signingKey: KeyObject;
  readonly extension: Buffer;
  readonly endsInMs: number;
}

function certificate({ subject, issuer, publicKey, signingKey, extension: only, endsInMs }: Certificate): string {
  const now = Date.now();
  const algorithm = sequence(oid(oids.ecdsaWithSha256));
  const unsigned = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1]), randomBytes(8)),
    algorithm,
    name(issuer),
    sequence(time(new Date(now - 60_000)), time(new Date(now + endsInMs))),
    name(subject),
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(only)),
  );
  const der = sequence(unsigned, algorithm, bits(sign("sha256", unsigned, signingKey)));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

export function createTestAuthority(): TestAuthority {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = `test authority ${randomBytes(4).toString("hex")}`;
  const signed = { issuer, signingKey: keys.privateKey };
  return {
    ca: certificate({ ...signed, subject: issuer, publicKey: keys.publicKey, extension: isAuthority, endsInMs: dayMs }),
    issue(commonName, endsInMs = dayMs) {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const extension = isLoopbackOr(commonName);
      const cert = certificate({ ...signed, subject: commonName, publicKey, extension, endsInMs });
      return { cert, key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
    },
  };
}
