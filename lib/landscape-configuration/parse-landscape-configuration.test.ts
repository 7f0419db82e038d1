import { describe, expect, test } from "vitest";
import { longestDocument } from "./document-text.ts";
import { completeFrontendConfig } from "./frontend-config.fixture.ts";
import { parseOperatorText, plainOperatorText } from "./operator-text.ts";
import { parseLandscapeConfiguration } from "./parse-landscape-configuration.ts";

/** Problems with their messages. */
function problemsOf(written: string) {
  return parseLandscapeConfiguration(written).problems.map(({ toMessage, ...place }) => ({
    ...place,
    message: toMessage(),
  }));
}

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
    expect(read.isBroken).toBe(true);
    expect(read.problems[0]).toMatchObject({ path: "", line: 3, column: 1 });
    expect(read.problems[0]?.toMessage()).not.toBe("");
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

  test("items that are left out take no other with them, whatever is wrong below them", () => {
    const { configuration } = parseLandscapeConfiguration(
      ["vendorHints:", "- matchNames: [a, {}]", "- matchNames: [x, y]", "  message: M"].join("\n"),
    );
    expect(configuration).toEqual({ vendorHints: [{ matchNames: ["x", "y"], message: "M" }] });
  });

  test("a list of which every item is wrong is left out, and not empty", () => {
    const read = parseLandscapeConfiguration(
      "shootDefaults: { purposes: [7], maxSurge: 1 }\nsla: {}\nexternalTools: [7]\n",
    );
    expect(read.configuration).toEqual({ shootDefaults: { maxSurge: 1 } });
  });

  test("a pattern that cannot be checked in bounded time is named and not used", () => {
    const written = "costObjects:\n- { title: 7 }\n- title: C\n  regex: '^(?=a)a$'\n";
    expect(parseLandscapeConfiguration(written).configuration.costObjects).toEqual([{ title: "C" }]);
    expect(problemsOf(written)).toEqual([
      {
        ...{ path: "costObjects[1].regex", line: 4, column: 3 },
        message: expect.stringContaining("The pattern is not checked"),
      },
      { path: "costObjects[0].title", line: 2, column: 5, message: "This must be a text: write it in quotes." },
    ]);
  });

  test("a problem of an older key is named where it is written", () => {
    const written = [
      "sla: { title: T }",
      "costObject: { title: C, regex: '(?=a)' }",
      "defaultNodesCIDR: 7",
      "ticket: { gitHubRepoUrl: 'https://github.com/o/r', newIssue: { labels: x } }",
      "vendorHints: [{ matchNames: [n], message: M, type: purple }]",
    ].join("\n");
    expect(problemsOf(written).map(({ path, line, column }) => [path, line, column])).toEqual([
      ["costObject.regex", 2, 25],
      ["defaultNodesCIDR", 3, 1],
      ["ticket.newIssue.labels", 4, 64],
      ["vendorHints[0].type", 5, 46],
    ]);
  });

  test.each([
    ["alert: { type: error }", "This field must be set."],
    ["alert: { message: M, type: purple }", "This must be one of error, warning, info, success."],
    ["alert: 7", "This must be a block of fields."],
    ["helpMenuItems: [{ title: T, url: 'javascript:x' }]", "This must be an http or https address."],
    ["helpMenuItems: [{ title: '', url: 'https://a.example' }]", "This must not be empty."],
    ["shootDefaults: { autoscalerMin: -1 }", "This must be 0 or more."],
    ["shootDefaults: { autoscalerMin: 1.5 }", "This must be a whole number, without quotes."],
    ["shootDefaults: { maintenanceWindowSizeMinutes: 900 }", "This must be 360 or less."],
    ["shootDefaults: { maxSurge: many }", "This must be a number of nodes, or a share such as 50%."],
    ["shootDefaults: { maintenanceHours: ['25'] }", "This has a form that Almanac does not know."],
    ["shootDefaults: { workerlessCluster: 'no' }", "This must be true or false, without quotes."],
    [`costObjects: [{ regex: ${"a".repeat(501)} }]`, "This has more than 500 characters."],
    [`externalTools: [${"{}, ".repeat(201)}]`, "This has more than 200 items."],
  ])("what is wrong with %s is said, and nothing of it has effect", (written, said) => {
    expect(problemsOf(written).map(({ message }) => message)).toContain(said);
    expect(parseLandscapeConfiguration(written).configuration).toEqual(
      written.includes("M, type") ? { alert: { message: "M" } } : {},
    );
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
    for (const written of ["", "# nothing yet\n\n---\n", "# nothing yet\r\n--- # here\r\n", "---\n...\n"]) {
      expect(parseLandscapeConfiguration(written)).toMatchObject({ isBroken: false, configuration: {}, problems: [] });
    }
    expect(parseLandscapeConfiguration("--- {alert: {message: M}}").configuration).toEqual({ alert: { message: "M" } });
    expect(problemsOf("- sla\n")).toEqual([
      { path: "", line: 1, column: 1, message: "This is no list of keys with values." },
    ]);
  });

  test.each([
    ["it is larger than 512 KiB", `sla: { title: ${"T".repeat(longestDocument)} }`, [1, 1, "larger than 512 KiB"]],
    ["it contains itself", "sla: { title: T }\nalert: &a { message: m, again: *a }", [2, 32, "has an alias"]],
    ["it has more keys than are plausible", keys(20_000), [5715, 1, "more than 40,000 parts"]],
    ["it is all brackets", "[".repeat(100_000), [1, 40_000, "more than 40,000 parts"]],
  ])("a document is not read if %s", (_, written, [line, column, said]) => {
    expect(parseLandscapeConfiguration(written)).toMatchObject({ configuration: {}, isBroken: true });
    expect(problemsOf(written)).toEqual([{ path: "", line, column, message: expect.stringContaining(String(said)) }]);
  });

  test("a star that begins a text is no alias", () => {
    expect(parseLandscapeConfiguration("sla:\n  title: |\n    *a\n").configuration).toEqual({ sla: { title: "*a\n" } });
    expect(parseLandscapeConfiguration("sla: { title: '*a' }").configuration).toEqual({ sla: { title: "*a" } });
  });

  test("a document that is as deep as can be is read or refused, and never throws", () => {
    for (const depth of [100, 1_000, 10_000]) {
      const written = `alert: { message: ${"[".repeat(depth)}${"]".repeat(depth)} }\nsla: { title: T }`;
      expect(["{}", '{"sla":{"title":"T"}}']).toContain(
        JSON.stringify(parseLandscapeConfiguration(written).configuration),
      );
    }
  });
});

function keys(count: number): string {
  return Array.from({ length: count }, (_, index) => `k${index}: ${index}`).join("\n");
}

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

  test("a bare address ends before the mark of its sentence", () => {
    expect(parseOperatorText("See https://a.example/t?x=1.2, or https://b.example.")).toEqual([
      [
        { words: "See " },
        { words: "https://a.example/t?x=1.2", href: "https://a.example/t?x=1.2" },
        { words: ", or " },
        { words: "https://b.example", href: "https://b.example" },
        { words: "." },
      ],
    ]);
  });

  test("tags that nothing closes are searched once, however many there are", () => {
    for (const open of ['<a href="x" ', "<a ", "<p ", "<x"]) {
      const paragraphs = Array.from({ length: 50 }, () => open.repeat(10_000 / open.length));
      expect(parseOperatorText(paragraphs.join("\n\n"))).toHaveLength(50);
    }
  });

  test("the plain form has the words in one line", () => {
    expect(plainOperatorText("<p>Free</p>\n<p>for [you](https://a.example)</p>")).toBe("Free for you");
  });
});
