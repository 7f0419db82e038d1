import { createServer, type Server } from "node:http";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOidcTokens } from "./oidc-tokens.ts";

let server: Server;
let issuerUrl = "";
let pair: Awaited<ReturnType<typeof generateKeyPair>>;

beforeAll(async () => {
  pair = await generateKeyPair("ES256");
  server = createServer(async (request, response) => {
    const metadata = { issuer: issuerUrl, jwks_uri: `${issuerUrl}/keys` };
    const keys = { keys: [{ ...(await exportJWK(pair.publicKey)), alg: "ES256", use: "sig" }] };
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify(request.url === "/keys" ? keys : metadata));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  issuerUrl = typeof address === "object" ? `http://127.0.0.1:${address?.port}` : "";
});
afterAll(() => void server.close());

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const good = () => ({ iss: issuerUrl, aud: "almanac", sub: "u-1", exp: inAnHour(), email: "ada@x.example" });
const sign = (claims: object, key = pair.privateKey) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: "ES256" }).sign(key);

test("the name and the groups are the claims that were chosen, with their prefixes", async () => {
  const token = await sign({ ...good(), groups: ["a", "b"] });
  const named = (options: object) => createOidcTokens({ issuerUrl, clientId: "almanac", ...options })(token);
  expect(await named({})).toEqual({ name: `${issuerUrl}#u-1`, groups: ["system:authenticated"] });
  expect(await named({ usernamePrefix: "-" })).toMatchObject({ name: "u-1" });
  expect(await named({ usernameClaim: "email", groupsClaim: "groups", groupsPrefix: "oidc:" })).toEqual({
    name: "ada@x.example",
    groups: ["oidc:a", "oidc:b", "system:authenticated"],
  });
  expect(await named({ usernameClaim: "nickname" })).toBeUndefined();
});

test.each<[string, () => Promise<string> | string]>([
  ["for another client", () => sign({ ...good(), aud: "other" })],
  ["past its end", () => sign({ ...good(), exp: 1_000 })],
  ["without an end", () => sign({ ...good(), exp: undefined })],
  ["of another issuer", () => sign({ ...good(), iss: "https://evil.example" })],
  ["signed by another key", async () => sign(good(), (await generateKeyPair("ES256")).privateKey)],
  ["without a signature", () => new UnsecuredJWT(good()).encode()],
  ["of an address that is not verified", () => sign({ ...good(), email_verified: false })],
  ["that is none", () => "opaque"],
])("a token %s is nobody's", async (_name, token) => {
  const read = createOidcTokens({ issuerUrl, clientId: "almanac", usernameClaim: "email" });
  expect(await read(await token())).toBeUndefined();
});

test("a new key of the issuer is looked up, and an issuer that is away makes nobody", async () => {
  const read = createOidcTokens({ issuerUrl, clientId: "almanac" });
  expect(await read(await sign(good()))).toBeDefined();
  const away = createOidcTokens({ issuerUrl: "http://127.0.0.1:9", clientId: "almanac" });
  expect(await away(await sign({ ...good(), iss: "http://127.0.0.1:9" }))).toBeUndefined();
});
