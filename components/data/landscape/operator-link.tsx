import { ExternalLink } from "lucide-react";

interface OperatorLinkProps {
  readonly url: string;
  readonly title: string;
}

/** Link of the operator to another site, underlined because it can stand within a text, which opens in a tab of its own and learns nothing of this one. */
export function OperatorLink({ url, title }: OperatorLinkProps) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="text-link underline">
      {title}
      <ExternalLink aria-hidden className="ml-1 inline size-3.5 align-[-0.125em]" />
    </a>
  );
}
