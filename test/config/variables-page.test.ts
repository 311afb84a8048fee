import { expect, test } from 'bun:test';
import { variablesTable, withVariables } from '../../scripts/variables-page.ts';
import { FIELDS, VARIABLES } from '../../src/config/variables.ts';

const page = new URL('../../docs/variables.md', import.meta.url);

test('docs/variables.md lists the variables as the service reads them (else: bun run scripts/variables-page.ts)', async () => {
  const text = await Bun.file(page).text();
  expect(withVariables(text)).toBe(text);
});

test('the table has a row of four cells for every variable', () => {
  const rows = variablesTable().split('\n').slice(2);
  expect(rows.map((row) => row.split('|').length)).toEqual(FIELDS.map(() => 6));
  for (const field of FIELDS) expect(variablesTable()).toContain(`| \`${VARIABLES[field].name}\` `);
});
