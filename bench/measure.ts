/** Figures and how they are summed up. Owns no workload. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low = Number.NaN, high = low] = sorted.slice(
    (sorted.length - 1) >> 1,
    (sorted.length >> 1) + 1,
  );
  return (low + high) / 2;
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100));
  return sorted[index] ?? Number.NaN;
}

/** Calls `work` `count` times, `width` at once; returns calls per second. */
export async function rate(
  count: number,
  width: number,
  work: (index: number) => Promise<unknown>,
  until: () => Promise<unknown> = async () => {},
): Promise<number> {
  const from = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
  await until();
  return (count * 1_000) / (performance.now() - from);
}

export const formatNumber = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2);

export function table(rows: readonly Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  console.log(`| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|`);
  for (const row of rows) console.log(`| ${columns.map((column) => row[column]).join(' | ')} |`);
}
