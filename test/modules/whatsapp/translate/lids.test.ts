import { describe, expect, test } from 'bun:test';
import { lidsOfMessage, lidsOfNode } from '../../../../src/modules/whatsapp/translate/lids.ts';
import { eventsOfStanza } from '../../../../src/modules/whatsapp/translate/stanza.ts';
import { ANA, ANA_LID, BOB, BOB_LID, GROUP, NOW, self } from './samples.ts';

describe('whose phone number is to be asked for', () => {
  test('those a message names by LID alone', () => {
    const key = (fields: object) => lidsOfMessage({ key: { id: 'A', ...fields } });
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
