/** What was seen at a place: the terms that it is to be explained by, and the value. */
export interface Sample {
  readonly terms: readonly number[];
  readonly value: number;
}

/**
 * The factors of the terms with which the values come out best: the sum of squares of how far each is off, by its own
 * size, is the least. So a small landscape counts as much as a large one.
 *
 * @throws Error when the samples do not tell the terms apart
 */
export function leastSquares(samples: readonly Sample[]): readonly number[] {
  const count = samples[0]?.terms.length ?? 0;
  const rows = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count + 1 }, (__, column) =>
      samples.reduce((sum, { terms, value }) => {
        const right = column === count ? value : (terms[column] ?? 0);
        return sum + ((terms[row] ?? 0) * right) / value ** 2;
      }, 0),
    ),
  );
  return solved(rows);
}

/** Of linear equations, each with its right side last: Gauss and Jordan, the largest first. */
function solved(equations: readonly (readonly number[])[]): readonly number[] {
  const rows = equations.map((row) => [...row]);
  for (let column = 0; column < rows.length; column += 1) {
    const rest = rows.slice(column);
    const best = rest.reduce((most, row) => (sizeAt(row, column) > sizeAt(most, column) ? row : most));
    // What is left after subtraction of equals is noise of the last digits.
    const scale = Math.max(...(equations[column] ?? []).map(Math.abs));
    if (sizeAt(best, column) <= scale * 1e-12) throw new Error("the samples do not tell the terms apart");
    rows.splice(rows.indexOf(best), 1);
    const pivot = best.map((value) => value / (best[column] ?? 1));
    rows.splice(column, 0, pivot);
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[column] ?? 0;
      for (const [at, value] of pivot.entries()) row[at] = (row[at] ?? 0) - factor * value;
    }
  }
  return rows.map((row) => row.at(-1) ?? Number.NaN);
}

function sizeAt(row: readonly number[], column: number): number {
  return Math.abs(row[column] ?? 0);
}

export function predicted(factors: readonly number[], terms: readonly number[]): number {
  return factors.reduce((sum, factor, at) => sum + factor * (terms[at] ?? 0), 0);
}
