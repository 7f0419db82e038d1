import { describe, expect, test } from "vitest";
import { validateOrigin } from "./origin-gate.ts";

const publicOrigin = "https://almanac.example";

function judge(method: string, headers: Record<string, string>, origin: string | undefined = publicOrigin): string {
  const decision = validateOrigin(new Request("http://localhost:3000/api/x", { method, headers }), origin);
  return decision.allowed ? "allowed" : decision.reason;
}

describe("S07: what changes something must come from our own pages", () => {
  const sites = ["same-origin", "same-site", "cross-site", "none", undefined] as const;
  const origins = [publicOrigin, "https://evil.example", "null", undefined] as const;
  const matrix = sites.flatMap((site) => origins.map((origin) => ({ site, origin })));
  const passes = ({ site, origin }: (typeof matrix)[number]) =>
    (site === "same-origin" && (origin === publicOrigin || origin === undefined)) ||
    (site === undefined && origin === publicOrigin);

  test.each(matrix)("Sec-Fetch-Site $site with Origin $origin", ({ site, origin }) => {
    const headers = {
      "x-almanac": "1",
      ...(site === undefined ? {} : { "sec-fetch-site": site }),
      ...(origin === undefined ? {} : { origin }),
    };
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect(judge(method, headers) === "allowed").toBe(passes({ site, origin }));
    }
  });

  test("never without the header that no form can send", () => {
    expect(judge("POST", { "sec-fetch-site": "same-origin" })).toBe("header-missing");
  });
});

test.each<[string, string]>([
  ["same-origin", "allowed"],
  ["none", "allowed"],
  ["same-site", "cross-site"],
  ["cross-site", "cross-site"],
])("a GET from %s is %s", (site, expected) => {
  expect(judge("GET", { "sec-fetch-site": site })).toBe(expected);
});

describe("on loopback, where the origin is whatever the browser called us", () => {
  const onLoopback = (method: string, headers: Record<string, string>) => {
    const decision = validateOrigin(new Request("http://localhost:3000/", { method, headers }), undefined);
    return decision.allowed ? "allowed" : decision.reason;
  };

  test.each(["127.0.0.1:3000", "localhost:3000", "[::1]:3000"])("%s is us", (host) => {
    expect(onLoopback("POST", { host, origin: `http://${host}`, "x-almanac": "1" })).toBe("allowed");
  });

  test.each(["evil.example:3000", "127.0.0.1.evil.example", "localhost.evil.example:3000", "a b"])(
    "a foreign name that resolves here (%s) is refused, even to read",
    (host) => {
      expect(onLoopback("GET", { host })).toBe("host");
    },
  );

  test("another port on this machine is another site", () => {
    const headers = { host: "127.0.0.1:3000", origin: "http://127.0.0.1:4000", "x-almanac": "1" };
    expect(onLoopback("POST", headers)).toBe("origin");
  });
});
