import { useQuery } from "@tanstack/react-query";
import { landscapeConfigurationQuery } from "#components/data/landscape/landscape-configuration-query.ts";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { LandscapeConfigurationResponse } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
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
        {problems.first.length > 0 && <Problems problems={problems} />}
        <KeyList title={text("In effect")} keys={{ first: used, more: 0 }} />
        <KeyList title={text("Unknown keys")} keys={unknownKeys} />
        <KeyList title={text("Not used by Almanac")} keys={unusedKeys} />
      </div>
    </Card>
  );
}

type OperatorDocument = NonNullable<LandscapeConfigurationResponse["document"]>;

function Problems({ problems: { first, more } }: Pick<OperatorDocument, "problems">) {
  const isBroken = first.some(({ path }) => path === "");
  return (
    <Notice
      hue="caution"
      title={isBroken ? text("The document is broken") : text("Parts of the document are left out")}
    >
      <ul className="flex flex-col gap-1">
        {first.map(({ path, line, column, message }) => (
          <li key={`${path} ${line} ${column} ${message}`} className="wrap-anywhere">
            {text("Line {line}, column {column}: {message}", {
              line,
              column,
              message: path === "" ? message : `${path}: ${message}`,
            })}
          </li>
        ))}
        {more > 0 && <li>{text("and {count, number} more", { count: more })}</li>}
      </ul>
    </Notice>
  );
}

interface KeyListProps {
  readonly title: string;
  readonly keys: OperatorDocument["unknownKeys"];
}

function KeyList({ title, keys: { first, more } }: KeyListProps) {
  if (first.length === 0) return null;
  return (
    <div>
      <h3 className="text-sm font-semibold text-tertiary">{title}</h3>
      <p className="mt-0.5 text-sm wrap-anywhere">
        <span translate="no" className="font-mono">
          {first.join(", ")}
        </span>
        {more > 0 && ` ${text("and {count, number} more", { count: more })}`}
      </p>
    </div>
  );
}
