/** The formats in which receivers may get events, and the function that reshapes a stored body. */
import { declarationOf } from '../../events/contract/catalog.ts';
import type { BodyFields, ReceiverBody, Reshape, Target } from '../../events/contract/channel.ts';
import { newId } from '../../shared/ids.ts';
import { evolutionApiBody, type StoredEvent, type Surroundings } from './evolution-api.ts';
import { type CloudBody, canBeShaped, cloudBody, toCloudBody } from './whatsapp-cloud/body.ts';
import type { GraphIdentity } from './whatsapp-cloud/change.ts';

/** `gatehouse` is the body as it is stored. */
export const FORMATS = ['gatehouse', 'evolution-api', 'evolution-go', 'whatsapp-cloud'] as const;
export type Format = (typeof FORMATS)[number];

/** Returns the format of bodies for which none was chosen. */
export const defaultFormat = (config: {
  readonly webhookFormat: Format | null;
  readonly evolutionMode: boolean;
}): Format => config.webhookFormat ?? (config.evolutionMode ? 'evolution-api' : 'gatehouse');

/** Facts of the service that formats need. */
export interface FormatFacts {
  /** The format of bodies for which none was chosen. */
  readonly defaultFormat: Format;
  /** Where the service is reached: PUBLIC_URL, or an address of this machine. */
  serverUrl(): string;
  /** PUBLIC_URL, where receivers fetch files; null if it is not set. */
  readonly filesAt: string | null;
  /** JID of the account of an instance, null while it is not paired. */
  ownerOf(instanceId: string): string | null;
  /** The key of an instance that bodies show; null where keys are not shown. */
  keyOf(instanceId: string): string | null;
  /** The ids that paths of the Graph API have for an instance; null of one that is gone. */
  idsOf(instanceId: string): GraphIdentity | null;
}

/** Returns the facts for receivers that must not learn the key of an instance. */
export const withoutKeys = (facts: FormatFacts): FormatFacts => ({ ...facts, keyOf: () => null });

interface FactSources {
  readonly directory: {
    byId(id: string): (GraphIdentity & { readonly ownerJid: string | null }) | null;
  };
  readonly keyCopies: { of(id: string): string | null };
}

export const formatFacts = (
  config: Parameters<typeof defaultFormat>[0] & { readonly publicUrl: string | null },
  serverUrl: () => string,
  { directory, keyCopies }: FactSources,
): FormatFacts => ({
  defaultFormat: defaultFormat(config),
  serverUrl,
  filesAt: config.publicUrl,
  ownerOf: (id) => directory.byId(id)?.ownerJid ?? null,
  keyOf: (id) => keyCopies.of(id),
  idsOf: (id) => directory.byId(id),
});

/** The format that a receiver wants for its bodies. */
export interface Shape {
  /** Null for the default of the deployment. */
  readonly format: Format | null;
  /** For evolution-api: the event's name is appended to the path. */
  readonly byEvents: boolean;
  /** For evolution-go: the key of the instance. */
  readonly instanceToken: string | null;
}

/** Whether `byEvents` makes no difference, since only one format has an address for each event. */
export const isByEventsIgnored = (
  { format, byEvents }: Pick<Shape, 'format' | 'byEvents'>,
  defaultOne: Format,
): boolean => byEvents && (format ?? defaultOne) !== 'evolution-api';

export const DEFAULT_SHAPE: Shape = {
  format: null,
  byEvents: false,
  instanceToken: null,
};

/** Who gets the bodies. */
export interface BodyReceiver {
  /** The URL of a webhook; null for a receiver without one. */
  readonly address: string | null;
  /** Whether it gets events of a type, of an instance. */
  gets(type: string, instanceId: string): boolean;
}

/** The parts of a target that a format sets, without the endpoint's own settings. */
export type FormatParts = Partial<
  Pick<Target, 'base64' | 'reasonToSkip' | 'reshape' | 'signsAsHub' | 'wants'>
>;

/** Returns nothing when bodies are sent as they are stored. */
export function partsFor(shape: Shape, receiver: BodyReceiver, facts: FormatFacts): FormatParts {
  const reshape = reshapeFor(shape, receiver, facts);
  if (reshape === undefined) return {};
  const format = shape.format ?? facts.defaultFormat;
  if (format === 'evolution-api')
    return { reshape, wants: (event) => !isTold(storedIn(event), receiver.gets) };
  if (format !== 'whatsapp-cloud') return { reshape };
  return {
    reshape,
    signsAsHub: true,
    // Receivers ask for files by their ids.
    base64: false,
    wants: (event) => cloudShape(event, receiver, facts) !== null,
    reasonToSkip: (body) =>
      cloudShape(JSON.parse(body), receiver, facts) === null ? NO_FORM : null,
  };
}

const NO_FORM = 'the format whatsapp-cloud has no form for this event';

/** Returns whether a format has no form for any event of a type. */
export const neverShapes = (format: Format, type: string): boolean =>
  format === 'whatsapp-cloud' && !canBeShaped(type);

/** Returns undefined when bodies are sent as they are stored. */
export function reshapeFor(
  { format, byEvents, instanceToken }: Shape,
  receiver: BodyReceiver,
  facts: FormatFacts,
): Reshape | undefined {
  const { address } = receiver;
  switch (format ?? facts.defaultFormat) {
    case 'gatehouse':
      return undefined;
    case 'evolution-go':
      return (body) => {
        const key = instanceToken ?? keyIn(body, facts);
        return { body: evolutionGoBody(body, key), address, key };
      };
    case 'evolution-api':
      return (body) => evolutionApi(body, receiver, byEvents, facts);
    case 'whatsapp-cloud':
      return (body) => cloud(body, receiver, facts);
  }
}

function cloud(stored: string, receiver: BodyReceiver, facts: FormatFacts): ReceiverBody {
  const body = cloudShape(JSON.parse(stored), receiver, facts) ?? cloudBody('', []);
  return { body: inAscii(JSON.stringify(body)), address: receiver.address };
}

/** Bodies of the event log, and those that are about to be written, have these fields. */
const storedIn = (event: BodyFields): StoredEvent => event as unknown as StoredEvent;

/** Returns null for an event without a form there, and for an instance that is gone. */
function cloudShape(
  event: BodyFields,
  receiver: BodyReceiver,
  facts: FormatFacts,
): CloudBody | null {
  const stored = storedIn(event);
  const { instanceId } = stored;
  const identity = instanceId === undefined ? null : facts.idsOf(instanceId);
  if (identity === null) return null;
  const { filesAt } = facts;
  return toCloudBody(stored, { identity, filesAt, ...surroundings(stored, receiver, facts) });
}

/**
 * Returns how filters see the body that a receiver would get: without the file and without a key. Null for an event that
 * it does not get: the format has no form for it, or another event tells all of it.
 */
export function maskedBody(
  { format }: Pick<Shape, 'format'>,
  receiver: BodyReceiver,
  facts: FormatFacts,
): (event: BodyFields) => unknown {
  const chosen = format ?? facts.defaultFormat;
  if (chosen === 'whatsapp-cloud') return (event) => cloudShape(event, receiver, facts);
  if (chosen !== 'evolution-api') return (event) => event;
  return (event) => {
    // Objects that are built in memory may have undefined fields, which JSON leaves out.
    const stored = JSON.parse(JSON.stringify(event)) as StoredEvent;
    if (isTold(stored, receiver.gets)) return null;
    return evolutionApiBody(stored, { ...surroundings(stored, receiver, facts), apikey: null });
  };
}

function surroundings(
  { instanceId }: StoredEvent,
  { address, gets }: BodyReceiver,
  facts: FormatFacts,
): Omit<Surroundings, 'apikey'> {
  return {
    destination: address,
    gets: (type) => gets(type, instanceId ?? ''),
    serverUrl: facts.serverUrl(),
    ownerJid: instanceId === undefined ? null : facts.ownerOf(instanceId),
  };
}

/** The id in a body as `publish` writes it, which need not be parsed for it. */
const INSTANCE_ID = /^\{"id":"[^"]*","event":"[^"]*","instanceId":"([^"]*)"/;

function keyIn(body: string, facts: FormatFacts): string {
  const [, instanceId] = INSTANCE_ID.exec(body) ?? [];
  return (instanceId === undefined ? null : facts.keyOf(instanceId)) ?? '';
}

/**
 * Whether a receiver in the form of Evolution API is told all of this by events of another type. Only types that can
 * repeat others are parsed.
 */
export function isRepeated(stored: string, gets: BodyReceiver['gets']): boolean {
  const type = EVENT_NAME.exec(stored)?.[1] ?? '';
  if (declarationOf(type)?.duplicatesType === undefined) return false;
  // Only `publish` writes bodies in the event log.
  return isTold(JSON.parse(stored) as StoredEvent, gets);
}

function isTold({ event, data, instanceId = '' }: StoredEvent, gets: BodyReceiver['gets']) {
  const repeated = declarationOf(event)?.duplicatesType?.(data) ?? null;
  return repeated !== null && gets(repeated, instanceId);
}

const EVENT_NAME = /^\{"id":"[^"]*","event":"([^"]*)"/;

function evolutionApi(
  stored: string,
  receiver: BodyReceiver,
  byEvents: boolean,
  facts: FormatFacts,
): ReceiverBody {
  const { address } = receiver;
  const { body, file } = apartFromFile(stored);
  // Only `publish` writes bodies in the event log.
  const event = JSON.parse(body) as StoredEvent;
  const { instanceId } = event;
  const key = instanceId === undefined ? null : facts.keyOf(instanceId);
  const shaped = evolutionApiBody(event, { ...surroundings(event, receiver, facts), apikey: key });
  return {
    // That form has the file once at most.
    body: withFile(JSON.stringify(shaped), file) ?? '',
    address: byEvents && address !== null ? addressOf(address, shaped.event) : address,
    key,
  };
}

/** `messages.upsert` is posted to `<path>/messages-upsert`; a query stays behind the path. */
function addressOf(address: string, event: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${event.replace(/[._]/g, '-')}`;
  return url.href;
}

/** `body` is a JSON object as it is stored. */
const evolutionGoBody = (body: string, instanceToken: string): string =>
  `${body.slice(0, -1)},"instanceToken":${JSON.stringify(instanceToken)}}`;

/**
 * Returns JSON as Meta posts it, with every letter outside of ASCII escaped: there are receivers that escape it like
 * this before they compare the signature.
 */
export const inAscii = (json: string): string =>
  json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

// Keeps the file of a body apart while the rest is changed: parsing many megabytes as JSON would block everything else.

const FIELD = '"base64":"';
/** Shorter ones stay where they are. */
const LONG = 4096;
/** Replaces the file in the body. Only this process knows the text, so no text of an event can be mistaken for it. */
const MARK = `@file:${newId()}@`;

interface ApartFromFile {
  readonly body: string;
  readonly file: string | null;
}

/** Quotes inside texts are escaped, so a match cannot be part of a text. */
export function apartFromFile(body: string): ApartFromFile {
  const start = body.indexOf(FIELD) + FIELD.length;
  const end = start < FIELD.length ? -1 : body.indexOf('"', start);
  if (end - start < LONG) return { body, file: null };
  const file = body.slice(start, end);
  return { body: `${body.slice(0, start)}${MARK}${body.slice(end)}`, file };
}

/** Puts the file back, wherever its place is now; returns null if it has more than one. */
export function withFile(body: string, file: string | null): string | null {
  const at = file === null ? -1 : body.indexOf(MARK);
  if (file === null || at === -1) return body;
  const after = body.slice(at + MARK.length);
  return after.includes(MARK) ? null : `${body.slice(0, at)}${file}${after}`;
}
