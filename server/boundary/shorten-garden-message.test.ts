import { describe, expect, test } from "vitest";
import { errorFromStatus } from "#server/garden/garden-error.ts";
import { forbiddenByAdmission, invalidPatchResponse, quotedShoot } from "#server/garden/testing/recorded-responses.ts";
import { shortenGardenMessage } from "./shorten-garden-message.ts";
import { toProblemError } from "./to-problem-error.ts";

describe("a value of the wrong type", () => {
  const reason = "json: cannot unmarshal number into Go struct field Kubernetes.spec.kubernetes.version of type string";

  test("is told by its field and the last clause, and the Shoot that the garden repeats is kept apart", () => {
    const error = errorFromStatus(invalidPatchResponse(reason));
    expect(error.gardenMessage?.length).toBeGreaterThan(30_000);
    expect(shortenGardenMessage(error)).toEqual({
      message: `spec.kubernetes.version: ${reason}`,
      causes: [{ field: "spec.kubernetes.version", message: reason }],
      whole: error.gardenMessage,
    });
    expect(toProblemError(error)?.facts).toMatchObject({ gardenWhole: error.gardenMessage });
  });

  test.each([
    ['strict decoding error: unknown field "spec.colour"', "spec.colour"],
    ['strict decoding error: duplicate field "spec.purpose"', "spec.purpose"],
    ["quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'", "patch"],
  ])("says %s of %s", (clause, field) => {
    expect(shortenGardenMessage(errorFromStatus(invalidPatchResponse(clause))).causes).toEqual([
      { field, message: clause },
    ]);
  });
});

test("an object within an answer is left out where it stands", () => {
  const message = `metadata: Invalid value: ${quotedShoot}: must not change, spec: Required value`;
  expect(shortenGardenMessage({ message: "", gardenMessage: message, causes: [] })).toEqual({
    message: 'metadata: Invalid value: "{…}": must not change, spec: Required value',
    causes: [],
    whole: message,
  });
});

test("a long answer keeps its beginning and its end, and as many causes as are read at a glance", () => {
  const causes = Array.from({ length: 40 }, (_, index) => ({
    field: `spec.f${index}`,
    message: "Forbidden: no such field",
  }));
  const message = `begins ${causes.map((cause) => `${cause.field}: ${cause.message}`).join(", ")} ends`;
  const words = shortenGardenMessage(errorFromStatus({ code: 422, message, details: { causes } }));
  expect(words.message.length).toBeLessThanOrEqual(600);
  expect(words.message).toMatch(/^begins .* … .* ends$/);
  expect(words.causes.map(({ field, message: text }) => field + text).join("").length).toBeLessThanOrEqual(600);
  expect(words.causes.length).toBeGreaterThan(10);
  expect(words.whole).toBe(message);
});

test.each(forbiddenByAdmission)("a short answer stays as it is: $message", (status) => {
  expect(shortenGardenMessage(errorFromStatus(status))).toEqual({ message: status.message, causes: [] });
});

test("costs little, whatever is quoted and not closed", () => {
  const began = process.threadCpuUsage();
  for (const text of [
    `"{${"\\".repeat(500_000)}`,
    '"{'.repeat(250_000),
    ` "" is invalid: patch: Invalid value: "{${'\\"'.repeat(250_000)}`,
  ]) {
    shortenGardenMessage({ message: text, gardenMessage: undefined, causes: [] });
  }
  const { user } = process.threadCpuUsage(began);
  expect(user / 1_000, "ms").toBeLessThan(1_000);
});
