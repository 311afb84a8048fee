/** Answers to info queries. What has no answer here is written down and refused, so that no client waits for it. */
import { createHash } from 'node:crypto';
import { binaryNodeToString } from '@whiskeysockets/baileys';
import type { Connection } from './connection.ts';
import { answerKeys } from './key-queries.ts';
import type { Person } from './person.ts';
import {
  at,
  type BinaryNode,
  bytesAt,
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
type QueryAnswer = BinaryNode | 'sent' | 'unanswered' | null;

type Answer = (
  query: BinaryNode,
  connection: Connection,
  world: World,
) => Promise<QueryAnswer> | QueryAnswer;

const done: Answer = (query) => resultOf(query);

const PRIVACY = ['readreceipts', 'last', 'online', 'profile', 'status', 'groupadd', 'calladd'];

/** By namespace. */
const ANSWERS: Record<string, Answer> = {
  'w:p': done,
  passive: done,
  // The text about the account was set by this until August 2026; since then it is answered and has no effect.
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
  blocklist: (query, { companion }) => {
    const blocked = companion?.person.blocked ?? new Set<string>();
    const { action, jid = '' } = at(query, 'item')?.attrs ?? {};
    if (action === 'block') blocked.add(jid);
    if (action === 'unblock') blocked.delete(jid);
    const items = [...blocked].map((one) => stanza('item', { jid: one }, []));
    return resultOf(query, [stanza('list', {}, items)]);
  },
  privacy: (query, { companion }) => {
    if (at(query, 'tokens')) return resultOf(query);
    const privacy = companion?.person.privacy ?? new Map<string, string>();
    if (query.attrs.type === 'set') return setPrivacy(query, privacy);
    const settings = PRIVACY.map((name) =>
      stanza('category', { name, value: privacy.get(name) ?? 'all' }),
    );
    return resultOf(query, [stanza('privacy', {}, settings)]);
  },
  'w:m': (query, _connection, { media }) => {
    if (media.isUnnamed) return errorOf(query, 503, 'service-unavailable');
    const host = stanza('host', { hostname: media.host, maxContentLengthBytes: '104857600' });
    const about = { auth: 'media-auth', ttl: '300', auth_ttl: '21600', max_buckets: '12' };
    return resultOf(query, [stanza('media_conn', about, [host])]);
  },
  'w:sync:app:state': (query, { companion }, world) =>
    companion?.person.appState.answer(query, companion, (what) => world.complain(what)) ?? null,
  'w:mex': (query, connection, { abouts, newChatLock, newsletters }) =>
    abouts.answer(query, connection) ??
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
  'w:profile:picture': (query, { companion }, { directory, groups }) => {
    const { target, type } = query.attrs;
    if (type === 'set' && target !== undefined)
      return groups.setPicture(query, target, companion?.person);
    if (type === 'set') return setPicture(query, companion?.person);
    const url = directory.find(target ?? '')?.person.picture;
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

/** Refuses to be asked for what is no setting. */
function setPrivacy(query: BinaryNode, privacy: Map<string, string>): BinaryNode {
  for (const { attrs } of childrenOf(at(query, 'privacy'), 'category')) {
    if (!PRIVACY.includes(attrs.name ?? '')) return errorOf(query, 400, 'bad-request');
    privacy.set(attrs.name ?? '', attrs.value ?? '');
  }
  return resultOf(query);
}

function setPicture(query: BinaryNode, person: Person | undefined): BinaryNode {
  if (!person) return errorOf(query, 401, 'not-authorized');
  person.pictureSent = at(query, 'picture') ? bytesAt(query, 'picture') : null;
  person.picture = person.pictureSent && `https://pps.test/${person.number}.jpg`;
  return resultOf(query);
}

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
