import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextAreaField } from "#components/ui/form/field.tsx";
import { text } from "#lib/language/text.ts";

interface TokenFormProps {
  /** Beside demo identities the token is the second way in and stays folded until it is wanted. */
  readonly folded: boolean;
  readonly busy: boolean;
  readonly fault: string | undefined;
  readonly onSubmit: (token: string) => void;
}

export function TokenForm({ folded, busy, fault, onSubmit }: TokenFormProps) {
  const [token, setToken] = useState("");
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = token.trim();
    setMissing(text === "");
    if (text !== "") onSubmit(text);
  };
  const form = (
    <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
      <TextAreaField
        label={text("Bearer token")}
        hint={text("It is checked with the garden and kept only in an encrypted cookie of this browser.")}
        error={missing ? text("Paste a token first.") : fault}
        rows={4}
        value={token}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-sm"
        onChange={({ target }) => {
          setToken(target.value);
          setMissing(false);
        }}
      />
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? text("Signing in") : text("Sign in with this token")}
      </Button>
    </form>
  );
  if (!folded) return <div className="rounded-card border border-hairline bg-canvas p-4">{form}</div>;
  return (
    <details className="group rounded-card border border-hairline bg-canvas" open={fault !== undefined || undefined}>
      <summary className="flex list-none items-center justify-between rounded-card px-4 py-3 text-base font-medium">
        {text("Sign in with a token instead")}
        <span aria-hidden className="text-tertiary transition-transform group-open:rotate-90">
          ›
        </span>
      </summary>
      <div className="border-t border-hairline p-4">{form}</div>
    </details>
  );
}
