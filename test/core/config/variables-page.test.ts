import { expect, test } from 'bun:test';
import { variablesByTask } from '../../../scripts/variables-by-task.ts';
import { withVariables } from '../../../scripts/variables-page.ts';
import { FIELDS, VARIABLES } from '../../../src/core/config/variables.ts';

const page = new URL('../../../docs/variables.md', import.meta.url);

test('docs/variables.md lists the variables as the service reads them (else: bun run scripts/variables-page.ts)', async () => {
  const text = await Bun.file(page).text();
  expect(withVariables(text)).toBe(text);
});

test('the page has one line for every variable', async () => {
  const text = await Bun.file(page).text();
  const [, written = ''] = text.split(/<!-- \/?variables.*-->/);
  const names = [...written.matchAll(/^- \*\*`(\w+)`\*\*: \S/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual(FIELDS.map((field) => VARIABLES[field].name).sort());
});

test('every variable belongs to a task that operators know', () => {
  expect(variablesByTask().map(({ title }) => title)).not.toContain('Others');
});
