/** `timings.json` names the slowest files of the suite, so that they start first and none of them is left for the end. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import timings from './timings.json' with { type: 'json' };

test('each of the files that start first is there', () => {
  const files = Object.keys(timings.files);
  expect(files.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
});
