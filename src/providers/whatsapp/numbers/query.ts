/** Asks WhatsApp to whom numbers belong. */
import type { NumberFound } from '../../chat-actions.ts';
import type { BinaryNode, WASocket } from '../engine/surface.ts';
import { bareJid } from '../translate/jids.ts';
import { attribute, body, child, children } from '../translate/node.ts';

/**
 * Resolves with results by number (digits), for each about which WhatsApp says something. Baileys' own look-up
 * omits which number an answer is about, which an account that is known under another spelling does not show.
 */
export async function queryNumbers(
  socket: WASocket,
  numbers: readonly string[],
): Promise<Map<string, NumberFound>> {
  const answer: BinaryNode = await socket.query(question(socket.generateMessageTag(), numbers));
  const users = children(child(child(answer, 'usync'), 'list'));
  return new Map(users.map((user) => foundIn(user, numbers)));
}

function question(sid: string, numbers: readonly string[]): BinaryNode {
  const node = (tag: string, content: BinaryNode[] | string, attrs = {}) => ({
    tag,
    attrs,
    content,
  });
  const asked = node('query', [node('contact', []), node('lid', [])]);
  const users = numbers.map((number) => node('user', [node('contact', `+${number}`)]));
  const attrs = { context: 'interactive', mode: 'query', sid, last: 'true', index: '0' };
  const usync = node('usync', [asked, node('list', users)], attrs);
  return node('iq', [usync], { to: 's.whatsapp.net', type: 'get', xmlns: 'usync' });
}

function foundIn(user: BinaryNode, numbers: readonly string[]): [string, NumberFound] {
  const contact = child(user, 'contact');
  const jid = bareJid(attribute(user, 'jid'));
  const text = body(contact).replace(/[^0-9]/g, '');
  const number = numbers.includes(text) ? text : (jid.split('@')[0] ?? '');
  if (attribute(contact, 'type') !== 'in' || jid === '') return [number, { jid: null, lid: null }];
  const lid = bareJid(attribute(child(user, 'lid'), 'val'));
  return [number, { jid, lid: lid === '' ? null : lid }];
}
