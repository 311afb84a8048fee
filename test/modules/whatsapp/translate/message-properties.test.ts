/** Whatever any phone or the platform sends, translation answers with a truthful event or none. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { joinedGroup } from '../../../../src/modules/whatsapp/translate/group-changes.ts';
import { lidsOfMessage, lidsOfNode } from '../../../../src/modules/whatsapp/translate/lids.ts';
import { messageEvent } from '../../../../src/modules/whatsapp/translate/message.ts';
import { eventsOfStanza } from '../../../../src/modules/whatsapp/translate/stanza.ts';
import { ANA, ANA_LID, GROUP, ME, MY_LID, NOW, self } from './samples.ts';

/** The same in every run; another seed finds others. */
const RUNS = { seed: 20_260_105, numRuns: 500 };

const jid = fc.constantFrom(
  ANA,
  ANA_LID,
  ME,
  MY_LID,
  GROUP,
  'status@broadcast',
  '1@newsletter',
  '',
  '@',
  'x@constructor',
);
const junk = fc.anything({ withBigInt: true, withTypedArray: true, maxDepth: 3 });
const maybe = <T>(sound: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: sound }, { weight: 1, arbitrary: junk });

const FIELDS = [
  'conversation',
  'extendedTextMessage',
  'imageMessage',
  'documentMessage',
  'stickerMessage',
  'locationMessage',
  'reactionMessage',
  'ephemeralMessage',
  'editedMessage',
  'protocolMessage',
  'messageContextInfo',
  '__proto__',
  'constructor',
];
const { content } = fc.letrec<{ content: unknown }>((tie) => ({
  content: fc.dictionary(
    fc.constantFrom(...FIELDS),
    fc.oneof(
      { depthSize: 'small' },
      junk,
      fc.record({ text: maybe(fc.string()), mediaKey: junk, fileLength: junk, mimetype: junk }),
      fc.record({ message: tie('content') }),
      fc.record({ type: fc.constantFrom(0, 14), key: junk, editedMessage: tie('content') }),
    ),
    { maxKeys: 3 },
  ),
}));

const message = fc.record({
  key: maybe(
    fc.record(
      {
        remoteJid: maybe(jid),
        remoteJidAlt: maybe(jid),
        participant: maybe(jid),
        participantAlt: maybe(jid),
        fromMe: maybe(fc.boolean()),
        id: maybe(fc.string({ minLength: 1 })),
      },
      { requiredKeys: ['id'] },
    ),
  ),
  message: maybe(content),
  messageTimestamp: maybe(fc.integer()),
  messageStubType: fc.constantFrom(undefined, 0, 2),
  pushName: junk,
  verifiedBizName: junk,
});

test('a message is an event that JSON holds, or none', () => {
  let events = 0;
  fc.assert(
    fc.property(message, (anyMessage) => {
      const event = messageEvent(anyMessage as never, self, NOW);
      lidsOfMessage(anyMessage as never);
      if (event === null) return;
      events++;
      const { Info } = event.data;
      expect(JSON.parse(JSON.stringify(event.data))).toEqual(event.data);
      expect([typeof Info.Chat, typeof Info.Sender, typeof Info.PushName]).toEqual(
        Array(3).fill('string'),
      );
      expect(Info.Chat).not.toBe('');
      expect(Number.isNaN(Date.parse(Info.Timestamp))).toBe(false);
    }),
    RUNS,
  );
  expect(events).toBeGreaterThan(RUNS.numRuns / 20);
});

const TAGS = [
  'list',
  'item',
  'participants',
  'user',
  'offer',
  'terminate',
  'create',
  'group',
  'participant',
  'add',
  'subject',
  'description',
  'body',
  'ephemeral',
  'update',
];
const attrs = maybe(
  fc.dictionary(
    fc.constantFrom(
      'id',
      'type',
      'jid',
      'participant',
      'recipient',
      't',
      'key',
      'call-id',
      'call-creator',
      'expiration',
      's_t',
      'reason',
    ),
    maybe(fc.oneof(jid, fc.string(), fc.constantFrom('read', '1767607200'))),
  ),
);
const { child } = fc.letrec<{ child: unknown }>((tie) => ({
  child: fc.record({
    tag: maybe(fc.constantFrom(...TAGS)),
    attrs,
    content: fc.oneof({ depthSize: 'small' }, junk, fc.array(tie('child'), { maxLength: 3 })),
  }),
}));
const stanza = fc.record({
  tag: fc.constantFrom('receipt', 'call', 'notification'),
  attrs: fc.record({
    from: jid,
    type: maybe(fc.constantFrom('w:gp2', 'mex', 'read', 'read-self')),
    id: maybe(fc.string()),
    t: junk,
    participant: maybe(jid),
    recipient: maybe(jid),
  }),
  content: maybe(fc.array(child, { maxLength: 3 })),
});

test('a stanza is events that JSON holds, or none', () => {
  let events = 0;
  fc.assert(
    fc.property(stanza, (anyStanza) => {
      lidsOfNode(anyStanza as never);
      const recorded = eventsOfStanza(anyStanza as never, self, NOW);
      events += recorded.events.length;
      expect(JSON.parse(JSON.stringify(recorded))).toEqual(recorded);
    }),
    RUNS,
  );
  expect(events).toBeGreaterThan(RUNS.numRuns / 20);
});

test('what the client answers about a group is an event, or none', () => {
  const member = fc.record({ id: maybe(jid), phoneNumber: maybe(jid), admin: junk });
  const metadata = fc.record({
    id: maybe(jid),
    subject: junk,
    subjectTime: junk,
    creation: junk,
    participants: maybe(fc.array(maybe(member))),
  });
  fc.assert(
    fc.property(metadata, (anyMetadata) => {
      const event = joinedGroup(anyMetadata as never, self, NOW);
      expect(JSON.parse(JSON.stringify(event))).toEqual(event);
    }),
    RUNS,
  );
});
