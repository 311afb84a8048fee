/**
 * Channels, as events of the catalog. Owns: reading the JSON the platform sends when the account follows one.
 * The client has no event for it, so it is read off the stanza; nothing of it can be relied upon. Pure.
 */
import type { BinaryNode } from '@whiskeysockets/baileys';
import type { CatalogEvent, NewsletterJoinData } from '../../../events/contract/catalog.ts';
import { bareJid, isNewsletter } from './jids.ts';
import { body, children } from './node.ts';
import { count, type Fields, record, text } from './reading.ts';

const JOIN = 'xwa2_notify_newsletter_on_join';

/** Null for any other notification, and for one that names no channel. */
export function newsletterJoin(node: BinaryNode): CatalogEvent | null {
  for (const update of children(node)) {
    const channel = record(record(record(parsed(body(update))).data)[JOIN]);
    const id = bareJid(channel.id);
    if (isNewsletter(id)) return { type: 'NewsletterJoin', data: dataOf(id, channel) };
  }
  return null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function dataOf(id: string, channel: Fields): NewsletterJoinData {
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
      role: upper(viewer.role, 'SUBSCRIBER'),
    },
  };
}

const pictureOf = ({ url }: Fields): { url: string } | null =>
  text(url) === '' ? null : { url: text(url) };

const upper = (value: unknown, otherwise: string): string =>
  (text(value) || otherwise).toUpperCase();
