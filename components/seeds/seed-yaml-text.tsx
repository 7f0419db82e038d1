import { CopyButton } from "#components/ui/copy-button.tsx";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { text } from "#lib/language/text.ts";
import { formatYaml } from "#lib/manifest/format-yaml.ts";

/** The YAML of a Seed with a button that copies it. */
export function SeedYamlText({ object }: { readonly object: Readonly<Record<string, unknown>> }) {
  const yaml = formatYaml(object);
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      <CopyButton size="sm" label={text("Copy YAML")} text={yaml} />
      <ScrollBox label={text("YAML of the Seed")} className="w-full rounded-control border border-hairline bg-surface">
        <pre className="px-3 py-2 font-mono text-sm" translate="no">
          {yaml}
        </pre>
      </ScrollBox>
    </div>
  );
}
