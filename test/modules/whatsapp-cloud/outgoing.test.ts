import { describe, expect, test } from 'bun:test';
import type { StoredMessage } from '../../../src/core/messages/rows.ts';
import type { ListContent } from '../../../src/core/providers/interactive.ts';
import { messageContent } from '../../../src/core/providers/message-content.ts';
import type { OutgoingContent, OutgoingMedia } from '../../../src/core/providers/outgoing.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import {
  graphContent,
  graphContext,
  graphMedia,
  requireSendable,
} from '../../../src/modules/whatsapp-cloud/outgoing.ts';
import { recipientOf } from '../../../src/modules/whatsapp-cloud/recipients.ts';

const stored = (fields: Partial<StoredMessage> = {}): StoredMessage => ({
  id: 'wamid.A',
  isFromMe: false,
  chat: '5511988887777@s.whatsapp.net',
  sender: '5511988887777@s.whatsapp.net',
  chatAddress: '5511988887777@s.whatsapp.net',
  authorAddress: '',
  kind: 'text',
  content: null,
  sentAt: 1_000,
  ...fields,
});

/** The reason and the words of a refusal. */
function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return `${error.reason}: ${error.message}`;
    throw error;
  }
  return 'nothing was refused';
}

const said = (content: OutgoingContent) => graphContent(content);

describe('what is said through the Cloud API', () => {
  test('a template goes by its name with what fills it, without what its reader sees', () => {
    const components = [{ type: 'body', parameters: [{ type: 'text', text: 'A-17' }] }];
    const shown = { header: null, body: 'A-17', footer: null, offer: null, buttons: [], cards: [] };
    expect(
      said({ kind: 'template', name: 'order_ready', language: 'pt_BR', components, shown }),
    ).toEqual({
      type: 'template',
      template: { name: 'order_ready', language: { code: 'pt_BR' }, components },
    });
  });

  test('a text goes with a preview of its link where one was asked for', () => {
    expect(said({ kind: 'text', text: 'Hello' })).toEqual({
      type: 'text',
      text: { body: 'Hello', preview_url: false },
    });
    const preview = { url: 'https://a.example', title: 'A', description: '' };
    expect(said({ kind: 'text', text: 'See https://a.example', preview })).toMatchObject({
      text: { preview_url: true },
    });
    expect(refusal(() => said({ kind: 'text', text: 'x'.repeat(4_097) }))).toBe(
      'invalid: the Cloud API takes at most 4096 characters as text, not 4097',
    );
  });

  test('a place, a contact and a reaction go as what they are', () => {
    const place = { latitude: -23.5, longitude: -46.6, name: 'Shop' };
    expect(said({ kind: 'location', ...place })).toEqual({ type: 'location', location: place });
    const card = {
      fullName: 'Ana Silva',
      phones: [{ phone: '+5511988887777', type: 'CELL', waId: '5511988887777' }],
      emails: [{ email: 'a@b.example' }],
    };
    expect(said({ kind: 'contacts', contacts: [card] })).toEqual({
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Ana Silva', first_name: 'Ana Silva' },
          phones: [{ phone: '+5511988887777', type: 'CELL', wa_id: '5511988887777' }],
          emails: [{ email: 'a@b.example' }],
        },
      ],
    });
    expect(said({ kind: 'reaction', about: stored(), text: '' })).toEqual({
      type: 'reaction',
      reaction: { message_id: 'wamid.A', emoji: '' },
    });
  });

  test('what answers or is about a message names it as Meta does, whoever sent it', () => {
    const ours = stored({ id: '3EB0AA', isFromMe: true, platformId: 'wamid.B' });
    expect(graphContext({ quoted: ours })).toEqual({ context: { message_id: 'wamid.B' } });
    const echo = stored({ id: 'wamid.C', isFromMe: true });
    expect(graphContext({ quoted: echo })).toEqual({ context: { message_id: 'wamid.C' } });
    expect(graphContext({})).toEqual({});
    const gone = {
      ...stored({ id: 'wamid.D' }),
      content: null,
      claimedContent: { conversation: 'Hello' },
    };
    expect(graphContext({ quoted: gone })).toEqual({ context: { message_id: 'wamid.D' } });
    expect(graphContext({ quoted: stored({ id: 'ABC' }) })).toEqual({
      context: { message_id: 'ABC' },
    });
    const { sentAt: _, ...foreign } = stored({ id: 'ABC' });
    expect(refusal(() => graphContext({ quoted: foreign }))).toBe(
      'invalid: message ABC cannot be named to Meta, whose ids begin with wamid.',
    );
    const unnamed = stored({ id: '3EB0AA', isFromMe: true });
    expect(refusal(() => graphContext({ quoted: unnamed }))).toBe(
      'conflict: WhatsApp has not taken message 3EB0AA, so nothing can be said about it',
    );
  });

  test.each([
    [{ kind: 'poll', name: 'a', options: ['b', 'c'], selectableCount: 1 }, 'send buttons'],
    [{ kind: 'edit', about: stored(), text: 'a' }, 'cannot edit'],
    [{ kind: 'revoke', about: stored() }, 'cannot take back'],
    [{ kind: 'forward', about: stored() }, 'cannot forward'],
  ] as [OutgoingContent, string][])('%o is refused with the reason', (content, words) => {
    expect(refusal(() => said(content))).toStartWith('invalid: the Cloud API cannot ');
    expect(refusal(() => said(content))).toContain(words);
  });

  test('a status and mentions are refused, which the Cloud API would pass over', () => {
    for (const context of [{ audience: ['1'] }, { mentioned: ['1'] }, { mentionsEveryone: true }])
      expect(refusal(() => graphContext(context))).toStartWith('invalid: the Cloud API cannot ');
  });
});

describe('what people choose from', () => {
  const buttons = [
    { id: 'y', text: 'Yes' },
    { id: 'n', text: 'No' },
  ];
  const list: ListContent = {
    kind: 'list',
    text: 'Which one?',
    label: 'Open',
    sections: [{ title: 'Fruit', rows: [{ id: '1', title: 'Apple', description: 'red' }] }],
  };

  test('buttons, a link and a list go as the Graph API spells them', () => {
    expect(said({ kind: 'buttons', header: 'Hi', text: 'Sure?', footer: 'Shop', buttons })).toEqual(
      {
        type: 'interactive',
        interactive: {
          type: 'button',
          header: { type: 'text', text: 'Hi' },
          body: { text: 'Sure?' },
          footer: { text: 'Shop' },
          action: {
            buttons: [
              { type: 'reply', reply: { id: 'y', title: 'Yes' } },
              { type: 'reply', reply: { id: 'n', title: 'No' } },
            ],
          },
        },
      },
    );
    expect(
      said({ kind: 'link', text: 'Ours', label: 'Open', url: 'https://a.example' }),
    ).toMatchObject({
      interactive: {
        type: 'cta_url',
        action: {
          name: 'cta_url',
          parameters: { display_text: 'Open', url: 'https://a.example' },
        },
      },
    });
    expect(said(list)).toEqual({
      type: 'interactive',
      interactive: {
        type: 'list',
        body: { text: 'Which one?' },
        action: { button: 'Open', sections: list.sections },
      },
    });
  });

  test('events and stored messages show them in the spelling of the protocol', () => {
    const context = { self: '', chat: '', decode: () => ({}), nowMs: 0 };
    expect(messageContent({ kind: 'buttons', text: 'Sure?', buttons }, context)).toMatchObject({
      buttonsMessage: {
        contentText: 'Sure?',
        buttons: [{ buttonId: 'y', buttonText: { displayText: 'Yes' } }, { buttonId: 'n' }],
      },
    });
    expect(messageContent(list, context)).toMatchObject({
      listMessage: {
        description: 'Which one?',
        buttonText: 'Open',
        sections: [{ title: 'Fruit', rows: [{ rowId: '1', title: 'Apple', description: 'red' }] }],
      },
    });
  });

  test('all that Meta would refuse is named at once', () => {
    const long = 'x'.repeat(21);
    const four = [1, 2, 3, 4].map((id) => ({ id: `${id}`, text: long }));
    expect(refusal(() => said({ kind: 'buttons', text: '', buttons: four }))).toBe(
      [
        'invalid: description must have 1-1024 characters',
        'there must be 1-3 buttons',
        ...[0, 1, 2, 3].map((at) => `buttons.${at}.displayText must have 1-20 characters`),
        'the texts of buttons must differ',
      ].join('; '),
    );
    const rows = Array.from({ length: 11 }, () => ({ id: '1', title: 'Apple' }));
    expect(refusal(() => said({ ...list, sections: [{ rows }, { rows: [] }] }))).toBe(
      'invalid: there must be 1-10 rows; every section needs a title where there are several; the ids of rows must differ',
    );
    const link = { kind: 'link', text: 'a', label: 'b', url: 'javascript:alert(1)' } as const;
    expect(refusal(() => said(link))).toContain('buttons.0.url must be an http or https URL');
  });
});

describe('files through the Cloud API', () => {
  const media = (fields: Partial<OutgoingMedia>): OutgoingMedia => ({
    number: '5511988887777',
    kind: 'image',
    bytes: new Uint8Array(8),
    mimetype: 'image/jpeg',
    ...fields,
  });

  test('each goes under its node by the id of the upload', () => {
    expect(graphMedia(media({ caption: 'Look' }), '9')).toEqual({
      type: 'image',
      image: { id: '9', caption: 'Look' },
    });
    const pdf = media({ kind: 'document', mimetype: 'application/pdf', fileName: 'a.pdf' });
    expect(graphMedia(pdf, '9')).toEqual({
      type: 'document',
      document: { id: '9', filename: 'a.pdf' },
    });
    const note = media({ kind: 'voice', mimetype: 'audio/ogg; codecs=opus' });
    expect(graphMedia(note, '9')).toEqual({ type: 'audio', audio: { id: '9', voice: true } });
    const song = media({ kind: 'audio', mimetype: 'audio/mpeg', caption: 'Mine' });
    expect(graphMedia(song, '9')).toEqual({ type: 'audio', audio: { id: '9' } });
  });

  test.each([
    [media({ kind: 'ptv', mimetype: 'video/mp4' }), 'invalid: the Cloud API cannot send round'],
    [media({ viewOnce: true }), 'invalid: the Cloud API cannot send view-once messages'],
    [
      media({ mimetype: 'image/gif' }),
      'invalid: the Cloud API takes image/jpeg, image/png as image',
    ],
    [media({ kind: 'audio', mimetype: 'audio/wav' }), 'invalid: the Cloud API takes audio/aac'],
    [media({ caption: 'x'.repeat(1_025) }), 'invalid: the Cloud API takes at most 1024 characters'],
    [media({ bytes: new Uint8Array(5 * 1024 * 1024 + 1) }), 'too_large: the Cloud API takes'],
    [
      media({ kind: 'sticker', mimetype: 'image/webp', bytes: new Uint8Array(100 * 1024 + 1) }),
      'too_large: the Cloud API takes at most 102400 bytes as sticker',
    ],
  ])('what Meta would refuse is refused before it is handed over: %#', (content, words) => {
    expect(refusal(() => requireSendable(content))).toStartWith(words);
  });

  test('what Meta takes is not refused', () => {
    const any = media({ kind: 'document', mimetype: 'application/x-anything' });
    for (const content of [media({}), any, media({ mimetype: 'image/PNG; a=b' })])
      expect(refusal(() => requireSendable(content))).toBe('nothing was refused');
  });
});

describe('recipients of the Cloud API', () => {
  test('numbers are addressed by number, user ids by user id, groups by their id', () => {
    const person = { chat: '5511988887777@s.whatsapp.net' };
    for (const number of ['5511988887777', '5511988887777@s.whatsapp.net', '5511988887777@c.us'])
      expect(recipientOf(number)).toEqual({
        ...person,
        fields: { recipient_type: 'individual', to: '5511988887777' },
      });
    for (const id of ['BR.13491208655302741918', 'US.ENT.abc1'])
      expect(recipientOf(id)).toEqual({
        chat: id,
        fields: { recipient_type: 'individual', recipient: id },
      });
    expect(recipientOf('Y2FwaQ@g.us')).toEqual({
      chat: 'Y2FwaQ@g.us',
      fields: { recipient_type: 'group', to: 'Y2FwaQ' },
    });
  });

  test('nobody is reached under a LID, in a channel or by a status', () => {
    for (const number of ['123@lid', '120363@newsletter', 'status@broadcast', 'br.123', 'B.1'])
      expect(refusal(() => recipientOf(number))).toStartWith('invalid: the Cloud API cannot write');
  });
});
