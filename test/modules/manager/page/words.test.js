import { expect, test } from 'bun:test';
import { MANAGER_WORDS } from '../../../../scripts/manager-words.ts';

test.each([...MANAGER_WORDS])(
  '%s has the words of the service (else: bun run scripts/manager-words.ts)',
  async (path, text) => {
    expect(await Bun.file(path).text()).toBe(text);
  },
);
