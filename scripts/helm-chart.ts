/**
 * Renders the Helm chart as it is installed by two operators, one with a volume and one with several nodes, for tests
 * that read the result. `bun run scripts/helm-chart.ts` needs the command `helm`, also as HELM=PATH, and checks the
 * chart with it. A test fails while what was rendered is of another chart.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..');
const CHART = join(root, 'deploy/helm/gatehouse');
const RENDERED = join(root, 'test/build/helm');
export const OPERATORS = ['one', 'several'] as const;
type Operator = (typeof OPERATORS)[number];

const valuesOf = (operator: Operator) => join(RENDERED, `${operator}.values.yaml`);
export const renderedPath = (operator: Operator) => join(RENDERED, `${operator}.yaml`);

/** Returns the first line of what is rendered, which names the chart and the values that it was rendered from. */
export function originOf(operator: Operator): string {
  const files = readdirSync(CHART, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = new Bun.CryptoHasher('sha256');
  for (const file of [...files, valuesOf(operator)]) hash.update(readFileSync(file));
  return `# Written by scripts/helm-chart.ts from ${hash.digest('hex')}`;
}

async function helm(...words: string[]): Promise<string> {
  const command = Bun.spawn([process.env.HELM ?? 'helm', ...words], { stdout: 'pipe' });
  const text = await new Response(command.stdout).text();
  if ((await command.exited) !== 0) throw new Error(`helm ${words.join(' ')}: ${text}`);
  return text;
}

if (import.meta.main)
  for (const operator of OPERATORS) {
    const values = ['--values', valuesOf(operator)];
    await helm('lint', '--strict', CHART, ...values);
    const text = await helm('template', 'gatehouse', CHART, ...values);
    await Bun.write(renderedPath(operator), `${originOf(operator)}\n${text}`);
  }
