/** Answers to info queries. What has no answer here is written down and refused, so that no client waits for it. */
import { createHash } from 'node:crypto';
import { binaryNodeToString } from '@whiskeysockets/baileys';
import type { Connection } from './connection.ts';
import { answerKeys } from './key-queries.ts';
import {
  at,
  type BinaryNode,
  childrenOf,
  errorOf,
  nowSeconds,
  resultOf,
  SERVER,
  stanza,
} from './stanzas.ts';
import { answerUsync } from './usync.ts';
import type { World } from './world.ts';

/** Null: there is none. `sent`: it has gone out already; `unanswered`: none is to come. */
type Given = BinaryNode | 'sent' | 'unanswered' | null;

type Answer = (query: BinaryNode, connection: Connection, world: World) => Promise<Given> | Given;

const done: Answer = (query) => resultOf(query);

const PRIVACY = ['readreceipts', 'last', 'online', 'profile', 'status', 'groupadd', 'calladd'];

/** By namespace. */
const ANSWERS: Record<string, Answer> = {
  'w:p': done,
  passive: done,
  status: done,
  disappearing_mode: done,
  'w:stats': done,
  'urn:xmpp:whatsapp:dirty': done,
  encrypt: answerKeys,
  usync: answerUsync,
  abt: (query) => {
    const hash = createHash('sha1').update('props').digest('hex').slice(0, 10);
    return resultOf(query, [stanza('props', { protocol: '1', hash, refresh: '86400' }, [])]);
  },
  blocklist: (query) => resultOf(query, [stanza('list', {}, [])]),
  privacy: (query) => {
    if (at(query, 'tokens')) return resultOf(query);
    const settings = PRIVACY.map((name) => stanza('category', { name, value: 'all' }));
    return resultOf(query, [stanza('privacy', {}, settings)]);
  },
  'w:m': (query, _connection, { media }) => {
    if (media.isUnnamed) return errorOf(query, 503, 'service-unavailable');
    const host = stanza('host', { hostname: media.host, maxContentLengthBytes: '104857600' });
    const about = { auth: 'media-auth', ttl: '300', auth_ttl: '21600', max_buckets: '12' };
    return resultOf(query, [stanza('media_conn', about, [host])]);
  },
  'w:sync:app:state': (query) => {
    const collections = childrenOf(at(query, 'sync'), 'collection').map(({ attrs }) =>
      stanza('collection', { name: attrs.name, version: attrs.version ?? '0', type: 'result' }),
    );
    return resultOf(query, [stanza('sync', {}, collections)]);
  },
  'w:mex': (query, connection, { newChatLock, newsletters }) =>
    newChatLock.answer(query) ??
    newsletters.answer(query, connection) ??
    resultOf(query, [stanza('result', {}, JSON.stringify({ data: {} }))]),
  'w:biz': (query, _connection, { directory }) => {
    const jid = at(query, 'business_profile', 'profile')?.attrs.jid ?? '';
    const business = directory.find(jid)?.person.business;
    if (!business) return resultOf(query);
    const fields = Object.entries(business).map(([name, value]) => stanza(name, {}, value));
    return resultOf(query, [
      stanza('business_profile', { v: '244' }, [stanza('profile', { jid }, fields)]),
    ]);
  },
  'w:profile:picture': (query, _connection, { directory }) => {
    const url = directory.find(query.attrs.target ?? '')?.person.picture;
    if (!url) return errorOf(query, 404, 'item-not-found');
    return resultOf(query, [stanza('picture', { id: '1', type: 'image', url })]);
  },
  md: (query, connection, world) => {
    const exchange = at(query, 'link_code_companion_reg');
    if (exchange) {
      world.codes.take(connection, query, exchange);
      return 'sent';
    }
    if (at(query, 'remove-companion-device')) return world.removeDevice(query, connection);
    return world.passkeys.answer(query, connection);
  },
  'w:g2': (query, connection, world) => world.groups.answer(query, connection),
};

export async function answerQuery(connection: Connection, query: BinaryNode, world: World) {
  const answer = await ANSWERS[query.attrs.xmlns ?? '']?.(query, connection, world);
  if (answer === 'sent' || answer === 'unanswered') return;
  if (answer) {
    connection.send(answer);
    return;
  }
  world.noAnswer(binaryNodeToString(query));
  connection.send(errorOf(query, 501, 'feature-not-implemented'));
}

export const successOf = (lid: string): BinaryNode =>
  stanza('success', {
    t: nowSeconds(),
    lid,
    location: 'fake',
    props: '27',
    companion_enc_static: 'x',
  });

export const edgeRoutingOf = (routing: Uint8Array): BinaryNode =>
  stanza('ib', { from: SERVER }, [
    stanza('edge_routing', {}, [stanza('routing_info', {}, routing)]),
  ]);
