/** Turns stanzas other than messages into events of the catalog. Pure. */
import type { CatalogEvent, EventType } from '../../../core/events/contract/catalog.ts';
import type { CallData } from '../../../core/events/types/calls.ts';
import type { NewsletterJoinData } from '../../../core/events/types/newsletters.ts';
import type { StatusChange } from '../../../core/messages/status.ts';
import {
  count,
  type Fields,
  jsonIn,
  record,
  text,
  timeMs,
} from '../../../core/providers/foreign-values.ts';
import { offlineSyncCompleted } from '../../../core/providers/session-events.ts';
import { iso } from '../../../core/shared/clock.ts';
import type { BinaryNode } from '../engine/surface.ts';
import { groupChange, isJoinOfOurs, joinedGroupOfNode } from './group-changes.ts';
import { bareJid, isNewsletter, person, type Self } from './jids.ts';
import { phonesIn } from './lids.ts';
import { attribute, attributes, body, child, children } from './node.ts';
import { receiptsOfNode } from './receipts.ts';

interface StanzaEvents {
  readonly events: readonly CatalogEvent[];
  /** The statuses of sent messages. */
  readonly statuses: readonly StatusChange[];
  /** A group to which the account was just added without a description; `joinedGroup` of its metadata has to follow. */
  readonly joined: string | null;
}

/** The types of events that `eventsOfStanza` gives, with `JoinedGroup` of what `joined` names. */
export const STANZA_EVENTS: readonly EventType[] = [
  'Receipt',
  'CallOffer',
  'CallRelayLatency',
  'CallTerminate',
  'GroupInfo',
  'JoinedGroup',
  'NewsletterJoin',
];

/** Notifications of changes that are stored, each with its event: of a picture, and of what all devices share. */
const STORED_CHANGES = ['picture', 'server_sync'];

/** Returns whether a `receipt`, `call` or `notification` may become an event. */
export function mayBecomeEvent({ tag, attrs: { type = '' } }: BinaryNode): boolean {
  if (tag === 'receipt') return type !== 'retry';
  return tag === 'call' || ['w:gp2', 'mex', ...STORED_CHANGES].includes(type);
}

/** Reads a `receipt`, `call` or `notification`; anything else gives no event. */
export function eventsOfStanza(node: BinaryNode, account: Self, nowMs: number): StanzaEvents {
  const phones = phonesIn(node);
  const phoneOf = (lid: string) => phones.get(lid) ?? account.phoneOf?.(lid) ?? null;
  const self: Self = { ...account, phoneOf };
  switch (node.tag) {
    case 'receipt':
      return { ...receiptsOfNode(node, self, nowMs), joined: null };
    case 'call':
      return eventsOf(callOfNode(node, self, nowMs));
    case 'notification':
      return notification(node, self, nowMs);
    default:
      return eventsOf();
  }
}

function notification(node: BinaryNode, self: Self, nowMs: number): StanzaEvents {
  const type = attribute(node, 'type');
  if (type === 'mex') return eventsOf(newsletterJoin(node));
  if (type !== 'w:gp2') return eventsOf();
  const create = child(node, 'create');
  if (create !== undefined) return eventsOf(joinedGroupOfNode(create, self, nowMs));
  const change = groupChange(node, self, nowMs);
  const joined = isJoinOfOurs(change, self) ? bareJid(attribute(node, 'from')) : null;
  return { ...eventsOf(change), joined };
}

const eventsOf = (...events: readonly (CatalogEvent | null)[]): StanzaEvents => ({
  events: events.filter((event) => event !== null),
  statuses: [],
  joined: null,
});

/** Returns null for the steps between offer and end, and for a call that names no caller. */
export function callOfNode(node: BinaryNode, self: Self, nowMs: number): CatalogEvent | null {
  const [step] = children(node);
  const data = callData(node, step, self, nowMs);
  if (data === null) return null;
  switch (step?.tag) {
    case 'offer':
    case 'offer_notice': {
      const caller = {
        RemotePlatform: attribute(node, 'platform'),
        RemoteVersion: attribute(node, 'version'),
      };
      return { type: 'CallOffer', data: { ...data, ...caller } };
    }
    case 'relaylatency':
      return { type: 'CallRelayLatency', data };
    case 'terminate':
      return { type: 'CallTerminate', data: { ...data, Reason: attribute(step, 'reason') } };
    case 'reject':
      return { type: 'CallTerminate', data: { ...data, Reason: 'reject' } };
    default:
      return null;
  }
}

function callData(
  node: BinaryNode,
  step: BinaryNode | undefined,
  self: Self,
  nowMs: number,
): CallData | null {
  const creator = person(self, ...attributes(step, 'call-creator', 'caller_pn', 'caller_lid'));
  const from = person(self, attribute(node, 'from'));
  const id = attribute(step, 'call-id');
  if (from.jid === '' || id === '') return null;
  // The creator's number is used for the caller too, so that one chat has one name.
  const isCreator = from.jid === creator.jid || from.jid === creator.alt;
  return {
    From: isCreator ? creator.jid : from.jid,
    Timestamp: iso(timeMs(attribute(node, 't'), nowMs)),
    CallCreator: creator.jid || from.jid,
    CallID: id,
  };
}

const JOIN = 'xwa2_notify_newsletter_on_join';

/** Returns null for any other notification, and for one that names no channel. */
export function newsletterJoin(node: BinaryNode): CatalogEvent | null {
  for (const update of children(node)) {
    const channel = record(record(record(jsonIn(body(update))).data)[JOIN]);
    const data = newsletterOf(channel, 'SUBSCRIBER');
    if (data !== null) return { type: 'NewsletterJoin', data };
  }
  return null;
}

/**
 * Reads a channel as WhatsApp describes it; `role` is used where the account's role is not given.
 * Null when it is not a channel.
 */
export function newsletterOf(channel: Fields, role: string): NewsletterJoinData | null {
  const id = bareJid(channel.id);
  if (!isNewsletter(id)) return null;
  const thread = record(channel.thread_metadata);
  const name = record(thread.name);
  const viewer = record(channel.viewer_metadata);
  return {
    id,
    state: { type: upper(record(channel.state).type, 'ACTIVE') },
    thread_metadata: {
      creation_time: String(count(thread.creation_time) ?? ''),
      invite: text(thread.invite),
      name: { text: text(name.text), id: text(name.id) },
      description: { text: text(record(thread.description).text) },
      subscribers_count: count(thread.subscribers_count) ?? 0,
      verification: upper(thread.verification, 'UNVERIFIED'),
      picture: pictureOf(record(thread.picture)),
    },
    viewer_metadata: {
      mute: upper(viewer.mute, 'OFF'),
      role: upper(viewer.role, role),
    },
  };
}

const pictureOf = ({ url }: Fields): { url: string } | null =>
  text(url) === '' ? null : { url: text(url) };

const upper = (value: unknown, otherwise: string): string =>
  (text(value) || otherwise).toUpperCase();

/** `ib` is the stanza that follows the last message that waited. Returns null for any other. */
export function caughtUp(ib: BinaryNode): CatalogEvent | null {
  const offline = child(ib, 'offline');
  return offline ? offlineSyncCompleted(count(attribute(offline, 'count')) ?? 0) : null;
}
