import { describe, expect, test } from "vitest";
import { completeFrontendConfig } from "./frontend-config.fixture.ts";
import { parseOperatorText, plainOperatorText } from "./operator-text.ts";
import { longestDocument, parseLandscapeConfiguration } from "./parse-landscape-configuration.ts";

describe("frontend-config.yaml", () => {
  test("every key of a whole document is read, and those without effect are named", () => {
    const read = parseLandscapeConfiguration(completeFrontendConfig);
    expect(read.problems).toEqual([]);
    expect(read.unknownKeys).toEqual([]);
    expect(read.unusedKeys).toEqual([
      "branding.teaserTemplate",
      "branding.dnsVendors.icon",
      "externalTools.icon",
      "helpMenuItems.icon",
      "knownConditions.NucleusReady.shortName",
      "knownConditions.NucleusReady.sortOrder",
      "themes",
    ]);
    const { configuration } = read;
    expect(configuration.accessRestriction?.items?.[0]?.options?.[1]).toEqual({
      key: "support.gardener.cloud/eu-access-for-cluster-nodes",
      display: { visibleIf: false, title: "Personal data on nodes" },
      input: { title: "No personal data in volumes", inverted: true },
    });
    expect(configuration.costObjects?.map(({ type }) => type)).toEqual(["CO", "PSP"]);
    expect(configuration.shootDefaults).toMatchObject({
      nodesCIDR: "10.180.0.0/16",
      maxSurge: 2,
      hibernationSchedule: { evaluation: [{ start: "00 17 * * 1,2,3,4,5" }] },
    });
    expect(configuration).not.toHaveProperty("themes");
    expect(configuration.branding).not.toHaveProperty("teaserTemplate");
  });

  test("an unknown key is named with its path, and the others have effect", () => {
    const read = parseLandscapeConfiguration("sla: { title: T, tilte: T }\nshootDefualts: {}\n");
    expect(read.unknownKeys).toEqual(["sla.tilte", "shootDefualts"]);
    expect(read.configuration).toEqual({ sla: { title: "T" } });
  });

  test("a broken document is empty, and is named with line and column", () => {
    const read = parseLandscapeConfiguration("sla:\n  title: T\n alert: [\n");
    expect(read.configuration).toEqual({});
    expect(read.problems[0]).toMatchObject({ path: "", line: 3, column: 1 });
    expect(read.problems[0]?.message).not.toBe("");
  });

  test("a list item of the wrong form is left out alone, and is named where it stands", () => {
    const read = parseLandscapeConfiguration(
      [
        "helpMenuItems:",
        "- { title: Script, url: 'javascript:alert(1)' }",
        "- { title: Help, url: 'https://help.example.com' }",
        "- { url: 7 }",
        "- { title: More, url: 'https://more.example.com' }",
        "alert: { message: M, type: purple }",
      ].join("\n"),
    );
    expect(read.configuration).toEqual({
      alert: { message: "M" },
      helpMenuItems: [
        { title: "Help", url: "https://help.example.com" },
        { title: "More", url: "https://more.example.com" },
      ],
    });
    expect(read.problems.map(({ path, line }) => [path, line])).toEqual([
      ["alert.type", 6],
      ["helpMenuItems[0].url", 2],
      ["helpMenuItems[2].title", 4],
      ["helpMenuItems[2].url", 4],
    ]);
  });

  test("a pattern that cannot be checked in bounded time is named and not used", () => {
    const read = parseLandscapeConfiguration("costObjects:\n- title: C\n  regex: '^(?=a)a$'\n");
    expect(read.configuration.costObjects).toEqual([{ title: "C" }]);
    expect(read.problems).toEqual([
      {
        path: "costObjects[0].regex",
        line: 3,
        column: 3,
        message: expect.stringContaining("The pattern is not checked"),
      },
    ]);
  });

  test("keys of older dashboards have effect under their current names, which win", () => {
    const read = parseLandscapeConfiguration(
      [
        "costObject: { title: Old, regex: '^a$' }",
        "defaultNodesCIDR: 10.1.0.0/16",
        "defaultHibernationSchedule: { evaluation: [{ start: 0 19 * * 1 }] }",
        "shootDefaults: { nodesCIDR: 10.2.0.0/16, loadbalancerProvider: octavia }",
        "ticket: { gitHubRepoUrl: 'https://github.com/o/r', newIssue: { labels: [l], body: B } }",
        "vendorHints: [{ matchNames: [n], message: M, type: info }]",
      ].join("\n"),
    );
    expect(read.problems).toEqual([]);
    expect(read.configuration).toEqual({
      costObjects: [{ title: "Old", regex: "^a$" }],
      shootDefaults: {
        nodesCIDR: "10.2.0.0/16",
        hibernationSchedule: { evaluation: [{ start: "0 19 * * 1" }] },
        loadBalancerProvider: "octavia",
      },
      ticket: { gitHubRepoUrl: "https://github.com/o/r", newTicketLabels: ["l"], issueDescription: "B" },
      vendorHints: [{ matchNames: ["n"], message: "M", severity: "info" }],
    });
  });

  test("a document of comments is empty and not broken, and a list is broken", () => {
    expect(parseLandscapeConfiguration("# nothing yet\n\n---\n").problems).toEqual([]);
    expect(parseLandscapeConfiguration("- sla\n").problems).toEqual([
      { path: "", line: 1, column: 1, message: "This is no list of keys with values." },
    ]);
  });

  test("a document of more than 512 KiB and a YAML bomb are not read", () => {
    const large = parseLandscapeConfiguration(`sla: { title: ${"T".repeat(longestDocument)} }`);
    expect(large.configuration).toEqual({});
    expect(large.problems).toHaveLength(1);
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
    for (let at = 1; at < 12; at += 1) lines.push(`a${at}: &a${at} [${`*a${at - 1}, `.repeat(9)}]`);
    const bomb = parseLandscapeConfiguration(lines.join("\n"));
    expect(bomb.configuration).toEqual({});
    expect(bomb.problems).toHaveLength(1);
  });
});

describe("texts of the operator", () => {
  test("links in Markdown and HTML stay links, and all other markup is dropped", () => {
    expect(
      parseOperatorText(
        'See **the** [terms](https://a.example/t).\n\n<p onclick="x()">Or <a target="_blank" href="https://b.example/?x=1&amp;y">ask &lt;us&gt;</a></p>',
      ),
    ).toEqual([
      [{ words: "See the " }, { words: "terms", href: "https://a.example/t" }, { words: "." }],
      [{ words: "Or " }, { words: "ask <us>", href: "https://b.example/?x=1&y" }],
    ]);
  });

  test("an address that is not http or https is no link", () => {
    expect(parseOperatorText("[click](javascript:alert) <a href='data:text/html,x'>me</a>")).toEqual([
      [{ words: "click" }, { words: " " }, { words: "me" }],
    ]);
  });

  test("the plain form has the words in one line", () => {
    expect(plainOperatorText("<p>Free</p>\n<p>for [you](https://a.example)</p>")).toBe("Free for you");
  });
});
