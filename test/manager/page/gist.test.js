/** What the list of events says of each: enough to find the one that is looked for. */
import { expect, test } from 'bun:test';
import { gist } from '../../../src/manager/page/gist.js';

const message = (Info, Message) => ({
  event: 'Message',
  data: { Info: { Type: 'text', MediaType: '', PushName: 'Ana', ...Info }, Message },
});
const media = { Type: 'media', MediaType: 'document' };

test.each([
  [message({}, { conversation: 'hello' }), 'Ana: hello'],
  [message({}, { extendedTextMessage: { text: 'see' } }), 'Ana: see'],
  [message({ PushName: '', Sender: '55@lid' }, { conversation: 'hi' }), '55@lid: hi'],
  [message({ IsFromMe: true }, { conversation: 'mine' }), 'the account itself: mine'],
  [message({ ...media, MediaType: 'image' }, { imageMessage: {} }), 'Ana: image'],
  [
    message({ ...media, MediaType: 'image' }, { imageMessage: { caption: 'look' } }),
    'Ana: image, look',
  ],
  [message(media, { documentMessage: { fileName: 'a.pdf' } }), 'Ana: document, a.pdf'],
  [message({ Type: 'poll' }, { pollCreationMessageV3: {} }), 'Ana: poll'],
  [{ ...message({ Chat: '56@s' }, { conversation: 'hi' }), event: 'SendMessage' }, 'to 56@s: hi'],
  [message({ Type: 'reaction' }, { reactionMessage: { text: '👍' } }), 'Ana: reaction 👍'],
  [message({ Type: 'reaction' }, { reactionMessage: { text: '' } }), 'Ana: reaction taken back'],
  [message({ Type: 'revoke' }, { protocolMessage: { type: 0 } }), 'Ana: message deleted'],
  [
    { event: 'Message', data: { ...message({}, { conversation: 'typo' }).data, IsEdit: true } },
    'Ana: typo (edited)',
  ],
  [
    message({ Type: 'poll_vote' }, { pollUpdateMessage: { vote: { selectedOptions: ['Mon'] } } }),
    'Ana: vote, Mon',
  ],
  [
    { event: 'MessageStatus', data: { Status: 'Error', Reason: 'Blocked.', Chat: '55@s' } },
    'Error · Blocked. · 55@s',
  ],
  [
    { event: 'Undecryptable', data: { Info: { PushName: 'Ana' }, Reason: 'It is sealed.' } },
    'Ana: It is sealed.',
  ],
  [{ event: 'Presence', data: { From: '55@s', Unavailable: false } }, '55@s · online'],
  [
    { event: 'ChatPresence', data: { Sender: '55@s', State: 'composing', Media: '' } },
    '55@s · writes',
  ],
  [{ event: 'Receipt', state: 'Read', data: { Chat: '55@s' } }, 'Read · 55@s'],
  [{ event: 'CallOffer', data: { From: '55@s' } }, '55@s'],
  [{ event: 'CallTerminate', data: { From: '55@s', Reason: 'busy' } }, '55@s · busy'],
  [{ event: 'JoinedGroup', data: { JID: '1@g.us', Name: 'Crew' } }, 'Crew'],
  [
    { event: 'GroupInfo', data: { JID: '1@g.us', Name: { Name: 'Team' }, Join: [], Topic: null } },
    'name: Team · 1@g.us',
  ],
  [
    { event: 'GroupInfo', data: { JID: '1@g.us', Name: null, Leave: ['55@s', '56@s'] } },
    'leave: 55@s, 56@s · 1@g.us',
  ],
  [{ event: 'NewsletterJoin', data: { id: '1@newsletter' } }, '1@newsletter'],
  [{ event: 'QRCode', data: { count: 1, maxCount: 6 } }, '1 of 6'],
  [{ event: 'PasskeyRequest', data: { stage: 'challenge' } }, 'challenge'],
  [{ event: 'LoggedOut', data: { reason: 'removed' } }, 'removed'],
  [{ event: 'Connected', data: { jid: '55@s' } }, '55@s'],
  [{ event: 'OfflineSyncCompleted', data: { Count: 0 } }, ''],
])('%#: %j', (event, words) => {
  expect(gist(event)).toBe(words);
});
