import { useQuery } from "@tanstack/react-query";
import { Field } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import type { RuleSubject } from "#lib/contract/notices.ts";
import { text } from "#lib/language/text.ts";
import { addressOfRuleSubject, ruleSubjectLabel } from "#lib/notices/rule-subject.ts";
import { allClustersSubject, productionClustersSubject } from "#lib/notices/rule-templates.ts";
import { fleetQuery } from "../queries/fleet-queries.ts";
import { viewsQuery } from "../queries/view-queries.ts";

interface RuleSubjectFieldProps {
  readonly subject: RuleSubject;
  readonly onChange: (subject: RuleSubject) => void;
}

/** Field for the subject of a watch rule: all clusters, the clusters of a project, or a saved view of clusters. */
export function RuleSubjectField({ subject, onChange }: RuleSubjectFieldProps) {
  const projects = useQuery({ ...fleetQuery, select: ({ scope }) => scope.projects }).data ?? [];
  const views = useQuery(viewsQuery).data;
  const saved = [...(views?.own.views ?? []), ...(views?.shared.flatMap((shelf) => shelf.views) ?? [])];
  const options = new Map([
    [addressOfRuleSubject(allClustersSubject), text("All clusters")],
    [addressOfRuleSubject(productionClustersSubject), text("Production clusters")],
    ...projects.map(({ name }) => [`/clusters?project=${name}`, text("Project {name}", { name })] as const),
    ...saved.map(({ address, name }) => [address, text("View {name}", { name })] as const),
  ]);
  const value = addressOfRuleSubject(subject);
  if (!options.has(value)) options.set(value, ruleSubjectLabel(subject));
  return (
    <Field label={text("Clusters")} hint={text("For a single cluster, choose Tell me when… in its menu.")}>
      {(control) => (
        <Select
          {...control}
          value={value}
          options={[...options].map(([address, label]) => ({ value: address, label }))}
          onChange={(address) => onChange({ kind: "view", address })}
        />
      )}
    </Field>
  );
}
