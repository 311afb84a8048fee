import { afterAll, expect, test } from 'bun:test';
import MiniSearch from 'minisearch';
import type { LanguageCode } from '../../../src/core/languages/choose.ts';
import { PAGE_TEXTS } from '../../../src/core/languages/pages.ts';
import { comparableText } from '../../../src/core/shared/characters.ts';
import {
  SEARCH_OPTIONS,
  type SearchEntry,
  searchIn,
  termOf,
} from '../../../src/core/shell/page/docs-index.ts';
import { editionOf, PAGES } from '../../../src/modules/docs/pages.ts';
import { searchIndexOf, sectionsOf } from '../../../src/modules/docs/search-index.ts';
import { startApp } from '../../helpers/app.ts';

const app = await startApp();
afterAll(() => app.stop());
const { body: document } = await app.call('GET', '/openapi.json');

async function searchOf(language: LanguageCode) {
  const { index, synonyms } = JSON.parse(await searchIndexOf(language, document));
  const loaded = { index: MiniSearch.loadJS<SearchEntry>(index, SEARCH_OPTIONS), synonyms };
  return (query: string) => searchIn(loaded, query);
}
const searches = {
  en: await searchOf('en'),
  'pt-BR': await searchOf('pt-BR'),
  es: await searchOf('es'),
};
const found = (query: string, language: LanguageCode = 'en') =>
  searches[language](query).map(({ id }) => String(id));

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
  const address = '/swagger#/Messages/postMessageSendTextByInstanceName';
  expect(found('sendText')).toContain(address);
  expect(found('/message/sendText')[0]).toBe(address);
  expect(found('send a text').slice(0, 2)).toContain(address);
});

/** What people have asked for, and where the answer is. */
const QUERIES: readonly [LanguageCode, string, RegExp][] = [
  ['en', 'send image', /postMessageSendMedia|docs\/sending/],
  ['en', 'verify signature', /verifying-a-signature|docs\/receiving/],
  ['en', 'ban', /docs\/whatsapp#/],
  ['en', 'docker compose', /operations#deploying/],
  ['en', 'buttons', /docs\/sending#.*buttons/],
  ['en', 'rate limit', /errors#rate-limited/],
  ['en', 'proxy', /whatsapp#a-proxy|operations#behind-a-proxy/],
  ['en', 'delete webhook', /deleteWebhookEndpoints/],
  ['en', 'timeout', /docs\/events#slow-receivers|instances#states/],
  ['en', 'backup', /operations#backup/],
  ['en', 'migrate evolution', /docs\/from-evolution/],
  ['en', 'retry', /events#deliveries-and-retries/],
  ['en', 'qr code expired', /instances#states/],
  ['en', 'mark as read', /postChatMarkMessageAsRead/],
  ['en', 'n8n', /docs\/n8n/],
  ['en', 'upgrade', /operations#upgrade/],
  ['pt-BR', 'enviar imagem', /postMessageSendMedia|docs\/sending/],
  ['pt-BR', 'migrar evolution', /docs\/from-evolution/],
  ['pt-BR', 'banimento', /docs\/whatsapp#/],
  ['pt-BR', 'assinatura', /receiving#o-que-chega/],
  ['pt-BR', 'botões', /docs\/sending#.*buttons/],
  ['pt-BR', 'grupo', /docs\/groups/],
  ['pt-BR', 'reenviar', /postDeliveryRedeliver|entregas-e-novas-tentativas/],
  ['pt-BR', 'proxy', /whatsapp#a-proxy|operations#behind-a-proxy/],
  ['pt-BR', 'backup', /operations#backup/],
  ['pt-BR', 'qr code expirado', /instances#estados/],
  ['pt-BR', 'marcar como lida', /postChatMarkMessageAsRead/],
  ['es', 'enviar imagen', /postMessageSendMedia|docs\/sending/],
  ['es', 'migrar evolution', /docs\/from-evolution/],
  ['es', 'botones', /docs\/sending#.*buttons/],
  ['es', 'reenviar', /postDeliveryRedeliver|entregas-y-nuevos-intentos/],
  ['es', 'firma', /receiving#lo-que-llega/],
];

test.each(QUERIES)('in %s "%s" has its answer among the first two', (language, query, answer) => {
  expect(found(query, language).slice(0, 2)).toContainEqual(expect.stringMatching(answer));
});

test.each([
  ['pt-BR', 'chave', '/docs/start#a-chave'],
  ['pt-BR', 'novas tentativas', '/docs/events#entregas-e-novas-tentativas'],
  ['es', 'clave', '/docs/instances#claves'],
  ['es', 'llave de acceso', '/docs/whatsapp#cuentas-con-llave-de-acceso'],
] as const)('in %s "%s" leads to a page in that language first', (language, query, first) => {
  expect(found(query, language)[0]).toBe(first);
});

test('an operation is found by its group in the language of the reader', () => {
  const places = searches['pt-BR']('etapas de funil').map(({ place }) => place);
  expect(places).toContain('API: Etapas de funil');
});

test('every group of the API has its name and its text in each language', () => {
  const names = document.tags.map(({ name }: { name: string }) => name).sort();
  for (const { api } of Object.values(PAGE_TEXTS)) {
    expect(Object.keys(api.groupNames).sort()).toEqual(names);
    expect(Object.keys(api.groupTexts).sort()).toEqual(names);
  }
});

test('what is only in English is found in the words of other languages too', () => {
  expect(found('backup', 'pt-BR')[0]).toBe('/docs/operations#backup');
  expect(found('límites', 'es')[0]).toBe('/docs/limits');
});

test('what has every word comes first, and where nothing has all of them, what has any is found', () => {
  expect(found('pipeline stage').length).toBeLessThan(found('pipeline').length);
  expect(found('pipeline qwertyuiop').sort()).toEqual(found('pipeline').sort());
  expect(found('how to send the')[0]).toBe(found('send')[0] ?? '');
});

test.each([
  'deliveries delivery delivered delivering',
  'retries retry retried',
  'images image',
  'migrates migrate migrating migration migrations',
  'bans banned banning',
  'instâncias Instancia INSTÂNCIA',
])('the forms %p share their beginning, which is marked in an excerpt', (forms) => {
  const words = forms.split(' ');
  const terms = new Set(words.map(termOf));
  expect(terms.size).toBe(1);
  for (const word of words)
    for (const term of terms) expect(comparableText(word)).toStartWith(`${term}`);
});

test('short words are whole, and words that every section has are no terms', () => {
  expect(['key', 'keys', 'user', 'n8n', 'pix'].map(termOf)).toEqual([
    'key',
    'key',
    'user',
    'n8n',
    'pix',
  ]);
  expect(['the', 'of', 'de', 'para', 'el', 'as'].map(termOf)).toEqual(Array(6).fill(null));
});

test('the paths of other systems come after our own', () => {
  const [first = '', ...others] = found('send contact').filter((id) => id.startsWith('/swagger'));
  expect(first).not.toContain('Evolution');
  expect(others.some((id) => id.includes('Evolution'))).toBe(true);
});
