import { readinessLines } from "#server/app/gardens-standing.ts";
import { notAllowed, processHandler } from "#server/app/handler.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { anyone, nothing } from "#server/boundary/route-rule.ts";

/** Whether a fleet has been read and the process is not going away; with several gardens a line for each. */
export const GET = processHandler(
  { access: anyone, body: nothing, limit: "probe", effect: "read", garden: "none", shows: "public" },
  ({ app: { gardens } }) => {
    const states = readinessLines(gardens);
    if (!gardens.isReady()) {
      const detail = states.length === 0 ? {} : { detail: states.join("; ") };
      throw new ProblemError("not-ready", { ...detail, retryAfterSeconds: 1 });
    }
    return new Response(["ok", ...states, ""].join("\n"));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
