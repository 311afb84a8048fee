/** Files in the headers of what businesses send: found, told, stored and given out like those of any message. */
import { afterEach, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import type { proto } from '@whiskeysockets/baileys';
import type { Media, MediaFault } from '../../doubles/whatsapp/server.ts';
import { wholeFile } from '../../helpers/whole-file.ts';
import { ANA, endAll, opened } from './opened-stage.ts';

afterEach(endAll);

type Header = proto.Message.InteractiveMessage.IHeader;

const TEXT = 'Your invoice is ready';
const body = { text: TEXT };
const hydrated = (header: Header) => ({ ...header, hydratedContentText: TEXT, templateId: '1' });
const interactive = (header: Header): proto.Message.IInteractiveMessage => ({
  header: { ...header, title: 'Invoice', hasMediaAttachment: true },
  body,
  nativeFlowMessage: { buttons: [{ name: 'cta_url', buttonParamsJson: '{}' }] },
});
const template = (header: Header): proto.IMessage => ({
  templateMessage: { hydratedTemplate: hydrated(header) },
});
const buttons = (header: Header): proto.IMessage => ({
  buttonsMessage: { ...header, contentText: TEXT, headerType: 3 },
});
const card = { header: { title: 'Without a file' }, body };

type Place = [name: string, kind: string, inHeader: (header: Header) => proto.IMessage];

const PLACES: Place[] = [
  ['a template', 'templateMessage', template],
  [
    'a template in its older format',
    'templateMessage',
    (header) => ({ templateMessage: { hydratedFourRowTemplate: hydrated(header) } }),
  ],
  [
    'a template in both formats',
    'templateMessage',
    (header) => ({
      templateMessage: {
        hydratedTemplate: hydrated(header),
        hydratedFourRowTemplate: hydrated(header),
      },
    }),
  ],
  [
    'a template that its reader fills in',
    'templateMessage',
    (header) => ({ templateMessage: { fourRowTemplate: header } }),
  ],
  [
    'a template with native buttons',
    'templateMessage',
    (header) => ({ templateMessage: { interactiveMessageTemplate: interactive(header) } }),
  ],
  [
    'a template of the first kind',
    'highlyStructuredMessage',
    (header) => ({ highlyStructuredMessage: { hydratedHsm: template(header).templateMessage! } }),
  ],
  ['buttons', 'buttonsMessage', buttons],
  [
    'native buttons',
    'interactiveMessage',
    (header) => ({ interactiveMessage: interactive(header) }),
  ],
  [
    'cards, of which the second has the first file',
    'interactiveMessage',
    (header) => ({
      interactiveMessage: { body, carouselMessage: { cards: [card, interactive(header)] } },
    }),
  ],
  [
    'native buttons that are seen once',
    'interactiveMessage',
    (header) => ({ viewOnceMessage: { message: { interactiveMessage: interactive(header) } } }),
  ],
  [
    'a template in a chat whose messages disappear',
    'templateMessage',
    (header) => ({ ephemeralMessage: { message: template(header) } }),
  ],
  [
    'a template that another device of the account sent',
    'templateMessage',
    (header) => ({ deviceSentMessage: { destinationJid: ANA, message: template(header) } }),
  ],
  [
    'buttons in several envelopes',
    'buttonsMessage',
    (header) => ({
      ephemeralMessage: { message: { viewOnceMessageV2: { message: buttons(header) } } },
    }),
  ],
];

const FILES: [Omit<Media, 'bytes'>, string][] = [
  [{ media: 'document', fileName: 'invoice.pdf' }, 'application/pdf'],
  [{ media: 'image' }, 'image/jpeg'],
  [{ media: 'video' }, 'video/mp4'],
];

test.each(PLACES)(
  'a file in the header of %s is told with its bytes, and given out again',
  async (_, kind, inHeader) => {
    const { phone, ana, message, session, host } = await opened();
    for (const [content, mimetype] of FILES) {
      const bytes = randomBytes(7_000);
      const id = await ana.writes(phone, { ...content, bytes, inHeader });
      const { data, media } = await message(id);
      expect(media).toMatchObject({ mimetype, bytes: new Uint8Array(bytes) });
      expect(data.Info).toMatchObject({ Type: 'media', MediaType: content.media });
      const said = JSON.stringify(data.Message[kind]);
      expect(said).toContain(`"mimetype":"${mimetype}"`);
      expect(said).toContain('"fileLength":7000');
      const stored = host.messages.findLast((one) => one.id === id)!;
      expect(stored.kind).toBe(content.media);
      const file = await session.fileOf(stored);
      expect(file).toMatchObject({ field: `${content.media}Message`, mimetype });
      expect(file.fileName).toBe(content.fileName ?? null);
      expect(await wholeFile(file.content)).toEqual(bytes);
    }
  },
);

test('a file in a header that WhatsApp no longer has comes from the phone', async () => {
  const { phone, ana, message } = await opened();
  const bytes = randomBytes(900);
  const gone = { media: 'document', bytes, fault: { status: 410 }, inHeader: template } as const;
  expect((await message(await ana.writes(phone, gone))).media).toMatchObject({
    bytes: new Uint8Array(bytes),
  });
});

test('a file in a header that is not what its message says is told with what is wrong with it', async () => {
  const { phone, ana, message } = await opened();
  const bytes = randomBytes(900);
  const told = async (fault: MediaFault) =>
    (await message(await ana.writes(phone, { media: 'image', bytes, fault, inHeader: buttons })))
      .media;
  expect(await told({ tampered: true })).toEqual({ error: expect.stringContaining('altered') });
  expect(await told({ url: 'https://evil.example/x', noDirectPath: true })).toEqual({
    error: expect.stringContaining('does not say where'),
  });
});

test('what a business sends without a file stays a text', async () => {
  const { phone, ana, message, session, host } = await opened();
  const withPlace = { locationMessage: { degreesLatitude: 1, degreesLongitude: 2 } };
  const none: proto.IMessage[] = [
    template({}),
    template(withPlace),
    buttons({}),
    { interactiveMessage: interactive({ title: 'Hello' }) },
    { interactiveMessage: interactive({ jpegThumbnail: randomBytes(9) }) },
    { interactiveMessage: { body, carouselMessage: { cards: [card, {}] } } },
    { templateMessage: {} },
    { highlyStructuredMessage: { elementName: 'x' } },
  ];
  for (const one of none) {
    const id = await ana.writes(phone, { message: one });
    const { data, media } = await message(id);
    expect(media).toBeUndefined();
    expect(data.Info).toMatchObject({ Type: 'text', MediaType: '' });
    const stored = host.messages.findLast((other) => other.id === id)!;
    expect(await session.fileOf(stored).catch((error) => error.reason)).toBe('invalid');
  }
});
