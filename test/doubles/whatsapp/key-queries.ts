/** The key server: how many keys a device has left, new ones, and bundles for whoever wants to write. */

import { isSignatureOf } from '../../../packages/signal/src/signatures.ts';
import type { KeyBundle } from '../../../packages/signal/test/peer.ts';
import type { Connection } from './connection.ts';
import {
  at,
  type BinaryNode,
  bigEndian,
  bytesAt,
  childrenOf,
  numberAt,
  resultOf,
  stanza,
} from './stanzas.ts';
import type { World } from './world.ts';

const MAX_PRE_KEYS = 5000;

export async function answerKeys(
  query: BinaryNode,
  connection: Connection,
  world: World,
): Promise<BinaryNode | 'unanswered' | null> {
  const { companion } = connection;
  if (!companion) return null;
  if (at(query, 'count')) {
    const count = Math.max(companion.preKeys.length, world.claimedPreKeys);
    return resultOf(query, [stanza('count', { value: `${count}` })]);
  }
  if (at(query, 'digest')) {
    const { registrationId, identity, signedPreKey, preKeys } = companion;
    return resultOf(query, [
      stanza('digest', {}, [
        ...keyNodes({ registrationId, identity, signedPreKey }),
        stanza(
          'list',
          {},
          preKeys.map(({ id }) => stanza('id', {}, bigEndian(id, 3))),
        ),
      ]),
    ]);
  }
  if (at(query, 'list')) return upload(query, connection, world);
  if (at(query, 'rotate')) {
    companion.signedPreKey = signedKeyIn(at(query, 'rotate'), companion.identity, world);
    return world.withholdsKeys ? 'unanswered' : resultOf(query);
  }
  const wanted = childrenOf(at(query, 'key'), 'user');
  if (wanted.length === 0) return null;
  if (world.withholdsKeys) return 'unanswered';
  const users = await Promise.all(wanted.map(({ attrs }) => bundleNode(attrs.jid ?? '', world)));
  const bundles = users.filter((user) => user !== null);
  return resultOf(query, [stanza('list', {}, bundles)]);
}

function upload(query: BinaryNode, { companion }: Connection, world: World): BinaryNode | null {
  if (!companion) return null;
  if (!bytesAt(query, 'identity').equals(companion.identity)) {
    world.complain(`${companion.jid} uploaded keys under another identity`);
  }
  companion.registrationId = numberAt(query, 'registration');
  companion.signedPreKey = signedKeyIn(query, companion.identity, world);
  for (const key of childrenOf(at(query, 'list'), 'key')) {
    if (companion.preKeys.length >= MAX_PRE_KEYS) break;
    companion.preKeys.push({ id: numberAt(key, 'id'), value: bytesAt(key, 'value') });
  }
  return resultOf(query);
}

function signedKeyIn(
  node: BinaryNode | undefined,
  identity: Uint8Array,
  world: World,
): KeyBundle['signedPreKey'] {
  const value = bytesAt(node, 'skey', 'value');
  const signature = bytesAt(node, 'skey', 'signature');
  const message = Buffer.concat([Buffer.from([5]), value]);
  if (!isSignatureOf(identity, message, signature)) world.complain('a signed key is not signed');
  return { id: numberAt(node, 'skey', 'id'), value, signature };
}

async function bundleNode(jid: string, world: World): Promise<BinaryNode | null> {
  const found = world.directory.find(jid);
  if (!found) {
    return stanza('user', { jid }, [stanza('error', { code: '404', text: 'item-not-found' })]);
  }
  const { companion, person } = found;
  const bundle = companion ? companion.takeBundle() : await person.signal.bundle();
  const keys = person.givesKeys(jid, keyNodes(bundle));
  return keys && stanza('user', { jid }, keys);
}

export function keyNodes({
  registrationId,
  identity,
  signedPreKey,
  preKey,
}: KeyBundle): BinaryNode[] {
  return [
    stanza('registration', {}, bigEndian(registrationId, 4)),
    stanza('type', {}, Buffer.from([5])),
    stanza('identity', {}, identity),
    stanza('skey', {}, [
      stanza('id', {}, bigEndian(signedPreKey.id, 3)),
      stanza('value', {}, signedPreKey.value),
      stanza('signature', {}, signedPreKey.signature),
    ]),
    ...(preKey
      ? [
          stanza('key', {}, [
            stanza('id', {}, bigEndian(preKey.id, 3)),
            stanza('value', {}, preKey.value),
          ]),
        ]
      : []),
  ];
}
