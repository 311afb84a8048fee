/** The pages of `docs/` that are served, which are those for people who use the service, and the changelog. */
import { posix } from 'node:path';
import changelog from '../../../CHANGELOG.md' with { type: 'text' };
import chats from '../../../docs/chats.md' with { type: 'text' };
import cluster from '../../../docs/cluster.md' with { type: 'text' };
import command from '../../../docs/command.md' with { type: 'text' };
import crm from '../../../docs/crm.md' with { type: 'text' };
import crmScript from '../../../docs/crm.sh' with { type: 'text' };
import errors from '../../../docs/errors.md' with { type: 'text' };
import eventsEs from '../../../docs/es/events.md' with { type: 'text' };
import evolutionReferenceEs from '../../../docs/es/evolution-reference.md' with { type: 'text' };
import filtersEs from '../../../docs/es/filters.md' with { type: 'text' };
import evolutionEs from '../../../docs/es/from-evolution.md' with { type: 'text' };
import graphEs from '../../../docs/es/graph.md' with { type: 'text' };
import graphWebhooksEs from '../../../docs/es/graph-webhooks.md' with { type: 'text' };
import instancesEs from '../../../docs/es/instances.md' with { type: 'text' };
import n8nEs from '../../../docs/es/n8n.md' with { type: 'text' };
import portalEs from '../../../docs/es/portal.md' with { type: 'text' };
import receivingEs from '../../../docs/es/receiving.md' with { type: 'text' };
import startEs from '../../../docs/es/start.md' with { type: 'text' };
import typebotEs from '../../../docs/es/typebot.md' with { type: 'text' };
import whatsappEs from '../../../docs/es/whatsapp.md' with { type: 'text' };
import cloudEs from '../../../docs/es/whatsapp-cloud.md' with { type: 'text' };
import events from '../../../docs/events.md' with { type: 'text' };
import evolutionReference from '../../../docs/evolution-reference.md' with { type: 'text' };
import filters from '../../../docs/filters.md' with { type: 'text' };
import evolution from '../../../docs/from-evolution.md' with { type: 'text' };
import graph from '../../../docs/graph.md' with { type: 'text' };
import graphWebhooks from '../../../docs/graph-webhooks.md' with { type: 'text' };
import groups from '../../../docs/groups.md' with { type: 'text' };
import instances from '../../../docs/instances.md' with { type: 'text' };
import limits from '../../../docs/limits.md' with { type: 'text' };
import mcp from '../../../docs/mcp.md' with { type: 'text' };
import n8n from '../../../docs/n8n.md' with { type: 'text' };
import operations from '../../../docs/operations.md' with { type: 'text' };
import portal from '../../../docs/portal.md' with { type: 'text' };
import eventsPt from '../../../docs/pt-BR/events.md' with { type: 'text' };
import evolutionReferencePt from '../../../docs/pt-BR/evolution-reference.md' with { type: 'text' };
import filtersPt from '../../../docs/pt-BR/filters.md' with { type: 'text' };
import evolutionPt from '../../../docs/pt-BR/from-evolution.md' with { type: 'text' };
import graphPt from '../../../docs/pt-BR/graph.md' with { type: 'text' };
import graphWebhooksPt from '../../../docs/pt-BR/graph-webhooks.md' with { type: 'text' };
import instancesPt from '../../../docs/pt-BR/instances.md' with { type: 'text' };
import n8nPt from '../../../docs/pt-BR/n8n.md' with { type: 'text' };
import portalPt from '../../../docs/pt-BR/portal.md' with { type: 'text' };
import receivingPt from '../../../docs/pt-BR/receiving.md' with { type: 'text' };
import startPt from '../../../docs/pt-BR/start.md' with { type: 'text' };
import typebotPt from '../../../docs/pt-BR/typebot.md' with { type: 'text' };
import whatsappPt from '../../../docs/pt-BR/whatsapp.md' with { type: 'text' };
import cloudPt from '../../../docs/pt-BR/whatsapp-cloud.md' with { type: 'text' };
import receiverInGo from '../../../docs/receivers/receive.go' with { type: 'text' };
import receiverInPhp from '../../../docs/receivers/receive.php' with { type: 'text' };
import receiverInPython from '../../../docs/receivers/receive.py' with { type: 'text' };
import receiving from '../../../docs/receiving.md' with { type: 'text' };
import sending from '../../../docs/sending.md' with { type: 'text' };
import start from '../../../docs/start.md' with { type: 'text' };
import templates from '../../../docs/templates.md' with { type: 'text' };
import typebot from '../../../docs/typebot.md' with { type: 'text' };
import variables from '../../../docs/variables.md' with { type: 'text' };
import whatsapp from '../../../docs/whatsapp.md' with { type: 'text' };
import cloud from '../../../docs/whatsapp-cloud.md' with { type: 'text' };
import { isLanguage, type LanguageCode } from '../../core/languages/choose.ts';

/** The Markdown of a page, in English and the languages that it has been translated into. */
type Texts = { readonly en: string } & Partial<Readonly<Record<LanguageCode, string>>>;

/** The pages by name, in groups, in the order in which they are listed. */
const GROUPS = {
  firstDay: {
    start: { en: start, 'pt-BR': startPt, es: startEs },
    instances: { en: instances, 'pt-BR': instancesPt, es: instancesEs },
    whatsapp: { en: whatsapp, 'pt-BR': whatsappPt, es: whatsappEs },
    'whatsapp-cloud': { en: cloud, 'pt-BR': cloudPt, es: cloudEs },
    graph: { en: graph, 'pt-BR': graphPt, es: graphEs },
    'from-evolution': { en: evolution, 'pt-BR': evolutionPt, es: evolutionEs },
    'evolution-reference': {
      en: evolutionReference,
      'pt-BR': evolutionReferencePt,
      es: evolutionReferenceEs,
    },
    n8n: { en: n8n, 'pt-BR': n8nPt, es: n8nEs },
    typebot: { en: typebot, 'pt-BR': typebotPt, es: typebotEs },
  },
  developers: {
    receiving: { en: receiving, 'pt-BR': receivingPt, es: receivingEs },
    events: { en: events, 'pt-BR': eventsPt, es: eventsEs },
    filters: { en: filters, 'pt-BR': filtersPt, es: filtersEs },
    sending: { en: sending },
    templates: { en: templates },
    chats: { en: chats },
    groups: { en: groups },
    crm: { en: crm },
    'graph-webhooks': { en: graphWebhooks, 'pt-BR': graphWebhooksPt, es: graphWebhooksEs },
    mcp: { en: mcp },
    errors: { en: errors },
  },
  operators: {
    operations: { en: operations },
    portal: { en: portal, 'pt-BR': portalPt, es: portalEs },
    variables: { en: variables },
    limits: { en: limits },
    cluster: { en: cluster },
    command: { en: command },
    changelog: { en: changelog },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Texts>>>>;

export type Group = keyof typeof GROUPS;

export interface DocsPage {
  readonly name: string;
  readonly group: Group;
  readonly texts: Texts;
}

export const PAGES: ReadonlyMap<string, DocsPage> = new Map(
  Object.entries(GROUPS).flatMap(([group, pages]) =>
    Object.entries(pages).map(([name, texts]): [string, DocsPage] => [
      name,
      // The cast is safe: it is one of its own keys.
      { name, group: group as Group, texts },
    ]),
  ),
);

/** Programs that pages lead to, by their paths in `docs`. */
export const PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['crm.sh', crmScript],
  ['receivers/receive.py', receiverInPython],
  ['receivers/receive.php', receiverInPhp],
  ['receivers/receive.go', receiverInGo],
]);

/** A page in one language. */
export interface Edition {
  readonly page: DocsPage;
  readonly language: LanguageCode;
  readonly markdown: string;
}

/** Returns the page in the language if it has been translated, else in English. */
export function editionOf(page: DocsPage, wanted: LanguageCode): Edition {
  const translated = page.texts[wanted];
  return translated === undefined
    ? { page, language: 'en', markdown: page.texts.en }
    : { page, language: wanted, markdown: translated };
}

/** Only English pages contain what scripts write; a translation links to it. */
export const WRITTEN_BY_SCRIPTS = /^<!-- (\w+): written by .*?^<!-- \/\1 -->$/gms;

/** Returns the title as plain text. */
export const titleOf = (markdown: string): string =>
  (/^# (.+)$/m.exec(markdown)?.[1] ?? '').replaceAll('`', '');

/** Returns the id of a heading of plain text, as GitHub makes it. */
export const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Returns where a link of an edition leads here, or null if its target is not served. */
export function addressOf(href: string, from: LanguageCode): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const folder = from === 'en' ? '' : from;
  // The changelog is beside the folder of the others.
  const file = posix
    .join(folder, path)
    .replace(/^docs\//, '')
    .replace(/^(\.\.\/)*CHANGELOG\./, 'changelog.');
  if (PROGRAMS.has(file)) return `/docs/${file}`;
  const [, language = 'en', name = ''] = /^(?:([\w-]+)\/)?([\w-]+)\.md$/.exec(file) ?? [];
  const page = PAGES.get(name);
  if (page === undefined || !isLanguage(language) || page.texts[language] === undefined)
    return null;
  const hash = anchor === undefined ? '' : `#${anchor}`;
  // A link within a language leads to the reader's own; one into another language names it.
  const isOther = language !== from && page.texts[from] !== undefined;
  return `/docs/${isOther ? `${language}/` : ''}${name}${hash}`;
}
