/** What each kind of message becomes in the form of the Cloud API. */
import { describe, expect, test } from 'bun:test';
import { type Payloads, sampleBody } from '../../../../../src/core/events/contract/catalog.ts';
import { mediaIdOf } from '../../../../../src/core/webhooks/format/meta-errors.ts';
import {
  changesOf,
  contentOf,
  GROUP,
  HIDDEN,
  LID,
  METADATA,
  NOW,
  OWN,
  PERSON,
  SECONDS,
  saidBy,
} from './kit.ts';

const FRAME = { id: 'event-id', instanceId: 'instance-id', instanceName: 'shop' };
const FILE = {
  url: '',
  mimetype: 'image/jpeg',
  fileSha256: 'q83vASNFZ4k=',
  fileLength: 3,
  mediaKey: '',
  fileEncSha256: '',
  directPath: '',
  mediaKeyTimestamp: 0,
};
const ID = mediaIdOf('SAMPLE0000000001');
const NODE = { id: ID, mime_type: 'image/jpeg', sha256: 'q83vASNFZ4k=' };

describe('content', () => {
  test('a text with a preview is a text', () => {
    expect(contentOf({ extendedTextMessage: { text: 'See https://example.com' } })).toEqual({
      type: 'text',
      text: { body: 'See https://example.com' },
    });
  });

  test('a file has the id that the Graph API here takes, its media type and its sum', () => {
    const imageMessage = { ...FILE, caption: 'Look' };
    expect(contentOf({ imageMessage, base64: 'AAAA' })).toEqual({
      type: 'image',
      image: { ...NODE, caption: 'Look' },
    });
  });

  test('videos, round ones too, documents and stickers are files', () => {
    const video = { type: 'video', video: NODE };
    expect(contentOf({ videoMessage: FILE })).toEqual(video);
    expect(contentOf({ ptvMessage: FILE })).toEqual(video);
    expect(contentOf({ documentMessage: { ...FILE, fileName: 'a.pdf', caption: 'A' } })).toEqual({
      type: 'document',
      document: { ...NODE, caption: 'A', filename: 'a.pdf' },
    });
    expect(contentOf({ stickerMessage: { ...FILE, isAnimated: true } })).toEqual({
      type: 'sticker',
      sticker: { ...NODE, animated: true },
    });
  });

  test('a file in the header of a template or above choices is that file, with the text below it', () => {
    const document = { ...NODE, caption: 'Your invoice', filename: 'a.pdf' };
    const documentMessage = { ...FILE, fileName: 'a.pdf' };
    const hydratedTemplate = { documentMessage, hydratedContentText: 'Your invoice' };
    const interactiveMessage = { header: { documentMessage }, body: { text: 'Your invoice' } };
    for (const message of [
      { templateMessage: { hydratedTemplate } },
      { templateMessage: { hydratedFourRowTemplate: hydratedTemplate } },
      { templateMessage: { interactiveMessageTemplate: interactiveMessage } },
      { templateMessage: { text: 'Your invoice', hydratedTemplate: { documentMessage } } },
      { buttonsMessage: { documentMessage, contentText: 'Your invoice' } },
      { interactiveMessage },
    ])
      expect(contentOf(message)).toEqual({ type: 'document', document });
    const imageMessage = { ...FILE, caption: 'Look' };
    expect(contentOf({ buttonsMessage: { imageMessage, contentText: 'Choose' } })).toEqual({
      type: 'image',
      image: { ...NODE, caption: 'Look' },
    });
  });

  test('a template or choices without a stored file above them are unsupported', () => {
    const link = { documentMessage: { url: 'https://example.com/a.pdf' } };
    for (const message of [
      { templateMessage: { hydratedTemplate: link } },
      { templateMessage: null },
      { buttonsMessage: { contentText: 'Choose', imageMessage: 'x' } },
      { interactiveMessage: { header: [], body: 'x' } },
    ])
      expect(contentOf(message)).toMatchObject({ type: 'unsupported' });
  });

  test('a voice note says so, and music says that it is none', () => {
    expect(contentOf({ audioMessage: { ...FILE, ptt: true } })).toEqual({
      type: 'audio',
      audio: { ...NODE, voice: true },
    });
    expect(contentOf({ audioMessage: FILE })).toMatchObject({ audio: { voice: false } });
  });

  test('a place and where somebody is now are locations', () => {
    const at = { degreesLatitude: -23.5, degreesLongitude: -46.6 };
    const location = { latitude: -23.5, longitude: -46.6 };
    expect(contentOf({ locationMessage: { ...at, name: 'Shop', address: 'Street 1' } })).toEqual({
      type: 'location',
      location: { ...location, name: 'Shop', address: 'Street 1' },
    });
    expect(contentOf({ liveLocationMessage: { ...at, speedInMps: 2 } })).toEqual({
      type: 'location',
      location,
    });
  });

  test('cards of contacts are read from their vCards', () => {
    const vcard = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Silva;Ana;Maria;Dr.;',
      'FN:Dr. Ana\\, Silva',
      'ORG:Shop\\; and more;',
      'EMAIL;type=INTERNET;type=WORK:ana@example.com',
      'item1.URL:https://exam',
      ' ple.com',
      'TEL;type=CELL;type=VOICE;waid=5511999990000:+55 11 99999-0000',
      'END:VCARD',
    ].join('\r\n');
    const card = {
      name: {
        formatted_name: 'Dr. Ana, Silva',
        first_name: 'Ana',
        last_name: 'Silva',
        middle_name: 'Maria',
        prefix: 'Dr.',
      },
      phones: [{ phone: '+55 11 99999-0000', wa_id: '5511999990000', type: 'CELL' }],
      emails: [{ email: 'ana@example.com', type: 'WORK' }],
      urls: [{ url: 'https://example.com' }],
      org: { company: 'Shop; and more' },
    };
    expect(contentOf({ contactMessage: { displayName: 'Ana', vcard } })).toEqual({
      type: 'contacts',
      contacts: [card],
    });
    const contacts = [{ displayName: 'Ana', vcard }, { displayName: 'Bo' }];
    expect(contentOf({ contactsArrayMessage: { contacts } })).toEqual({
      type: 'contacts',
      contacts: [card, { name: { formatted_name: 'Bo' } }],
    });
  });

  test('a card keeps all numbers, e-mails, pages and addresses with whose they are, and the birthday', () => {
    const vcard = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Souza;Ana;;;',
      'FN:Ana Souza',
      'ORG:Shop;Sales\\, South;',
      'TITLE:Head',
      'BDAY:19901231',
      'item1.TEL;waid=5511999990000:+55 11 99999-0000',
      'item1.X-ABLabel:_$!<Mobile>!$_',
      'TEL;WORK;VOICE:0800 1234',
      'TEL;VALUE=uri;TYPE="home,voice":tel:+55-11-3333-0000',
      'EMAIL;type=INTERNET:ana@example.com',
      'item2.URL:https://shop.example.com',
      'item2.X-ABLabel:Our shop',
      'item3.ADR;type=HOME;type=pref:Box 7;;Street 1;Recife;PE;50000-000;Brazil',
      'item3.X-ABADR:br',
      'END:VCARD',
    ].join('\n');
    expect(contentOf({ contactMessage: { displayName: 'Ana', vcard } })).toEqual({
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Ana Souza', first_name: 'Ana', last_name: 'Souza' },
          org: { company: 'Shop', department: 'Sales, South', title: 'Head' },
          birthday: '1990-12-31',
          phones: [
            { phone: '+55 11 99999-0000', wa_id: '5511999990000', type: 'MOBILE' },
            { phone: '0800 1234', type: 'WORK' },
            { phone: '+55-11-3333-0000', type: 'HOME' },
          ],
          emails: [{ email: 'ana@example.com' }],
          urls: [{ url: 'https://shop.example.com', type: 'Our shop' }],
          addresses: [
            {
              ...{ street: 'Box 7, Street 1', city: 'Recife', state: 'PE', zip: '50000-000' },
              ...{ country: 'Brazil', country_code: 'BR', type: 'HOME' },
            },
          ],
        },
      ],
    });
  });

  test.each(['BDAY:--1231', 'BDAY;X-APPLE-OMIT-YEAR=1604:1604-12-31', 'BDAY:soon'])(
    'a birthday without a year is left out: %s',
    (line) => {
      const vcard = ['BEGIN:VCARD', 'FN:Ana', line, 'END:VCARD'].join('\n');
      expect(contentOf({ contactMessage: { vcard } })).toEqual({
        type: 'contacts',
        contacts: [{ name: { formatted_name: 'Ana' } }],
      });
    },
  );

  test('taps on buttons and rows are interactive answers, whatever form they came in', () => {
    const reply = { id: 'yes', title: 'Yes' };
    const asButton = {
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: reply },
    };
    expect(contentOf({ buttonsResponseMessage: {}, button_reply: reply })).toEqual(asButton);
    const interactiveResponseMessage = {
      nativeFlowResponseMessage: { paramsJson: '{"id":"yes"}' },
    };
    expect(contentOf({ interactiveResponseMessage, button_reply: reply })).toEqual(asButton);
    const row = { id: 'a', title: 'A', description: '' };
    expect(contentOf({ listResponseMessage: {}, list_reply: row })).toEqual({
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: { id: 'a', title: 'A' } },
    });
  });

  test('a tap on the button of a template has its payload', () => {
    const templateButtonReplyMessage = { selectedId: 'stop', selectedDisplayText: 'Stop' };
    expect(
      contentOf({ templateButtonReplyMessage, button_reply: { id: 'stop', title: 'Stop' } }),
    ).toEqual({ type: 'button', button: { payload: 'stop', text: 'Stop' } });
  });

  test('a filled form is an answer whose fields are text in JSON', () => {
    const interactiveResponseMessage = {
      body: { text: 'Sent' },
      nativeFlowResponseMessage: { name: 'flow', paramsJson: '{"a":1}' },
    };
    expect(contentOf({ interactiveResponseMessage })).toEqual({
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"a":1}' },
      },
    });
  });

  test('an answer that Meta names after what was asked for keeps that name', () => {
    const interactiveResponseMessage = {
      nativeFlowResponseMessage: {
        name: 'call_permission_reply',
        paramsJson: '{"response":"accept"}',
      },
    };
    expect(contentOf({ interactiveResponseMessage })).toEqual({
      type: 'interactive',
      interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
    });
  });

  test('an order has its items; where they are not known it is unsupported', () => {
    const productItems = [
      { product_retailer_id: 'a', quantity: 1, item_price: 2, currency: 'BRL' },
    ];
    expect(contentOf({ orderMessage: { catalogId: 'c', message: 'Hi', productItems } })).toEqual({
      type: 'order',
      order: { catalog_id: 'c', text: 'Hi', product_items: productItems },
    });
    expect(
      contentOf({ orderMessage: { orderId: '1' } }, { Type: 'media', MediaType: 'order' }),
    ).toMatchObject({ type: 'unsupported', unsupported: { type: 'order' } });
  });

  test.each([
    ['poll', { pollCreationMessageV3: { name: 'Lunch?' } }, { Type: 'poll' }],
    ['poll_vote', { pollUpdateMessage: { vote: {} } }, { Type: 'poll_vote' }],
    ['product', { productMessage: {} }, { Type: 'media', MediaType: 'product' }],
    ['sticker_pack', { messageContextInfo: {}, stickerPackMessage: {} }, { Type: 'text' }],
  ])(
    'what Meta has no shape for is unsupported, and says that it was a %s',
    (kind, content, info) => {
      expect(contentOf(content, info)).toEqual({
        type: 'unsupported',
        errors: [
          {
            code: 131051,
            title: 'Message type unknown',
            message: 'Message type unknown',
            error_data: { details: 'Message type is currently not supported.' },
          },
        ],
        unsupported: { type: kind },
      });
    },
  );

  test('a kind that an official number was sent comes out as it came', () => {
    expect(contentOf({ requestWelcomeMessage: {} }, { Type: 'request_welcome' })).toEqual({
      type: 'request_welcome',
    });
    const system = { type: 'user_changed_number', body: 'A changed', wa_id: '5511988887777' };
    expect(contentOf({ systemMessage: system }, { Type: 'system' })).toEqual({
      type: 'system',
      system,
    });
    const errors = [{ code: 131051, title: 'Message type unknown' }];
    expect(
      contentOf({ unsupportedMessage: { type: 'pin', errors } }, { Type: 'unsupported' }),
    ).toEqual({ type: 'unsupported', unsupported: { type: 'pin' }, errors });
  });
});

describe('words about another message', () => {
  const key = { remoteJid: PERSON, fromMe: true, id: 'OTHER' };

  test('a reaction names the message, and one that was taken back has no emoji', () => {
    const reacted = (text: string) =>
      contentOf({ reactionMessage: { key, text } }, { Type: 'reaction' });
    expect(reacted('👍')).toEqual({
      type: 'reaction',
      reaction: { message_id: 'OTHER', emoji: '👍' },
    });
    expect(reacted('')).toEqual({ type: 'reaction', reaction: { message_id: 'OTHER' } });
  });

  test('a message that was deleted is a revoke', () => {
    expect(contentOf({ protocolMessage: { key, type: 0 } }, { Type: 'revoke' })).toEqual({
      type: 'revoke',
      revoke: { original_message_id: 'OTHER' },
    });
  });

  test('an edit has the new content, and the file of the message that it changes', () => {
    const protocolMessage = { key, type: 14 };
    expect(contentOf({ conversation: 'New', protocolMessage }, {}, { IsEdit: true })).toEqual({
      type: 'edit',
      edit: { original_message_id: 'OTHER', message: { type: 'text', text: { body: 'New' } } },
    });
    const imageMessage = { ...FILE, caption: 'New' };
    expect(contentOf({ imageMessage, protocolMessage }, {}, { IsEdit: true })).toMatchObject({
      edit: { message: { image: { id: mediaIdOf('OTHER'), caption: 'New' } } },
    });
  });
});

describe('context', () => {
  const withContext = (contextInfo: object) =>
    contentOf({ extendedTextMessage: { text: 'Yes', contextInfo } });

  test('an answer names the message that it answers and who wrote it', () => {
    expect(withContext({ stanzaId: 'OTHER', participant: OWN })).toEqual({
      context: { from: '5511988880000', id: 'OTHER' },
      type: 'text',
      text: { body: 'Yes' },
    });
    expect(withContext({ stanzaId: 'OTHER', participant: LID })).toMatchObject({
      context: { user_id: HIDDEN, id: 'OTHER' },
    });
  });

  test('a message that was forwarded says how often', () => {
    expect(withContext({ isForwarded: true, forwardingScore: 1 }).context).toEqual({
      forwarded: true,
    });
    expect(withContext({ isForwarded: true, forwardingScore: 5 }).context).toEqual({
      frequently_forwarded: true,
    });
  });

  test('the first message after an advertisement names it; a large preview of a link is none', () => {
    const externalAdReply = {
      title: 'Chairs',
      body: 'Half price',
      mediaType: 1,
      thumbnailUrl: 'https://example.com/a.jpg',
      mediaUrl: 'https://example.com/a.jpg',
      sourceType: 'ad',
      sourceId: '120',
      sourceUrl: 'https://fb.me/a',
      ctwaClid: 'Aff',
    };
    expect(withContext({ externalAdReply }).referral).toEqual({
      source_url: 'https://fb.me/a',
      source_id: '120',
      source_type: 'ad',
      headline: 'Chairs',
      body: 'Half price',
      media_type: 'image',
      image_url: 'https://example.com/a.jpg',
      ctwa_clid: 'Aff',
    });
    const preview = {
      title: 'Chairs',
      sourceUrl: 'https://example.com',
      renderLargerThumbnail: true,
    };
    expect(withContext({ externalAdReply: preview })).toEqual({
      type: 'text',
      text: { body: 'Yes' },
    });
  });
});

describe('who writes', () => {
  test('somebody whose number is hidden has an id in place of it', () => {
    expect(saidBy({ conversation: 'Hi' }, { Chat: LID, Sender: LID })).toEqual({
      ...METADATA,
      contacts: [{ profile: { name: 'Sample person' }, user_id: HIDDEN }],
      messages: [
        {
          from_user_id: HIDDEN,
          id: 'SAMPLE0000000001',
          timestamp: SECONDS,
          type: 'text',
          text: { body: 'Hi' },
        },
      ],
    });
  });

  test('somebody whose number and id are both known has both', () => {
    expect(saidBy({ conversation: 'Hi' }, { SenderAlt: LID })).toMatchObject({
      contacts: [{ wa_id: '5511999990000', user_id: HIDDEN }],
      messages: [{ from: '5511999990000', from_user_id: HIDDEN }],
    });
  });

  test('on an official number the ids of a person for the business come out as they came', () => {
    const SenderIds = {
      number: '5511999990000',
      bsuid: 'BR.1349',
      parentBsuid: 'BR.ENT.77',
      username: 'ana',
    };
    expect(saidBy({ conversation: 'Hi' }, { SenderIds })).toMatchObject({
      contacts: [
        {
          profile: { name: 'Sample person', username: 'ana' },
          wa_id: '5511999990000',
          user_id: 'BR.1349',
          parent_user_id: 'BR.ENT.77',
        },
      ],
      messages: [{ from_user_id: 'BR.1349', from_parent_user_id: 'BR.ENT.77' }],
    });
  });

  test('a message in a group names the group beside who wrote it', () => {
    expect(saidBy({ conversation: 'Hi' }, { Chat: GROUP, IsGroup: true })).toMatchObject({
      messages: [{ from: '5511999990000', group_id: '120363000000000001' }],
    });
  });

  test('what was typed on the phone is an echo', () => {
    const Info = { Chat: PERSON, Sender: OWN, IsFromMe: true };
    const [message] = changesOf('Message', {
      Info: {
        ...Info,
        SenderAlt: '',
        IsGroup: false,
        ID: 'MINE',
        Type: 'text',
        PushName: 'Shop',
        Timestamp: new Date(Number(SECONDS) * 1000).toISOString(),
        MediaType: '',
        VerifiedName: null,
      },
      Message: { conversation: 'On my way' },
    });
    expect(message).toEqual({
      field: 'smb_message_echoes',
      value: {
        ...METADATA,
        message_echoes: [
          {
            from: '5511988880000',
            to: '5511999990000',
            id: 'MINE',
            timestamp: SECONDS,
            type: 'text',
            text: { body: 'On my way' },
          },
        ],
      },
    });
  });

  test('a message from before the number was connected is a share of the history', () => {
    const history = { phase: 1, chunkOrder: 2, progress: 55, status: 'READ' };
    const past = (info: Partial<Payloads['Message']['Info']>) => {
      const { data } = JSON.parse(sampleBody('Message', { ...FRAME, now: NOW }));
      return changesOf('Message', { Info: { ...data.Info, ...info }, history });
    };
    const message = {
      id: 'SAMPLE0000000001',
      timestamp: SECONDS,
      type: 'text',
      text: { body: 'This is a sample message.' },
      history_context: { status: 'READ' },
    };
    const share = (from: object) => [
      {
        field: 'history',
        value: {
          ...METADATA,
          history: [
            {
              metadata: { phase: 1, chunk_order: 2, progress: 55 },
              threads: [{ id: '5511999990000', messages: [{ ...from, ...message }] }],
            },
          ],
        },
      },
    ];
    expect(past({})).toEqual(share({ from: '5511999990000' }));
    const own = { from: '5511988880000', to: '5511999990000' };
    expect(past({ Sender: OWN, IsFromMe: true })).toEqual(share(own));
  });

  test('a conversation that another app has is one of the field standby', () => {
    const [change] = changesOf('Message', { standby: true });
    expect(change?.field).toBe('standby');
  });

  test.each(['status@broadcast', '120363000000000002@newsletter'])(
    'a message in %s has no form',
    (Chat) => {
      expect(saidBy({ conversation: 'Hi' }, { Chat })).toEqual({});
    },
  );
});
