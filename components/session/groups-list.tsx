import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { text } from "#lib/language/text.ts";

/** Number of groups that are shown at first. */
const shownAtFirst = 20;
/** Maximum number of groups that are shown at all. */
const mostShown = 500;

/** The user's groups, of which many are shown on demand only. */
export function GroupsList({ groups }: { readonly groups: readonly string[] }) {
  const [isWhole, setWhole] = useState(false);
  if (groups.length === 0) return <span className="text-tertiary">{text("none")}</span>;
  const shown = groups.toSorted().slice(0, isWhole ? mostShown : shownAtFirst);
  const more = groups.length - shown.length;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <ul className="flex flex-wrap gap-1.5" translate="no">
        {shown.map((group) => (
          <li key={group} className="max-w-full break-all">
            <Tag hue="neutral">{group}</Tag>
          </li>
        ))}
      </ul>
      {more > 0 && !isWhole && (
        <Button variant="ghost" size="xs" onClick={() => setWhole(true)}>
          {text("{more, plural, one {# more group} other {# more groups}}", { more })}
        </Button>
      )}
      {more > 0 && isWhole && (
        <p className="text-sm text-tertiary">
          {text("{more, plural, one {# more group} other {# more groups}}", { more })}
        </p>
      )}
    </div>
  );
}
