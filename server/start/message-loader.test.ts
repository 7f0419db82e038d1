import { expect, test } from "vitest";
import { filesWithMessages } from "./message-files.js";
import compileMessages from "./message-loader.js";

const compiled = (source: string) => compileMessages.call({ resourcePath: "said.tsx" }, source);

test("ICU messages are compiled where they stand, and nothing else is touched", () => {
  const source = `const look = "{a}";
text("Plain, with the cluster's name");
text("{name} of {count, plural, one {# pool} other {# pools}}", { name, count });
richText(
  'Say "<b>no</b>"', { b });
message("Of {name}");
other.message(x);
other.text("{a}");`;
  expect(compiled(source)).toBe(`const look = "{a}";
text("Plain, with the cluster's name");
text([["name"]," of ",["count",2,{"one":[0," pool"],"other":[0," pools"]}]], { name, count });
richText(
  ["Say \\"",["b","no"],"\\""], { b });
message(["Of ",["name"]]);
other.message(x);
other.text("{a}");`);
});

test("messages within messages and with types are found; what only looks like one is left", () => {
  expect(compiled('text("Of {a}", { a: text("{b}", { b }) });')).toBe(
    'text(["Of ",["a"]], { a: text([["b"]], { b }) });',
  );
  expect(compiled('text<Name>("{a}", { a });')).toBe('text<Name>([["a"]], { a });');
  const others = '// text("{a}")\nconst said = \'text("{a}")\';';
  expect(compiled(others)).toBe(others);
});

test("what is no ICU message ends the build", () => {
  expect(() => compiled('text("Of {name")')).toThrow();
});

test.each([
  ["#lib/language/text.ts", true],
  ["../../language/text.ts", true],
  ["#components/ui/rich-text.ts", true],
  ["./rich-text.ts", true],
  ["#components/ui/long-text.tsx", false],
  ["#lib/language/language-bundle.ts", false],
])("of a file that imports %s messages are compiled: %j", (from, isCompiled) => {
  expect(filesWithMessages.test(`import { it } from "${from}";`)).toBe(isCompiled);
});
