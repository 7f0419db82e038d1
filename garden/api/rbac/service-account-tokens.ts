import "server-only";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { fieldAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { serviceAccounts } from "#lib/kube/resource.ts";
import type { GardenClockSource } from "../clock/clock.ts";
import { type ObjectStore, resourceKey } from "../store/store.ts";
import type { User } from "./user.ts";

interface TokenWish {
  readonly account: KubeObject;
  readonly audiences: readonly string[];
  readonly expiresAt: Date;
}

export const apiAudience = "https://kubernetes.default.svc";

interface Parts {
  readonly store: ObjectStore;
  readonly clock: GardenClockSource;
  /** A secret of this garden. Tokens stay valid after a restart if it stays the same. */
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
        iss: apiAudience,
        sub: userName(namespace, name),
        aud: audiences.length === 0 ? [apiAudience] : audiences,
        iat: issuedAt,
        nbf: issuedAt,
        exp: Math.floor(expiresAt.getTime() / 1000),
        "kubernetes.io": { namespace, serviceaccount: { name, uid } },
      });
      const signed = `${header}.${claims}`;
      return `${signed}.${sign(signed).toString("base64url")}`;
    },
    /** The owner of a token; undefined for a forged or expired token, and if its account no longer exists. */
    read(token: string): User | undefined {
      const [head, claims, signature, ...rest] = token.split(".");
      if (head !== header || claims === undefined || signature === undefined || rest.length > 0) return undefined;
      const given = Buffer.from(signature, "base64url");
      const expected = sign(`${head}.${claims}`);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const payload: unknown = JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
      const audiences = fieldAt(payload, "aud");
      if (!Array.isArray(audiences) || !audiences.includes(apiAudience)) return undefined;
      if (Number(fieldAt(payload, "exp")) <= nowSeconds()) return undefined;
      return userOf(store, payload);
    },
  };
}

function userOf(store: ObjectStore, payload: unknown): User | undefined {
  const namespace = textAt(payload, "kubernetes.io", "namespace") ?? "";
  const name = textAt(payload, "kubernetes.io", "serviceaccount", "name") ?? "";
  const uid = textAt(payload, "kubernetes.io", "serviceaccount", "uid") ?? "";
  const account = store.collection(resourceKey(serviceAccounts)).get(namespace, name);
  // A recreated account of the same name is a different one.
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
