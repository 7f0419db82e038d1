import { expect } from "@playwright/test";
import type { Point } from "./tour-browser.ts";

/**
 * Session of the W3C WebDriver protocol, which is JSON over HTTP. No client package is used: selenium-webdriver depends on
 * packages under licences that are not allowed here, webdriver on packages that download drivers.
 */
export interface WebDriverSession {
  /** Sends a command with parameters. */
  command(name: string, parameters: object): Promise<unknown>;
  run<Given, Answer>(run: (given: Given) => Answer, given: Given): Promise<Awaited<Answer>>;
  clickAt(point: Point): Promise<void>;
  picture(): Promise<Buffer>;
  end(): Promise<void>;
}

/** @param origin address of the driver, which need not be ready yet */
export async function openWebDriverSession(origin: string, wanted: object): Promise<WebDriverSession> {
  await expect(async () => void (await ask("GET", `${origin}/status`))).toPass();
  const { sessionId } = await ask("POST", `${origin}/session`, { capabilities: { alwaysMatch: wanted } });
  const session = `${origin}/session/${sessionId}`;
  const command: WebDriverSession["command"] = (name, parameters) => ask("POST", `${session}/${name}`, parameters);
  return {
    command,
    run: (run, given) =>
      ask("POST", `${session}/execute/sync`, { script: `return (${run})(arguments[0])`, args: [given] }),
    async clickAt({ x, y }) {
      const actions = [
        { type: "pointerMove", duration: 0, origin: "viewport", x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await command("actions", { actions: [{ type: "pointer", id: "mouse", actions }] });
    },
    picture: async () => Buffer.from(await ask("GET", `${session}/screenshot`), "base64"),
    end: async () => void (await ask("DELETE", session)),
  };
}

async function ask(method: string, address: string, body?: object) {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${address}: ${value.error}, ${value.message}`);
  return value;
}
