import { ExternalLink } from "lucide-react";

interface OperatorLinkProps {
  readonly url: string;
  readonly title: string;
}

/** Link of the operator to another site, in a tab of its own. It is underlined, because it can stand within a text. */
export function OperatorLink({ url, title }: OperatorLinkProps) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="text-link underline">
      {title}
      <ExternalLink aria-hidden className="ml-1 inline size-3.5 align-[-0.125em]" />
    </a>
  );
}
