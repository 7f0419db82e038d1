import "server-only";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { serviceAccounts } from "#lib/kube/resource.ts";
import type { GardenClockSource } from "../clock/clock.ts";
import { collectionKeyOf, type ObjectStore } from "../store/store.ts";
import type { User } from "./user.ts";

interface TokenWish {
  readonly account: KubeObject;
  readonly audiences: readonly string[];
  readonly expiresAt: Date;
}

export const apiServerAudience = "https://kubernetes.default.svc";

interface Parts {
  readonly store: ObjectStore;
  readonly clock: GardenClockSource;
  /** Secret from which the signing key is derived. Tokens stay valid after a restart if the secret does not change. */
  readonly secret: string;
}

export type ServiceAccountTokens = ReturnType<typeof createServiceAccountTokens>;

/** ServiceAccount tokens: JWTs that this garden signs and verifies, valid while their account exists. */
export function createServiceAccountTokens({ store, clock, secret }: Parts) {
  const key = createHash("sha256").update(`service-account-tokens ${secret}`).digest();
  const sign = (text: string) => createHmac("sha256", key).update(text).digest();
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  const header = encode({ alg: "HS256", typ: "JWT" });

  return {
    issue({ account, audiences, expiresAt }: TokenWish): string {
      const { name, namespace = "", uid = "" } = account.metadata;
      const issuedAt = nowSeconds();
      const claims = encode({
        iss: apiServerAudience,
        sub: userName(namespace, name),
        aud: audiences.length === 0 ? [apiServerAudience] : audiences,
        iat: issuedAt,
        nbf: issuedAt,
        exp: Math.floor(expiresAt.getTime() / 1000),
        "kubernetes.io": { namespace, serviceaccount: { name, uid } },
      });
      const signed = `${header}.${claims}`;
      return `${signed}.${sign(signed).toString("base64url")}`;
    },
    /** The ServiceAccount of a token; undefined for a forged or expired token, or a deleted ServiceAccount. */
    read(token: string): User | undefined {
      const [head, claims, signature, ...rest] = token.split(".");
      if (head !== header || claims === undefined || signature === undefined || rest.length > 0) return undefined;
      const given = Buffer.from(signature, "base64url");
      const expected = sign(`${head}.${claims}`);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const payload: unknown = JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
      const audiences = fieldAt(payload, "aud");
      if (!Array.isArray(audiences) || !audiences.includes(apiServerAudience)) return undefined;
      if (Number(fieldAt(payload, "exp")) <= nowSeconds()) return undefined;
      return userOf(store, payload);
    },
  };
}

function userOf(store: ObjectStore, payload: unknown): User | undefined {
  const namespace = stringAt(payload, "kubernetes.io", "namespace") ?? "";
  const name = stringAt(payload, "kubernetes.io", "serviceaccount", "name") ?? "";
  const uid = stringAt(payload, "kubernetes.io", "serviceaccount", "uid") ?? "";
  const account = store.collection(collectionKeyOf(serviceAccounts)).get(namespace, name);
  // A ServiceAccount that was deleted and created again has another uid, and old tokens are invalid for it.
  if (account === undefined || (account.metadata.uid ?? "") !== uid) return undefined;
  const groups = ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"];
  return { name: userName(namespace, name), uid, groups };
}

function userName(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
