import { expect, type Page } from "@playwright/test";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Headers that Almanac's own pages send with every write request. */
export const ownPageHeaders = { "x-almanac": "1", "sec-fetch-site": "same-origin" };

/** Performs an action on a cluster without a page, as another user: requests the preview, then confirms the action. */
export async function requestClusterAction(page: Pick<Page, "request">, cluster: string, act: object): Promise<void> {
  const path = `/api/clusters/${cluster}`;
  const preview = await page.request.post(`${path}/preview`, { data: { act }, headers: ownPageHeaders });
  const { uid, resourceVersion, hash } = await preview.json();
  const data = { act, uid, resourceVersion, previewHash: hash };
  const answer = await page.request.post(`${path}/operations`, { data, headers: ownPageHeaders });
  expect(answer.status(), await answer.text()).toBe(202);
}

/** Changes the expiration date of a Kubernetes version in CloudProfile gcp, as an operator would. */
export async function setVersionExpiration(
  page: Page,
  version: string,
  expirationDate: string,
  origin = "",
): Promise<void> {
  const address = `${origin}/api/profiles/gcp`;
  const body: unknown = await (await page.request.get(address)).json();
  const [uid, resourceVersion] = ["uid", "resourceVersion"].map((key) => fieldAt(body, "profile", "metadata", key));
  const versions = listAt(body, "profile", "spec", "kubernetes", "versions").map((entry) =>
    isRecord(entry) && entry.version === version ? { ...entry, expirationDate } : entry,
  );
  const data = { uid, resourceVersion, spec: { kubernetes: { versions } } };
  const answer = await page.request.post(address, { data, headers: ownPageHeaders });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Signs in to an Almanac server with a bearer token. */
export async function signInWithToken(page: Page, origin: string, token: string): Promise<void> {
  const answer = await page.request.post(`${origin}/api/session`, {
    data: { method: "token", token },
    headers: ownPageHeaders,
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
}
