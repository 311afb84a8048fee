/** What the list of events says of each: enough to find the one that is looked for. */
import { expect, test } from 'bun:test';
import { en } from '../../../../../src/core/languages/en.ts';
import { setTexts } from '../../../../../src/modules/manager/page/texts.ts';
import {
  namesIn,
  summaryOf,
} from '../../../../../src/modules/manager/page/traffic/event-summary.ts';

setTexts(en);

interface Event {
  readonly event: string;
  readonly state?: string;
  readonly data: Record<string, unknown>;
}

const message = (Info: object, Message: object): Event => ({
  event: 'Message',
  data: { Info: { Type: 'text', MediaType: '', PushName: 'Ana', ...Info }, Message },
});
const media = { Type: 'media', MediaType: 'document' };
const of = (event: string, data: Record<string, unknown>, state?: string): Event => ({
  ...{ event, data },
  ...(state && { state }),
});

test.each<[Event, string]>([
  [message({}, { conversation: 'hello' }), 'Ana: hello'],
  [message({}, { extendedTextMessage: { text: 'see' } }), 'Ana: see'],
  [message({ PushName: '', Sender: '55@lid' }, { conversation: 'hi' }), '55@lid: hi'],
  [message({ IsFromMe: true }, { conversation: 'mine' }), 'this account: mine'],
  [message({ ...media, MediaType: 'image' }, { imageMessage: {} }), 'Ana: Photo'],
  [message(media, { imageMessage: { caption: 'look' } }), 'Ana: Photo · look'],
  [message(media, { documentMessage: { fileName: 'a.pdf' } }), 'Ana: Document · a.pdf'],
  [message({ Type: 'poll' }, { pollCreationMessageV3: {} }), 'Ana: Poll'],
  [{ ...message({ Chat: '56@s' }, { conversation: 'hi' }), event: 'SendMessage' }, 'to 56@s: hi'],
  [message({ Type: 'reaction' }, { reactionMessage: { text: '👍' } }), 'Ana: Reaction · 👍'],
  [message({ Type: 'reaction' }, { reactionMessage: { text: '' } }), 'Ana: Reaction removed'],
  [message({ Type: 'revoke' }, { protocolMessage: { type: 0 } }), 'Ana: Message deleted'],
  [
    of('Message', { ...message({}, { conversation: 'typo' }).data, IsEdit: true }),
    'Ana: typo (edited)',
  ],
  [
    message({ Type: 'poll_vote' }, { pollUpdateMessage: { vote: { selectedOptions: ['Mon'] } } }),
    'Ana: Vote · Mon',
  ],
  [
    of('MessageStatus', { Status: 'Error', Reason: 'Blocked.', Chat: '55@s' }),
    'Error · Blocked. · 55@s',
  ],
  [
    of('Undecryptable', { Info: { PushName: 'Ana' }, Reason: 'It is sealed.' }),
    'Ana: It is sealed.',
  ],
  [of('Presence', { From: '55@s', Unavailable: false }), '55@s · is online'],
  [of('ChatPresence', { Sender: '55@s', State: 'composing', Media: '' }), '55@s · is typing…'],
  [of('Receipt', { Chat: '55@s' }, 'Read'), 'Read · 55@s'],
  [of('CallOffer', { From: '55@s' }), '55@s'],
  [of('CallTerminate', { From: '55@s', Reason: 'busy' }), '55@s · busy'],
  [of('JoinedGroup', { JID: '1@g.us', Name: 'Crew' }), 'Crew'],
  [of('GroupInfo', { JID: '1@g.us', Name: { Name: 'Team' }, Join: [] }), 'name: Team · 1@g.us'],
  [
    of('GroupInfo', { JID: '1@g.us', Name: null, Leave: ['5@s', '6@s'] }),
    'leave: 5@s, 6@s · 1@g.us',
  ],
  [of('NewsletterJoin', { id: '1@newsletter' }), '1@newsletter'],
  [of('QRCode', { count: 1, maxCount: 6 }), '1 / 6'],
  [of('PasskeyRequest', { stage: 'challenge' }), 'challenge'],
  [of('LoggedOut', { reason: 'removed' }), 'removed'],
  [of('Connected', { jid: '55@s' }), '55@s'],
  [of('OfflineSyncCompleted', { Count: 0 }), ''],
])('%#: %j', (event, words) => {
  expect(summaryOf(event, new Map())).toBe(words);
});

test('people and groups have the names that other events of the list tell, and messages keep their text', () => {
  const names = namesIn([
    message({ Sender: '55@s' }, { conversation: 'hello' }),
    message({ Sender: '77@s', PushName: 'Me', IsFromMe: true }, { conversation: 'mine' }),
    of('JoinedGroup', { JID: '1@g.us', Name: 'Crew' }),
  ]);
  const shown = [
    of('Receipt', { Chat: '55@s' }, 'Read'),
    of('Receipt', { Chat: '77@s' }, 'Read'),
    of('GroupInfo', { JID: '1@g.us', Name: null, Leave: ['55@s', '66@s'] }),
    message({ PushName: '', Sender: '55@s' }, { conversation: '55@s' }),
    { ...message({ Chat: '1@g.us' }, { conversation: 'hi' }), event: 'SendMessage' },
  ];
  expect(shown.map((event) => summaryOf(event, names))).toEqual([
    'Read · Ana',
    'Read · 77@s',
    'leave: Ana, 66@s · Crew',
    'Ana: 55@s',
    'to Crew: hi',
  ]);
});
