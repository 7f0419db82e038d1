"use client";

import { useState } from "react";
import { Card } from "#components/ui/card.tsx";
import { YamlChanges } from "#components/ui/yaml-editor/yaml-changes.tsx";
import { YamlEditor } from "#components/ui/yaml-editor/yaml-editor.tsx";

const written = "kind: Shoot\nspec:\n  kubernetes:\n    version: 1.34.2\n";

/** Texts that are longer than a field. */
export function TextPieces() {
  const [text, setText] = useState(written);
  return (
    <Card id="texts" title="YAML">
      <div className="flex flex-col gap-4">
        <YamlEditor label="A text that can be written" value={text} onChange={setText} />
        <YamlChanges before={written} after={text} labels={{ before: "Before", after: "After" }} />
      </div>
    </Card>
  );
}
