/** The search finds these: views and settings, instances, chats, endpoints, deliveries and docs. */
import { comparableText } from '../../../core/shared/characters.ts';
import { urlOf } from '../../../core/shell/page/root.ts';
import { createApi, type GatewayApi, query } from './api.ts';
import { userOf } from './chat/content.ts';
import { credentials } from './credentials.ts';
import { SECTION_NAMES, SECTION_TITLES } from './crm/sections.ts';
import { PANEL_NAMES } from './gateway/panels.tsx';
import { ALL_DELIVERIES, crmLink, deliveriesLink, linkTo, SERVICE } from './links.ts';
import { readRoute } from './route.ts';
import { texts } from './texts.ts';
import { readDelivery, UUID } from './traffic/delivery-search.ts';
import { hasCrm, hasDocs } from './zones.ts';

export interface FoundPlace {
  /** The kind of thing, in the words of the reader. */
  readonly kind: string;
  readonly title: string;
  /** Where it is, or what else names it. */
  readonly about?: string;
  readonly href: string;
}

/** Finds the places of one kind. Rejects as the service refuses or `signal` aborts. */
export type Source = (text: string, signal: AbortSignal) => Promise<readonly FoundPlace[]>;

const EACH_MAX = 5;
/** The number of instances that are searched for chats and endpoints where the address names no instance. */
const INSTANCES_MAX = 3;
const CHATS_MAX = 500;
const STATUS = /^[1-5]\d\d$/;
/** A shorter text is in nearly every page of the docs. */
const DOCS_MIN = 3;

/** Returns the sources for one search. They read each thing of an instance once. */
export function searchSources(): readonly Source[] {
  const { gateway, crm } = credentials.value;
  const instance = readRoute().name;
  const places: Source = async (text) => pick(text, placesOf(instance, crm !== null));
  const sources =
    gateway === null
      ? []
      : gatewaySources(
          createApi(gateway, () => {}),
          instance,
        );
  return [places, ...sources, ...(hasDocs ? [docsSource()] : [])];
}

function gatewaySources(api: GatewayApi, instance: string | null): readonly Source[] {
  const overview = async (query: { search?: string; limit: number }, signal?: AbortSignal) =>
    (await api.call('GET', '/instance/overview', { query, ...(signal && { signal }) })).instances;
  const names = once(async () => {
    if (instance !== null) return [instance];
    return (await overview({ limit: INSTANCES_MAX })).map(({ instanceName }) => instanceName);
  });
  const ofEach = (read: (api: GatewayApi, name: string) => Promise<readonly FoundPlace[]>) => {
    const all = once(async () => {
      const found = await Promise.all((await names()).map((name) => read(api, name)));
      return found.flat();
    });
    return async (text: string) => pick(text, await all());
  };
  const { common } = texts();
  return [
    async (text, signal) =>
      (await overview({ search: text, limit: EACH_MAX }, signal)).map(({ instanceName }) => ({
        kind: common.instance,
        title: instanceName,
        href: linkTo(instanceName),
      })),
    ofEach(chatsOf),
    ofEach(endpointsOf),
    (text, signal) => deliveriesOf(api, instance, text, signal),
  ];
}

/** Runs `read` at the first call; a call after a failure runs it again. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  return () => {
    known ??= read().catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

/** Returns those that have each word of the text, without regard to case and accents. */
function pick(text: string, places: readonly FoundPlace[]): readonly FoundPlace[] {
  const words = comparableText(text).split(/\s+/);
  const has = ({ title, about = '' }: FoundPlace) => {
    const all = comparableText(`${title} ${about}`);
    return words.every((word) => all.includes(word));
  };
  return places.filter(has).slice(0, EACH_MAX);
}

/** Views, and the settings of the instance that is open. */
function placesOf(name: string | null, hasToken: boolean): readonly FoundPlace[] {
  const { crm, instances, portal, service, settings, search } = texts();
  const ofInstance = (title: string, href: string) => ({
    kind: search.view,
    title,
    href,
    ...(name !== null && { about: name }),
  });
  const parts = [settings.behaviour, settings.key, settings.proxy, settings.limits];
  return [
    ...(name === null
      ? []
      : [
          ...PANEL_NAMES.map((panel) => ofInstance(instances[panel], linkTo(name, panel))),
          ...parts.map((one) => ofInstance(one, linkTo(name, 'settings'))),
          ofInstance(portal.links, linkTo(name, 'endpoints')),
        ]),
    { kind: search.view, title: instances.title, href: '#/' },
    { kind: search.view, title: instances.allDeliveries, href: ALL_DELIVERIES },
    { kind: search.view, title: service.title, href: SERVICE },
    ...(hasCrm && hasToken ? SECTION_NAMES : []).map((section) => ({
      kind: search.view,
      title: crm.sections[SECTION_TITLES[section]],
      about: crm.title,
      href: crmLink(section),
    })),
  ];
}

async function chatsOf(api: GatewayApi, instanceName: string) {
  const params = { instanceName };
  const body = { take: CHATS_MAX };
  const chats = await api.call('POST', '/chat/findChats/{instanceName}', { params, body });
  return chats.map(({ remoteJid, pushName }) => ({
    kind: texts().common.chat,
    title: pushName ?? userOf(remoteJid),
    about: `${userOf(remoteJid)} · ${instanceName}`,
    href: linkTo(instanceName, 'conversations', remoteJid),
  }));
}

async function endpointsOf(api: GatewayApi, instanceName: string) {
  const params = { instanceName };
  const { endpoints } = await api.call('GET', '/webhook/endpoints/{instanceName}', { params });
  return endpoints
    .filter(({ readOnly }) => !readOnly)
    .map(({ id, name, target }) => ({
      kind: texts().common.endpoint,
      title: name,
      about: [target, instanceName].filter(Boolean).join(' · '),
      href: linkTo(instanceName, 'endpoints', id),
    }));
}

/** The delivery of this id, and the way to those that the list of the instance finds by the text. */
async function deliveriesOf(
  api: GatewayApi,
  instance: string | null,
  text: string,
  signal: AbortSignal,
): Promise<readonly FoundPlace[]> {
  const { search } = texts();
  const kind = search.delivery;
  const known = UUID.test(text) ? await readDelivery(api, null, text, signal) : null;
  if (known !== null) {
    const { id, event, sequence, instanceName } = known;
    const href = deliveriesLink(instanceName, id);
    return [{ kind, title: `${event} #${sequence}`, about: instanceName ?? '', href }];
  }
  // Without an instance, the list finds neither messages nor endpoints.
  if (instance === null && !STATUS.test(text)) return [];
  const href = deliveriesLink(instance) + query({ find: text });
  return [{ kind, title: search.amongDeliveries(text), href }];
}

function docsSource(): Source {
  const load = once(async () => {
    const { loadDocsSearch } = await import('../../../core/shell/page/docs-search.ts');
    return loadDocsSearch(urlOf(`/docs/search/${document.documentElement.lang}.json`));
  });
  return async (text) => {
    if (text.length < DOCS_MIN) return [];
    const found = (await load())(text).slice(0, EACH_MAX);
    return found.map(({ id, title, place }) => ({
      kind: texts().search.docs,
      title,
      about: place,
      href: urlOf(id),
    }));
  };
}
