import { useQuery } from "@tanstack/react-query";
import { landscapeConfigurationQuery } from "#components/data/landscape/landscape-configuration-query.ts";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { LandscapeProblem } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { text } from "#lib/language/text.ts";

/** Card of the operator's settings for all users: where they come from, and what of them has no effect. */
export function OperatorSettingsCard() {
  const { document, configuration } = useQuery(landscapeConfigurationQuery).data ?? {};
  if (document === undefined) return null;
  const { source, unread, problems, unknownKeys, unusedKeys } = document;
  const used = Object.keys(configuration ?? {});
  return (
    <Card id="operator" title={text("Settings of the operator")}>
      <div className="flex flex-col gap-3 text-base">
        <p className="text-pretty text-secondary">
          {text("Texts, links and defaults for everybody, from {source}.", { source })}
        </p>
        {unread !== undefined && (
          <Notice hue="caution" title={text("The document was not read")}>
            {unread}
          </Notice>
        )}
        {problems.length > 0 && <Problems problems={problems} />}
        <KeyList title={text("In effect")} keys={used} />
        <KeyList title={text("Unknown keys")} keys={unknownKeys} />
        <KeyList title={text("Not used by Almanac")} keys={unusedKeys} />
      </div>
    </Card>
  );
}

function Problems({ problems }: { readonly problems: readonly LandscapeProblem[] }) {
  return (
    <Notice hue="caution" title={text("Parts of the document are left out")}>
      <ul className="flex flex-col gap-1">
        {problems.map(({ path, line, column, message }) => (
          <li key={`${path} ${line} ${column} ${message}`} className="wrap-anywhere">
            {text("Line {line}, column {column}: {message}", {
              line,
              column,
              message: path === "" ? message : `${path}: ${message}`,
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function KeyList({ title, keys }: { readonly title: string; readonly keys: readonly string[] }) {
  if (keys.length === 0) return null;
  return (
    <div>
      <h3 className="text-sm font-semibold text-tertiary">{title}</h3>
      <p translate="no" className="mt-0.5 font-mono text-sm wrap-anywhere">
        {keys.join(", ")}
      </p>
    </div>
  );
}
