/** Every operation and event has its summary in the languages of readers, on the page of the API and in the search. */
import { beforeAll, expect, test } from 'bun:test';
import { PAGE_TEXTS } from '../../../src/core/languages/pages.ts';
import { eventsOf, groupsOf } from '../../../src/modules/docs/api-document.ts';
import { inWordsOf } from '../../../src/modules/docs/page/document.ts';
import { sharedApp } from '../../helpers/shared.ts';

let english: ReadonlySet<string>;
let document: Parameters<typeof groupsOf>[0];
const app = sharedApp();
beforeAll(async () => {
  document = (await app.call('GET', '/openapi.json')).body;
  english = new Set(summariesIn('en'));
});

const summariesIn = (language: keyof typeof PAGE_TEXTS): string[] => {
  const texts = PAGE_TEXTS[language];
  return [...groupsOf(document, texts), eventsOf(document, texts)].flatMap(({ operations }) =>
    operations.map(({ summary }) => summary),
  );
};

test.each(['pt-BR', 'es'] as const)(
  '%s has its own text for every summary, and none for one that is gone',
  (language) => {
    expect(english.size).toBeGreaterThan(300);
    expect(Object.keys(PAGE_TEXTS[language].summaries).sort()).toEqual([...english].sort());
    expect(summariesIn(language).filter((summary) => english.has(summary))).toEqual([]);
  },
);

test.each(['pt-BR', 'es'] as const)('the page lists the operations in %s', async (language) => {
  const answer = await fetch(`${app.url}/swagger`, { headers: { 'accept-language': language } });
  const page = await answer.text();
  const { summaries } = PAGE_TEXTS[language];
  expect(page).toContain(`title="${summaries['Send a text']}: /message/sendText/`);
  expect(page).not.toContain('title="Send a text');
});

test('Swagger UI is given the summaries of the list, and keeps those that the list lacks', () => {
  const { paths, webhooks } = inWordsOf(
    {
      paths: {
        '/send': { post: { operationId: 'send' }, get: { operationId: 'other' } },
      },
      webhooks: { Message: { post: { operationId: 'onMessage' } } },
      components: { securitySchemes: {} },
    },
    (operationId) => ({ send: 'Enviar', onMessage: 'Chegou' })[operationId],
  );
  expect(paths['/send']).toEqual({
    post: { operationId: 'send', summary: 'Enviar' },
    get: { operationId: 'other' },
  } as never);
  expect(webhooks.Message?.post).toMatchObject({ summary: 'Chegou' });
});
