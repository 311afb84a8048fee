/** Accounts in many large groups: listing them holds up nobody. */
import { expect, test } from 'bun:test';
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys';
import type { WhatsAppConnection } from '../../../../src/modules/whatsapp/connection.ts';
import { WhatsAppGroups } from '../../../../src/modules/whatsapp/groups/actions.ts';
import { GroupCache } from '../../../../src/modules/whatsapp/groups/cache.ts';
import { turnsOf } from '../../../helpers/turns.ts';
import { ME } from '../opened-stage.ts';

const GROUPS = 30;
const MEMBERS = 400;
/** 12 000 members, of which about a thousand are worked on in a turn. */
const TURNS_MIN = 10;

const participants: BinaryNode[] = Array.from({ length: MEMBERS }, (_, index) => ({
  tag: 'participant',
  attrs: { jid: `${200_000 + index}@lid`, phone_number: `${5_511_000_000 + index}@s.whatsapp.net` },
}));
const groups = Array.from({ length: GROUPS }, (_, index) => ({
  tag: 'group',
  attrs: { id: `12036300000000${1_000 + index}`, subject: `Group ${index}` },
  content: participants,
}));
const answer = { tag: 'iq', attrs: {}, content: [{ tag: 'groups', attrs: {}, content: groups }] };

test('hundreds of groups are read from the answer, and described, in many turns of the event loop', async () => {
  const self = () => ({ jid: ME, lid: null, pushName: '' });
  const socket = { query: async () => answer, ws: { isOpen: true } } as unknown as WASocket;
  const connection = { requireOpen: () => ({ socket }) } as unknown as WhatsAppConnection;
  const groupCache = new GroupCache(self);
  const [known, readingTurns] = await turnsOf(groupCache.all(socket));
  expect(known).toHaveLength(GROUPS);
  expect(readingTurns).toBeGreaterThanOrEqual(TURNS_MIN);
  const baileys = { generateMessageIDV2: () => '' };
  const actions = new WhatsAppGroups({ connection, groups: groupCache, self, baileys });
  const [described, describingTurns] = await turnsOf(Array.fromAsync(actions.all()));
  expect(described.map(({ participants: { length } }) => length)).toEqual(
    groups.map(() => MEMBERS),
  );
  expect(describingTurns).toBeGreaterThanOrEqual(TURNS_MIN);
});
