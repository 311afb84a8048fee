import { describe, expect, test } from 'bun:test';
import { caughtUp, selfOf } from '../../../../src/providers/whatsapp/translate/connection.ts';
import { lidsOfMessage, lidsOfNode } from '../../../../src/providers/whatsapp/translate/lids.ts';
import { eventsOfStanza } from '../../../../src/providers/whatsapp/translate/stanza.ts';
import { ANA, ANA_LID, BOB, BOB_LID, GROUP, ME, MY_LID, NOW, self } from './given.ts';

describe('the account', () => {
  test('is known by the addresses of its credentials, without their device', () => {
    const account = {
      id: '5511900000001:7@s.whatsapp.net',
      lid: '100000000000001:7@lid',
      name: 'Shop',
    };
    expect(selfOf(account)).toEqual(self);
    expect(selfOf({ id: ME })).toEqual({ jid: ME, lid: null, pushName: '' });
  });

  test.each([undefined, null, {}, { id: 7 }, { id: 'x' }])(
    'is not known before pairing: %p',
    (me) => {
      expect(selfOf(me)).toBeNull();
    },
  );
});

test('catching up is over when WhatsApp says how much had waited', () => {
  const ib = (tag: string) => ({ tag: 'ib', attrs: {}, content: [{ tag, attrs: { count: '7' } }] });
  expect(caughtUp(ib('offline'))).toEqual({ type: 'OfflineSyncCompleted', data: { Count: 7 } });
  expect(caughtUp(ib('dirty'))).toBeNull();
});

describe('whose phone number is to be asked for', () => {
  test('those a message names by LID alone', () => {
    const key = (given: object) => lidsOfMessage({ key: { id: 'A', ...given } });
    expect(key({ remoteJid: ANA_LID })).toEqual([ANA_LID]);
    expect(key({ remoteJid: ANA_LID, remoteJidAlt: ANA })).toEqual([]);
    expect(key({ remoteJid: ANA, remoteJidAlt: ANA_LID })).toEqual([]);
    expect(key({ remoteJid: GROUP, participant: '200000000000002:3@lid' })).toEqual([ANA_LID]);
    expect(key({})).toEqual([]);
  });

  test('those a stanza names anywhere, each once', () => {
    const one = (jid: string) => ({ tag: 'participant', attrs: { jid } });
    const add = { tag: 'add', attrs: {}, content: [one(BOB_LID), one(BOB), one(ANA_LID)] };
    const node = {
      tag: 'notification',
      attrs: { from: GROUP, participant: ANA_LID },
      content: [add],
    };
    expect(lidsOfNode(node)).toEqual([ANA_LID, BOB_LID]);
  });

  test('but not those a stanza gives by itself', () => {
    const attrs = { from: GROUP, participant: ANA_LID, participant_pn: ANA };
    const subject = { tag: 'subject', attrs: { subject: 'S', s_o: ANA_LID } };
    const node = { tag: 'notification', attrs: { ...attrs, type: 'w:gp2' }, content: [subject] };
    expect(lidsOfNode(node)).toEqual([]);
    const [renamed] = eventsOfStanza(node, self, NOW).events;
    expect(renamed?.data).toMatchObject({ Name: { Name: 'S', NameSetBy: ANA } });
  });
});

test('a stanza without news gives no event', () => {
  const nothing = { events: [], statuses: [], joined: null };
  expect(eventsOfStanza({ tag: 'ib', attrs: {} }, { ...self, lid: MY_LID }, NOW)).toEqual(nothing);
  const picture = { tag: 'notification', attrs: { type: 'picture', from: ANA } };
  expect(eventsOfStanza(picture, self, NOW)).toEqual(nothing);
});
