/** Whatever an event holds, it becomes a webhook of Meta's form, or nothing. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { sampleBody } from '../../../../src/core/events/contract/catalog.ts';
import { EVENT_TYPES } from '../../../../src/core/events/contract/event-names.ts';
import { DEFAULT_SHAPE, partsFor } from '../../../../src/core/webhooks/format/formats.ts';
import { anyText } from '../../../helpers/any-text.ts';
import { GROUP, IDENTITY, LID, NOW, OWN, PERSON } from './whatsapp-cloud/kit.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const words = fc.oneof(
  fc.constantFrom('', PERSON, GROUP, LID, OWN, 'BR.1349', 'reaction', 'revoke', 'system', 'media'),
  fc.constantFrom('status@broadcast', '1@newsletter', '2026-01-05T10:00:00.000Z', '-000001-01-01'),
  anyText(20),
);
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    words,
    fc.boolean(),
    fc.double({ noNaN: true }),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('key', 'id', 'text', 'vcard', 'name', 'errors'), tie('value')),
  ),
})).value;

/** The fields of content that the form reads, and others. */
const CONTENT = [
  'conversation',
  'extendedTextMessage',
  'imageMessage',
  'audioMessage',
  'documentMessage',
  'stickerMessage',
  'locationMessage',
  'contactMessage',
  'contactsArrayMessage',
  'buttonsResponseMessage',
  'templateButtonReplyMessage',
  'listResponseMessage',
  'interactiveResponseMessage',
  'orderMessage',
  'systemMessage',
  'reactionMessage',
  'protocolMessage',
  'pollCreationMessageV3',
  'messageContextInfo',
  'strangeMessage',
];
const CONTEXT = ['contextInfo', 'nativeFlowResponseMessage', 'productItems', 'contacts', 'key'];
const said = fc.oneof(json, fc.dictionary(fc.constantFrom(...CONTEXT, 'vcard', 'caption'), json));
const content = fc.dictionary(fc.constantFrom(...CONTENT), said, { maxKeys: 3 });

/** Another value of the same kind for every value of a sample; lists stay lists of what they hold. */
function varied(value: Json): fc.Arbitrary<Json> {
  if (typeof value === 'string') return fc.oneof(fc.constant(value), words);
  if (typeof value === 'number') return fc.integer();
  if (typeof value === 'boolean') return fc.boolean();
  if (Array.isArray(value)) {
    const [first = ''] = value;
    return fc.array(varied(first), { maxLength: 3 });
  }
  if (value === null) return fc.constant(null);
  const fields = Object.entries(value).map(([name, one]) => [name, varied(one as Json)] as const);
  return fc.record(Object.fromEntries(fields));
}

const anyEvent = fc.constantFrom(...EVENT_TYPES).chain((type) => {
  const frame = { id: 'event-id', instanceId: 'instance-id', instanceName: 'shop', now: NOW };
  const { data, ...stored } = JSON.parse(sampleBody(type, frame));
  const changed = varied(data);
  return type === 'Message'
    ? fc.tuple(changed, content, fc.boolean()).map(([other, Message, IsEdit]) => ({
        ...stored,
        data: { ...(other as object), Message, IsEdit },
      }))
    : changed.map((other) => ({ ...stored, data: other }));
});

const FIELDS = [
  'messages',
  'standby',
  'history',
  'smb_message_echoes',
  'calls',
  'group_lifecycle_update',
  'group_participants_update',
  'group_settings_update',
  'message_template_status_update',
  'message_template_quality_update',
  'template_category_update',
  'account_update',
];
const SECONDS = expect.stringMatching(/^\d+$/);

/** A notice leaves as Meta sent it, whatever is in it. */
function expectOfMeta(body: string, isNotice: boolean): void {
  const { object, entry, ...nothing } = JSON.parse(body);
  expect([object, entry.length, nothing]).toEqual(['whatsapp_business_account', 1, {}]);
  const [{ id, changes }] = entry;
  expect(id).toBe(IDENTITY.wabaId);
  expect(changes.length).toBeGreaterThan(0);
  for (const { field, value } of changes) {
    if (isNotice) continue;
    expect(FIELDS).toContain(field);
    for (const message of [...(value.messages ?? []), ...(value.message_echoes ?? [])])
      expectMessage(message);
    for (const status of value.statuses ?? [])
      expect(status).toMatchObject({
        id: expect.any(String),
        status: expect.stringMatching(/^(sent|delivered|read|played|failed)$/),
        timestamp: SECONDS,
      });
    for (const group of value.groups ?? [])
      expect(group).toMatchObject({ group_id: expect.any(String), timestamp: SECONDS });
  }
}

function expectMessage(message: Record<string, unknown>): void {
  const { type } = message;
  expect(message).toMatchObject({ id: expect.stringMatching(/[\s\S]/), timestamp: SECONDS });
  expect(type).toEqual(expect.stringMatching(/^[a-z]\w*$/));
  const node = message[String(type)];
  // Of kinds that Meta may add, some have no node.
  expect(['object', 'undefined']).toContain(typeof node);
  const file = node as { id?: string } | undefined;
  if (['image', 'video', 'audio', 'document', 'sticker'].includes(String(type)))
    expect(file?.id).toMatch(/^[\w-]+$/);
}

test('any event is a webhook of Meta’s form in ASCII or nothing, and what is not wanted is not sent', () => {
  const facts = {
    defaultFormat: 'whatsapp-cloud',
    serverUrl: () => 'https://gate.test',
    filesAt: 'https://gate.test',
    ownerOf: () => OWN,
    keyOf: () => null,
    idsOf: () => IDENTITY,
  } as const;
  const receiver = { address: 'https://receiver.test/', gets: () => true };
  const { reshape, wants, reasonToSkip } = partsFor(DEFAULT_SHAPE, receiver, facts);
  let shaped = 0;
  fc.assert(
    fc.property(anyEvent, (event) => {
      const stored = JSON.stringify(event);
      const isWanted = wants?.(JSON.parse(stored));
      expect(reasonToSkip?.(stored) === null).toBe(isWanted === true);
      const body = reshape?.(stored).body ?? '';
      expect(body).toMatch(/^[ -~]+$/);
      if (!isWanted) return;
      shaped++;
      expectOfMeta(body, event.event === 'PlatformNotice');
    }),
    { numRuns: 2_000 },
  );
  expect(shaped).toBeGreaterThan(200);
});
