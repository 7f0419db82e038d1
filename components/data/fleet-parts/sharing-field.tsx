import { useQuery } from "@tanstack/react-query";
import { Field, formLabelClass, nativeSelectClass } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { text } from "#lib/language/text.ts";
import { fleetQuery } from "../queries/fleet-queries.ts";

const ownPlace = "";

interface SharingFieldProps {
  /** Project with which something is shared; undefined for the user alone. */
  readonly project: string | undefined;
  /** What sharing with a project means. */
  readonly sharedHint: string;
  readonly onChange: (project: string | undefined) => void;
}

/** Field in which users choose who sees what they save: they alone, or everybody in a project. */
export function SharingField({ project, sharedHint, onChange }: SharingFieldProps) {
  const projects = useQuery({ ...fleetQuery, select: ({ scope }) => scope.projects }).data ?? [];
  return (
    <Field
      label={text("Who sees it")}
      labelClass={formLabelClass}
      className="flex flex-col gap-1.5"
      hint={project === undefined ? text("You, in every browser that you sign in with.") : sharedHint}
    >
      {(control) => (
        <select
          {...control}
          value={project ?? ownPlace}
          onChange={({ target }) => onChange(target.value === ownPlace ? undefined : target.value)}
          className={`${inputClass} ${nativeSelectClass} h-8 text-base`}
        >
          <option value={ownPlace}>{text("Only you")}</option>
          {projects.map((each) => (
            <option key={each.name} value={each.name}>
              {text("Project {name}", { name: each.name })}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
