import { expect, test } from 'bun:test';
import { variablesTable, withVariables } from '../../scripts/readme-variables.ts';
import { FIELDS, VARIABLES } from '../../src/config/variables.ts';

const readme = () => Bun.file(new URL('../../README.md', import.meta.url)).text();

test('the README lists the variables as the service reads them (else: bun run scripts/readme-variables.ts)', async () => {
  const text = await readme();
  expect(withVariables(text)).toBe(text);
});

test('the table has a row of four cells for every variable', () => {
  const rows = variablesTable().split('\n').slice(2);
  expect(rows.map((row) => row.split('|').length)).toEqual(FIELDS.map(() => 6));
  for (const field of FIELDS) expect(variablesTable()).toContain(`| \`${VARIABLES[field].name}\` `);
});
