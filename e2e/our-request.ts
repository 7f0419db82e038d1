import { expect, type Page } from "@playwright/test";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** What a page of ours sends with whatever changes something. */
export const ours = { "x-almanac": "1", "sec-fetch-site": "same-origin" };

/** Sends an act as another person would, without any screen: its preview, and then the request, which the garden takes. */
export async function actAs(page: Page, cluster: string, act: object): Promise<void> {
  const path = `/api/clusters/${cluster}`;
  const preview = await page.request.post(`${path}/preview`, { data: { act }, headers: ours });
  const { uid, resourceVersion, hash } = await preview.json();
  const data = { act, uid, resourceVersion, previewHash: hash };
  const answer = await page.request.post(`${path}/operations`, { data, headers: ours });
  expect(answer.status(), await answer.text()).toBe(202);
}

/** Moves the end of a Kubernetes version of the profile gcp, as an operator does. */
export async function moveEnd(page: Page, version: string, expirationDate: string, origin = ""): Promise<void> {
  const address = `${origin}/api/profiles/gcp`;
  const body: unknown = await (await page.request.get(address)).json();
  const [uid, resourceVersion] = ["uid", "resourceVersion"].map((key) => fieldAt(body, "profile", "metadata", key));
  const versions = listAt(body, "profile", "spec", "kubernetes", "versions").map((entry) =>
    isRecord(entry) && entry.version === version ? { ...entry, expirationDate } : entry,
  );
  const data = { uid, resourceVersion, spec: { kubernetes: { versions } } };
  const answer = await page.request.post(address, { data, headers: ours });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Signs in to any Almanac with a bearer token. */
export async function signInWith(page: Page, origin: string, token: string): Promise<void> {
  const answer = await page.request.post(`${origin}/api/session`, { data: { method: "token", token }, headers: ours });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
}
