import { useState } from "react";
import { Card } from "#components/ui/card.tsx";
import { ComparedTable } from "#components/ui/compared-table.tsx";
import { TextList } from "#components/ui/text-list.tsx";
import { YamlDiff } from "#components/ui/yaml-editor/yaml-diff.tsx";
import { YamlEditor } from "#components/ui/yaml-editor/yaml-editor.tsx";

const written = "kind: Shoot\nspec:\n  kubernetes:\n    version: 1.34.2\n";

const columns = [
  { key: "a", name: "a", head: "ledger" },
  { key: "b", name: "b", head: "checkout" },
];
const lines = [
  {
    key: "k",
    label: "Kubernetes",
    differs: true,
    cells: [
      { content: "1.34.5", differs: false },
      { content: "1.35.6", differs: true },
    ],
  },
  {
    key: "p",
    label: "Provider",
    differs: false,
    cells: [
      { content: "gcp", differs: false },
      { content: "gcp", differs: false },
    ],
  },
];

/** Catalogue section with long texts: diffs and editors. */
export function LongTextExamples() {
  const [text, setText] = useState(written);
  return (
    <>
      <Card id="compared" title="Side by side">
        <div className="flex flex-col gap-6">
          <ComparedTable
            caption="Two clusters"
            subject="Field"
            columns={columns}
            groups={[{ key: "all", title: "Versions", lines }]}
          />
          <ComparedTable
            caption="Before and after"
            subject="Field"
            stacked
            columns={columns}
            groups={[{ key: "all", lines }]}
          />
        </div>
      </Card>
      <Card id="sentences" title="Sentences">
        <TextList
          className="list-disc pl-5"
          items={["Two pools are rolled.", "The API server is not available for some minutes."]}
        />
      </Card>
      <Card id="texts" title="YAML">
        <div className="flex flex-col gap-4">
          <YamlEditor label="A text that can be written" value={text} onChange={setText} />
          <YamlDiff before={written} after={text} labels={{ before: "Before", after: "After" }} />
        </div>
      </Card>
    </>
  );
}
