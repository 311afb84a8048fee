import { expect, test } from 'bun:test';
import { keyOf } from '../../../src/core/providers/about-another.ts';

const ANA = '5511999990000@s.whatsapp.net';
const GROUP = '120363000000000000@g.us';
const about = (isFromMe: boolean, chatAddress: string, authorAddress: string) => ({
  ...{ id: 'A1', isFromMe, chatAddress, authorAddress },
  ...{ chat: chatAddress, content: null },
});

test('the key of a message names its author wherever others write too, unless the account wrote it', () => {
  const cases = [
    [about(false, GROUP, ANA), { remoteJid: GROUP, fromMe: false, id: 'A1', participant: ANA }],
    [
      about(false, 'status@broadcast', ANA),
      { remoteJid: 'status@broadcast', fromMe: false, id: 'A1', participant: ANA },
    ],
    [
      about(false, '17@broadcast', ANA),
      { remoteJid: '17@broadcast', fromMe: false, id: 'A1', participant: ANA },
    ],
    [about(true, GROUP, '1@lid'), { remoteJid: GROUP, fromMe: true, id: 'A1' }],
    [about(false, ANA, ''), { remoteJid: ANA, fromMe: false, id: 'A1' }],
  ] as const;
  for (const [message, key] of cases) expect(keyOf(message)).toEqual(key);
});
