import { chromium, type Page } from "@playwright/test";
import { chromiumArgs, findOrInstallChromium } from "#e2e/find-chromium.ts";

/** The label, with its value, that the cluster gets during the visit. */
export const visitLabel = "visit:seen";

interface Visit {
  readonly host: string;
  /** Local port on which the host is reachable. */
  readonly port: number;
  /** Bearer token for the sign-in. */
  readonly token: string;
  /** Name of a cluster in the garden. */
  readonly cluster: string;
  /** Adds the label `visitLabel` to the cluster while its page is open. */
  readonly change: () => Promise<void>;
}

/**
 * Simulates a user's first visit: signs in with a token, finds the clusters, and sees one of them change. Returns one
 * line per failed step.
 */
export async function findVisitErrors(visit: Visit): Promise<readonly string[]> {
  const executablePath = findOrInstallChromium();
  const found = [`--host-resolver-rules=MAP ${visit.host}:443 127.0.0.1:${visit.port}`];
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, ...found],
  });
  const errors: string[] = [];
  try {
    // The browser does not trust the CA of the Ingress.
    const page = await browser.newPage({ baseURL: `https://${visit.host}`, ignoreHTTPSErrors: true });
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(`on the console: ${message.text()}`);
    });
    page.on("pageerror", (error) => errors.push(`uncaught: ${error.message}`));
    const missing = await missingOf(page, visit);
    return [...errors, ...(missing === undefined ? [] : [`in a browser, not so: ${missing}`])];
  } finally {
    await browser.close();
  }
}

async function missingOf(page: Page, { token, cluster, change }: Visit): Promise<string | undefined> {
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["the page is served", () => page.goto("/clusters")],
    ["a token can be pasted", () => page.getByRole("textbox", { name: "Bearer token" }).fill(token)],
    ["it signs in", () => page.getByRole("button", { name: "Sign in with this token" }).click()],
    ["the data is live", () => page.getByRole("button", { name: "Data: Live" }).waitFor()],
    ["a cluster of the garden is in the list", () => page.getByRole("link", { name: cluster, exact: true }).waitFor()],
    ["the list can be filtered", () => page.goto(`/clusters?label=${encodeURIComponent(visitLabel)}`)],
    ["the data is live again", () => page.getByRole("button", { name: "Data: Live" }).waitFor()],
    [
      "no cluster has the label",
      () => page.getByRole("link", { name: cluster, exact: true }).waitFor({ state: "hidden" }),
    ],
    ["a change of the garden is written", change],
    ["it is on the open page", () => page.getByRole("link", { name: cluster, exact: true }).waitFor()],
  ];
  for (const [step, take] of steps) {
    try {
      await take();
    } catch (error) {
      return `${step} (${error instanceof Error ? error.message.split("\n", 1)[0] : String(error)})`;
    }
  }
  return undefined;
}
