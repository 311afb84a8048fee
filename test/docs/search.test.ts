import { expect, test } from 'bun:test';
import MiniSearch from 'minisearch';
import { editionOf, PAGES } from '../../src/docs/pages.ts';
import { SEARCH_OPTIONS, type SearchEntry } from '../../src/docs/search-entry.ts';
import { searchIndexOf, sectionsOf } from '../../src/docs/search-index.ts';

const API = {
  tags: [{ name: 'Messages' }],
  webhooks: {},
  paths: {
    '/message/sendText/{instanceName}': {
      post: { operationId: 'sendText', summary: 'Send a text', tags: ['Messages'] },
    },
  },
};
const index = MiniSearch.loadJSON<SearchEntry>(await searchIndexOf('en', API), SEARCH_OPTIONS);
const found = (query: string) => index.search(query).map(({ id }) => id);

test('every section of every page is found by its own address', () => {
  for (const page of PAGES.values()) {
    const [whole, ...sections] = sectionsOf(editionOf(page, 'en'));
    expect(whole?.id).toBe(`/docs/${page.name}`);
    for (const { id, title } of sections) {
      expect(id).toStartWith(`/docs/${page.name}#`);
      expect(title).not.toBe('');
    }
  }
});

test('a section is found by a word of its heading first, by beginnings, and in spite of a slip', () => {
  expect(found('voice notes')[0]).toBe('/docs/sending#voice-notes');
  expect(found('idempot')).toContain('/docs/sending#repeating-a-request');
  expect(found('signatrue').some((id) => id.startsWith('/docs/receiving'))).toBe(true);
  expect(found('WEBHOOK_MAX_ATTEMPTS')).toContain('/docs/variables#deliver-to-webhooks');
  expect(found('qwertyuiop')).toEqual([]);
});

test('an operation is found by its path and by what it does', () => {
  const address = '/swagger#/Messages/sendText';
  expect(found('sendText')).toContain(address);
  expect(found('/message/sendText')[0]).toBe(address);
  expect(found('send a text')).toContain(address);
});
