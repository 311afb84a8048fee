/** Conversations on the manager page: everything that can be said and heard, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SAMPLES } from '../../src/providers/sandbox/samples.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { type Browser, type Page, startBrowser } from '../helpers/browser.ts';
import { isBrowserMissing } from '../helpers/chromium.ts';
import { openManager } from '../helpers/manager-page.ts';
import { until } from '../helpers/until.ts';

const ANA = '5511988887777';

let browser: Browser;
let app: RunningApp;
let page: Page;
beforeAll(async () => {
  if (isBrowserMissing) return;
  [browser, app] = await Promise.all([startBrowser(), startApp()]);
  page = await openManager(browser, app);
  await page.shows('Create instance');
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** What Ana writes; its id. */
async function ana(instance: string, message: object): Promise<string> {
  const body = { from: ANA, pushName: 'Ana', ...message };
  const answer = await app.call('POST', `/sandbox/${instance}/message`, body);
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body.messageId;
}

/** A new instance whose page shows the chat with Ana; the id of what she wrote. */
async function openChat(instance: string): Promise<string> {
  if ((await app.call('GET', `/instance/connectionState/${instance}`)).status === 404)
    await app.openInstance(instance);
  const hello = await ana(instance, { kind: 'text', text: 'Hello' });
  await page.open(`${app.url}/manager#/${instance}/conversations`);
  // The address changes before the page, which hides an instance that it does not know yet.
  const title = "document.querySelector('.instance h1')?.textContent";
  await until('the instance is shown', async () => (await page.evaluate(title)) === instance);
  const listed = "document.querySelector('.chats button')";
  await until('the chat is listed', () =>
    page.evaluate<boolean>(`${listed}?.checkVisibility() === true`),
  );
  await page.evaluate(`${listed}.click()`);
  await page.shows('Hello');
  return hello;
}

/** Resolves with what is listed as sent last, once it has these fields. */
async function sent(instance: string, fields: Record<string, unknown>) {
  const last = async () => (await app.call('GET', `/sandbox/${instance}/sent`)).body.at(-1);
  const has = (found: Record<string, unknown>) =>
    Object.entries(fields).every(([name, value]) => found?.[name] === value);
  await until(`${JSON.stringify(fields)} is sent`, async () => has(await last()));
  return last();
}

/** Presses an action of the message that holds the text. */
const act = async (message: string, action: string) => {
  const inside = JSON.stringify([message, action]);
  await until(`${action} of ${message}`, () =>
    page.evaluate<boolean>(`(() => {
      const [message, action] = ${inside};
      const row = [...document.querySelectorAll('.messages > li')]
        .find((one) => one.querySelector('.content').textContent.includes(message));
      if (row) row.querySelector('details').open = true;
      const button = [...(row?.querySelectorAll('.actions button') ?? [])]
        .find((one) => one.checkVisibility() && one.textContent === action);
      button?.click();
      return button !== undefined;
    })()`),
  );
};

/** Chooses a file, as a person does in the dialog of the browser. */
const choose = (name: string, type: string, base64: string) =>
  page.evaluate(`(() => {
    const bytes = Uint8Array.fromBase64(${JSON.stringify(base64)});
    const files = new DataTransfer();
    files.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
    document.querySelector('.composer input[type=file]').files = files.files;
  })()`);

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe.skipIf(isBrowserMissing)('in Chromium', () => {
  test('a text, an answer, an edit, a reaction, a forward and a deletion are sent from the page', async () => {
    const hello = await openChat('writing');
    await page.fill('Text', 'We are open');
    await page.press('Send');
    await page.shows('We are open');
    await page.shows('Delivered');
    await act('Hello', 'Reply');
    await page.shows('Replying to: Hello');
    await page.fill('Text', 'Until nine');
    await page.press('Send');
    await sent('writing', { text: 'Until nine', quoted: hello });
    await act('We are open', 'Edit');
    await page.fill('Text', 'We are closed');
    await page.press('Save');
    await page.shows('edited');
    await act('Hello', '👍');
    await page.shows('👍 You');
    await act('Hello', 'Take back');
    await until('the reaction is gone', () =>
      page.evaluate<boolean>("!document.body.innerText.includes('👍 You')"),
    );
    await act('Hello', 'Forward');
    await page.fill('Number or JID', '+55 11 97777-6666');
    await page.press('Send it on');
    await sent('writing', { kind: 'forward', remoteJid: '5511977776666@s.whatsapp.net' });
    await act('We are closed', 'Delete');
    await page.press('Delete for everyone');
    await page.shows('This message was deleted.');
    expect(page.complaints).toEqual([]);
  });

  test('files, places, cards and polls are sent from the page', async () => {
    await openChat('kinds');
    const kind = async (label: string) => page.fill('Kind', label);
    await kind('file');
    await choose('door.png', 'image/png', PIXEL);
    await page.fill('Caption', 'the door');
    await page.press('Send');
    await sent('kinds', { kind: 'image', caption: 'the door', mimetype: 'image/png' });
    await page.press('Show the image');
    await until('the picture is shown', () =>
      page.evaluate<boolean>("document.querySelector('.bubble img.image')?.naturalWidth === 1"),
    );
    await kind('sticker');
    await choose('door.png', 'image/png', PIXEL);
    await page.press('Send');
    await sent('kinds', { kind: 'sticker' });
    await kind('location');
    await page.fill('Latitude', '-23.5');
    await page.fill('Longitude', '-46.6');
    await page.fill('Name of the place', 'The shop');
    await page.press('Send');
    await page.shows('The shop');
    await kind('contact');
    await page.fill('Full name', 'Bia');
    await page.fill('Phone number', '+55 11 97777-6666');
    await page.press('Send');
    await page.shows('+5511977776666');
    await kind('poll');
    await page.fill('Question', 'Which day?');
    await page.fill('Options', 'Monday\nTuesday');
    await page.press('Send');
    const { id } = await sent('kinds', { kind: 'poll' });
    await ana('kinds', { kind: 'vote', about: id, options: ['Tuesday'] });
    await until('the vote is counted', () =>
      page.evaluate<boolean>(
        `document.querySelector('[data-option=Tuesday]')?.textContent === 'Tuesday 1'`,
      ),
    );
    for (const [one, file] of [
      ['voice', SAMPLES.audio],
      ['ptv', SAMPLES.video],
    ] as const) {
      await kind(one);
      await choose('file', file.mimetype, Buffer.from(file.bytes).toString('base64'));
      await page.press('Send');
      await sent('kinds', { kind: one });
    }
    await kind('voice');
    await choose('note.png', 'image/png', PIXEL);
    await page.press('Send');
    await page.shows('(400 BAD_REQUEST)');
    expect(page.complaints.filter((one) => !one.includes('400'))).toEqual([]);
  });

  test('choices, templates, statuses and votes are sent from the page', async () => {
    await app.openInstance('choices');
    await app.call('POST', '/template/create/choices', {
      name: 'order_ready',
      category: 'UTILITY',
      language: 'en',
      components: [
        { type: 'BODY', text: 'Order {{1}} is ready', example: { body_text: [['17']] } },
      ],
    });
    await openChat('choices');
    const kind = async (label: string) => page.fill('Kind', label);
    await kind('buttons');
    await page.fill('Title', 'Which day?');
    await page.fill('Buttons', 'Monday\nTuesday');
    await page.press('Send');
    await sent('choices', { kind: 'poll' });
    await act('Which day?', 'Vote Tuesday');
    await page.shows('Voted Tuesday');
    await until('the vote is counted', () =>
      page.evaluate<boolean>(
        `document.querySelector('[data-option=Tuesday]')?.textContent === 'Tuesday 1'`,
      ),
    );
    await kind('list');
    await page.fill('Title', 'Which dish?');
    await page.fill('Rows', 'Soup | hot\nSalad');
    await page.press('Send');
    await sent('choices', { kind: 'poll' });
    await page.shows('Which dish?');
    await kind('template');
    await page.shows('Order {{1}} is ready');
    await page.fill('Variables', '42');
    await page.press('Send');
    await page.shows('Order 42 is ready');
    await kind('status');
    await page.fill('Text', 'Open until nine');
    await page.press('Send');
    await sent('choices', { text: 'Open until nine', remoteJid: 'status@broadcast' });
    expect(page.complaints.filter((one) => one.includes('/choices'))).toEqual([]);
  });

  test('what people send is shown as what it is', async () => {
    await openChat('hearing');
    await ana('hearing', { kind: 'image', caption: 'a picture' });
    await ana('hearing', { kind: 'document', fileName: 'menu.pdf' });
    await ana('hearing', { kind: 'audio' });
    await ana('hearing', { kind: 'location', latitude: 1, longitude: 2, name: 'Null Island' });
    await ana('hearing', {
      kind: 'contact',
      contacts: [{ fullName: 'Bia', phoneNumber: '5511977776666' }],
    });
    const wrong = await ana('hearing', { kind: 'text', text: 'tpyo' });
    await ana('hearing', { kind: 'edit', about: wrong, text: 'typo' });
    await ana('hearing', { kind: 'reaction', about: wrong, text: '🎉' });
    const gone = await ana('hearing', { kind: 'text', text: 'a mistake' });
    await ana('hearing', { kind: 'revoke', about: gone });
    await ana('hearing', { kind: 'text', text: 'an answer', quoted: wrong });
    for (const words of [
      'a picture',
      'Save menu.pdf',
      'Null Island',
      'Bia',
      'typo',
      '🎉 Ana',
      'an answer',
    ])
      await page.shows(words);
    await page.shows('This message was deleted.');
    const has = (selector: string) =>
      page.evaluate<boolean>(`document.querySelector(${JSON.stringify(selector)}) !== null`);
    await until('the audio can be played', () => has('.bubble audio[src]'));
    expect(
      await page.evaluate<string>("document.querySelector('blockquote').textContent"),
    ).toContain('tpyo');
    expect(page.complaints.filter((one) => !one.includes('400'))).toEqual([]);
  });

  test('a refusal is shown on the message with its reason, and explained when asked', async () => {
    await openChat('refusals');
    await app.call('POST', '/sandbox/refusals/ack', { code: 479, times: 1 });
    await page.fill('Text', 'Anybody there?');
    await page.press('Send');
    await page.shows('the recipient has other devices by now');
    await act('Anybody there?', 'Explain');
    await page.shows('refused');
    await page.fill('New chat', '+55 11 97777-6666');
    await page.press('Open chat');
    await page.shows('Nothing was written here yet');
    await page.fill('Text', 'First words');
    await page.press('Send');
    await page.shows('First words');
  });

  test('a file goes to the chat it was sent in, whichever is opened while it is read', async () => {
    await openChat('slow');
    await page.evaluate(`(() => {
      const read = FileReader.prototype.readAsDataURL;
      FileReader.prototype.readAsDataURL = function (file) {
        FileReader.prototype.readAsDataURL = read;
        globalThis.release = () => read.call(this, file);
      };
    })()`);
    await page.fill('Kind', 'file');
    await choose('door.png', 'image/png', PIXEL);
    await page.press('Send');
    await page.fill('New chat', '5511977776666');
    await page.press('Open chat');
    await page.shows('Nothing was written here yet');
    await page.evaluate('release()');
    await sent('slow', { kind: 'image', remoteJid: `${ANA}@s.whatsapp.net` });
  });

  test('a chat that is watched says who writes in it', async () => {
    await openChat('watched');
    await page.press('Watch');
    await page.shows('Watched, while');
    await app.call('POST', '/instance/setPresence/watched', { presence: 'available' });
    const shown = { from: ANA, presence: 'composing' };
    expect((await app.call('POST', '/sandbox/watched/presence', shown)).status).toBe(200);
    await page.shows('Ana writes');
  });

  test('the phone of a sandbox contact shows what it receives, reads it, reacts and answers', async () => {
    await openChat('phone');
    await page.fill('Text', 'We are open');
    await page.press('Send');
    const onPhone = (text: string) =>
      until(`${text} on the phone`, () =>
        page.evaluate<boolean>(
          `document.querySelector('.screen').innerText.includes(${JSON.stringify(text)})`,
        ),
      );
    await onPhone('Hello');
    await onPhone('We are open');
    await page.press('Read all');
    await page.shows('Read');
    await until('it is read', () =>
      page.evaluate<boolean>(`document.querySelector('.thread [data-state=Read]') !== null`),
    );
    await page.press('React ❤️ to: We are open');
    await page.shows('❤️ Ana');
    await page.fill('Says', 'Then I come by');
    await page.press('Say it');
    await page.shows('Then I come by');
    expect(page.complaints.filter((one) => one.includes('/phone'))).toEqual([]);
  });

  test('on a small screen there is one of chats and messages at a time, and the focus goes along', async () => {
    await page.resize(360, 740);
    await openChat('small');
    const isShown = (selector: string) =>
      page.evaluate<boolean>(`document.querySelector('${selector}').checkVisibility()`);
    expect([await isShown('.composer'), await isShown('.chats')]).toEqual([true, false]);
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    expect(await focused()).toBe('Ana');
    await page.press('← Chats');
    expect([await isShown('.composer'), await isShown('.chats')]).toEqual([false, true]);
    expect(await focused()).toContain('Hello');
    const isWider = 'document.documentElement.scrollWidth > innerWidth';
    expect(await page.evaluate<boolean>(isWider)).toBe(false);
    await page.resize(1280, 900);
  });

  test('Enter sends what is written, and with Shift it does not', async () => {
    await openChat('keys');
    const enter = (shiftKey: boolean) =>
      page.evaluate(`document.querySelector('.composer textarea').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', shiftKey: ${shiftKey}, bubbles: true }))`);
    await page.fill('Text', 'one line');
    await enter(true);
    expect((await app.call('GET', '/sandbox/keys/sent')).body).toEqual([]);
    await enter(false);
    await sent('keys', { text: 'one line' });
  });
});
