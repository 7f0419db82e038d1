import { describe, expect, test } from "vitest";
import { externalToolsOf, newTicketUrl } from "./cluster-links.ts";
import { describeLackingSeeds } from "./region-seeds.ts";
import { isOptionShown, isOptionTicked, noRestrictionText, optionValueOf } from "./restriction-options.ts";
import { offeredVendors, vendorName } from "./vendor-texts.ts";

const key = "example.com/option";
const restrictionWith = (value?: string) => ({ name: "r", ...(value !== undefined && { options: { [key]: value } }) });
const plain = { key };
const inverted = { key, input: { inverted: true } };

describe("options of access restrictions", () => {
  test.each([
    [plain, "true", true],
    [plain, "false", false],
    [plain, undefined, false],
    [inverted, "true", false],
    [inverted, "false", true],
    [inverted, undefined, false],
  ])("%j with the value %s is ticked: %s", (option, value, isTicked) => {
    expect(isOptionTicked(restrictionWith(value), option)).toBe(isTicked);
  });

  test("what is written for a tick is read back as that tick", () => {
    for (const option of [plain, inverted]) {
      for (const isTicked of [true, false]) {
        expect(isOptionTicked(restrictionWith(optionValueOf(option, isTicked)), option)).toBe(isTicked);
      }
    }
  });

  test("an option is shown while it has the value that the operator names, else when it is set", () => {
    const visible = { key, display: { visibleIf: true } };
    expect(isOptionShown(restrictionWith("true"), visible)).toBe(true);
    expect(isOptionShown(restrictionWith("false"), visible)).toBe(false);
    expect(isOptionShown(restrictionWith(), { ...inverted, ...visible })).toBe(true);
    expect(isOptionShown(restrictionWith("false"), plain)).toBe(true);
    expect(isOptionShown(restrictionWith(), plain)).toBe(false);
  });

  test("the text for a region without restrictions names the place in both forms of placeholders", () => {
    const accessRestriction = {
      noItemsText: "None in $\u007bregion} of {cloudProfile} ($\u007bcloudProfileKind}) $\u007bother}",
    };
    const place = { region: "eu-1", cloudProfileName: "aws", cloudProfileKind: "CloudProfile" };
    expect(noRestrictionText({ accessRestriction }, place)).toBe("None in eu-1 of aws (CloudProfile) $\u007bother}");
  });
});

describe("links of the operator for a cluster", () => {
  const cluster = { project: "p", namespace: "garden-p", name: "a/b&c" };

  test("name and namespace are encoded, so that they cannot lead elsewhere", () => {
    const externalTools = [{ title: "Logs", url: "https://logs.example.com/{namespace}?q={name}" }];
    expect(externalToolsOf({ externalTools }, cluster)).toEqual([
      { title: "Logs", url: "https://logs.example.com/garden-p?q=a%2Fb%26c" },
    ]);
  });

  test("there is a ticket only where the operator has a repository", () => {
    expect(newTicketUrl({}, cluster)).toBeUndefined();
    const ticket = {
      gitHubRepoUrl: "https://github.com/o/r/",
      newTicketLabels: ["a", "b c"],
      issueDescription: "$\u007bx}",
    };
    expect(newTicketUrl({ ticket }, cluster)).toBe(
      "https://github.com/o/r/issues/new?title=%5Bp%2Fa%2Fb%26c%5D+&labels=a%2Cb+c&body=%24%7Bx%7D",
    );
  });
});

describe("a region without a Seed", () => {
  const regionWith = (name: string, seeds?: number) => ({
    ...{ name, zones: [], accessRestrictions: [] },
    ...(seeds !== undefined && { seeds }),
  });
  const near = { seedCandidateDeterminationStrategy: "MinimalDistance" } as const;

  test.each([
    ["another region has one", near, [regionWith("a", 0), regionWith("b", 1)], true],
    ["no region has one", near, [regionWith("a", 0), regionWith("b", 0)], false],
    ["that of another is not known", near, [regionWith("a", 0), regionWith("b")], false],
    ["the operator has no such strategy", {}, [regionWith("a", 0), regionWith("b", 1)], false],
  ])("is said to be served from elsewhere or not if %s", (_, landscape, regions, isServed) => {
    const said = describeLackingSeeds(landscape, regions, "a");
    expect(said).toContain("No Seed in this region");
    expect(said?.includes("can run in another region")).toBe(isServed);
  });

  test("is not spoken of where there is one, or where Seeds cannot be read", () => {
    expect(describeLackingSeeds(near, [regionWith("a", 2)], "a")).toBeUndefined();
    expect(describeLackingSeeds(near, [regionWith("a")], "a")).toBeUndefined();
  });
});

describe("vendors", () => {
  const landscape = {
    branding: {
      infraVendors: [{ name: "b", displayName: "Bee", weight: 1 }, { name: "c", hidden: true }, { name: "d" }],
    },
  };

  test("are offered without the hidden ones, by weight, in their own order without one", () => {
    const offered = offeredVendors(landscape, "infraVendors", { items: ["a", "b", "c", "d"], nameOf: (each) => each });
    expect(offered).toEqual(["b", "a", "d"]);
  });

  test("have the operator's name, or their own, by kind", () => {
    expect(vendorName(landscape, "infraVendors", "b")).toBe("Bee");
    expect(vendorName(landscape, "infraVendors", "a")).toBe("a");
    expect(vendorName(landscape, "dnsVendors", "b")).toBe("b");
  });
});
