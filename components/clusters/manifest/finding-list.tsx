import { CircleAlert, OctagonAlert } from "lucide-react";
import { text } from "#lib/language/text.ts";
import type { Finding } from "#lib/manifest/yaml-document.ts";

interface FindingListProps {
  readonly findings: readonly Finding[];
  readonly onShow: (offset: number) => void;
}

const mostShown = 12;

/** What is wrong or strange, by line; each leads to its place in the text. */
export function FindingList({ findings, onShow }: FindingListProps) {
  return (
    <div role="status" className="text-sm">
      {findings.length > 0 && (
        <ul aria-label={text("Errors and warnings")} className="flex flex-col gap-1">
          {findings.slice(0, mostShown).map(({ severity, path, message, line, from }) => (
            <li key={`${from} ${path} ${message}`} className="flex items-start gap-2">
              {severity === "error" ? (
                <OctagonAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-negative-solid" />
              ) : (
                <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution-solid" />
              )}
              <span className="min-w-0 text-pretty">
                <button
                  type="button"
                  onClick={() => onShow(from)}
                  className="rounded-tag font-medium text-link hover:underline"
                >
                  {text("Line {line}", { line })}
                </button>{" "}
                <span className="text-secondary">{severity === "error" ? text("error") : text("warning")}</span>{" "}
                {path !== "" && (
                  <code translate="no" className="break-all">
                    {path}
                  </code>
                )}{" "}
                {message}
              </span>
            </li>
          ))}
          {findings.length > mostShown && <li>{text("and {count} more", { count: findings.length - mostShown })}</li>}
        </ul>
      )}
    </div>
  );
}
