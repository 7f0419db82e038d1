import { tmpdir } from "node:os";
import path from "node:path";

export const port = Number(process.env.E2E_PORT ?? "3210");

/** Where the server of the journeys writes its log, in full detail. */
export const serverLog = path.join(tmpdir(), `almanac-e2e-${port}.log`);
