/** Chats on the manager page: everything that can be said, heard, found and planned, in a real browser. */
import { beforeAll, expect, test } from 'bun:test';
import { SAMPLES } from '../../../src/modules/sandbox/invented-values.ts';
import { startApp } from '../../helpers/app.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { isBrowserMissing } from '../../helpers/chromium.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { openManager } from '../../helpers/manager-page.ts';
import { says } from '../../helpers/played-content.ts';
import { until } from '../../helpers/until.ts';

const ANA = '5511988887777';
const BIA = '5511977776666';

const { app, browser, page } = startInBrowser();

/** What somebody writes, Ana if it is not said; its id. */
const hears = (
  instance: string,
  { from = ANA, ...said }: { kind: string; from?: string; [field: string]: unknown },
) => says(app.call, instance, from, { pushName: 'Ana', ...said });

const jidOf = (number: string) => `${number}@s.whatsapp.net`;
const addressOf = (instance: string, jid = '') =>
  `${app.url}/manager#/${instance}/conversations${jid && `/${encodeURIComponent(jid)}`}`;

/** A new instance whose page shows the chat with Ana; the id of what she wrote. */
async function openChat(instance: string): Promise<string> {
  await app.openInstance(instance);
  const hello = await hears(instance, { kind: 'text', text: 'Hello' });
  await page.open(addressOf(instance, jidOf(ANA)));
  await page.has('.log .message');
  return hello;
}

const evaluate = <T>(expression: string) => page.evaluate<T>(expression);

/** Resolves with what is listed as sent last, once it has these fields. */
async function sent(instance: string, fields: Record<string, unknown>) {
  const last = async () => (await app.call('GET', `/sandbox/${instance}/sent`)).body.at(-1);
  const isSo = (found: Record<string, unknown>) =>
    Object.entries(fields).every(([name, value]) => found?.[name] === value);
  await until(`${JSON.stringify(fields)} is sent`, async () => isSo(await last()));
  return last();
}

/** Presses an action in the menu of the message with these words. */
async function act(message: string, action: string) {
  await page.press(`Actions for: ${message}`);
  await page.press(action);
}

/** Types into what has the focus. */
const type = (text: string) =>
  evaluate(`document.execCommand('insertText', false, ${JSON.stringify(text)})`);
const write = (text: string) => page.write('Message', text);
const SEARCH = 'Search chats and messages, or enter a number';

const kind = async (name: string) => {
  await page.press('Attach a file or choose another message type');
  await page.press(name);
};

/** Hands over a file in the page, as `how` says: \`files\` is what a browser makes of it. */
const withFile = (name: string, type: string, base64: string, how: string) =>
  evaluate(`(() => {
    const bytes = Uint8Array.fromBase64(${JSON.stringify(base64)});
    const files = new DataTransfer();
    files.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
    ${how}
  })()`);
const INTO_FIELD = (field: string) => `
  const field = document.querySelector(${JSON.stringify(field)});
  field.files = files.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));`;
const DROPPED = `document.querySelector('.log').dispatchEvent(
  new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));`;
const PASTED = `document.querySelector('.composer textarea').dispatchEvent(
  new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true }));`;

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

inChromium(() => {
  beforeAll(() => page.resize(1360, 850));

  test('a text, an answer, an edit, a reaction, a forward and a deletion are sent from the page', async () => {
    const hello = await openChat('writing');
    await write('We are open');
    await page.press('Send');
    await page.has('.bubble [data-status=Delivered]');
    await act('Hello', 'Reply');
    await page.shows('Replying to Ana');
    await write('Until nine');
    await page.press('Send');
    await sent('writing', { text: 'Until nine', quoted: hello });
    await act('We are open', 'Edit');
    await write('We are closed');
    await page.press('Save');
    await page.shows('edited');
    await act('Hello', '👍');
    await page.has('.reactions');
    await act('Hello', 'Remove reaction');
    await page.lacks('.reactions');
    await act('Hello', 'Forward');
    await page.fill('Phone number or group ID', '+55 11 97777-6666');
    await page.press('Forward');
    await sent('writing', { kind: 'forward', remoteJid: jidOf(BIA) });
    await act('We are closed', 'Delete');
    await page.press('Delete for everyone');
    await page.shows('This message was deleted.');
    expect(page.complaints).toEqual([]);
  });

  test('files are sent by choice, by drop and by paste, and places, cards and polls from their fields', async () => {
    await openChat('kinds');
    await withFile('door.png', 'image/png', PIXEL, INTO_FIELD('.composer input[type=file]'));
    await page.write('Caption', 'the door');
    await page.press('Send');
    await sent('kinds', { kind: 'image', caption: 'the door', mimetype: 'image/png' });
    await page.holds(
      'the picture is shown',
      "document.querySelector('.bubble img.imageMessage')?.naturalWidth === 1",
    );
    await withFile('menu.pdf', 'application/pdf', btoa('%PDF-1.4'), DROPPED);
    await page.shows('menu.pdf');
    await page.press('Send');
    await sent('kinds', { kind: 'document' });
    await page.has('[aria-label="Download menu.pdf"]');
    await withFile('pasted.png', 'image/png', PIXEL, PASTED);
    await page.press('Remove pasted.png');
    await page.lacks('.chosen-files');
    await kind('Sticker');
    await withFile('door.png', 'image/png', PIXEL, INTO_FIELD('.kind-fields [type=file]'));
    await page.press('Send');
    await sent('kinds', { kind: 'sticker' });
    await kind('Location');
    await page.fill('Latitude', '-23.5');
    await page.fill('Longitude', '-46.6');
    await page.fill('Place name', 'The shop');
    await page.press('Send');
    await page.shows('The shop');
    await kind('Contact');
    await page.fill('Full name', 'Bia');
    await page.fill('Phone number', '+55 11 97777-6666');
    await page.press('Send');
    await page.shows('+5511977776666');
    await kind('Poll');
    await page.fill('Question', 'Which day?');
    await page.fill('Options', 'Monday\nTuesday');
    await page.press('Send');
    const { id } = await sent('kinds', { kind: 'poll' });
    await hears('kinds', { kind: 'vote', about: id, options: ['Tuesday'] });
    const counted = "document.querySelector('[data-option=Tuesday] progress')?.value";
    await until('the vote is counted', async () => (await evaluate(counted)) === 1);
    await act('Poll · Which day?', 'Vote for Tuesday');
    await until('the own vote is counted', async () => (await evaluate(counted)) === 2);
    for (const [name, one, file] of [
      ['Voice note', 'voice', SAMPLES.audio],
      ['Round video', 'ptv', SAMPLES.video],
    ] as const) {
      await kind(name);
      const base64 = Buffer.from(file.bytes).toString('base64');
      await withFile('file', file.mimetype, base64, INTO_FIELD('.kind-fields [type=file]'));
      await page.press('Send');
      await sent('kinds', { kind: one });
    }
    await kind('Voice note');
    await withFile('note.png', 'image/png', PIXEL, INTO_FIELD('.kind-fields [type=file]'));
    await page.press('Send');
    await page.shows('(400 BAD_REQUEST)');
    expect(page.complaints.filter((one) => !one.includes('400'))).toEqual([]);
  });

  test('choices, templates and statuses are sent from the page, and shown as what they are', async () => {
    await openChat('choices');
    await app.call('POST', '/template/create/choices', {
      name: 'order_ready',
      category: 'UTILITY',
      language: 'en',
      components: [
        { type: 'BODY', text: 'Order {{1}} is ready', example: { body_text: [['17']] } },
      ],
    });
    await kind('Buttons');
    await page.fill('Title', 'Which day?');
    await page.fill('Buttons', 'Monday\nTuesday');
    await page.press('Send');
    await sent('choices', { kind: 'poll' });
    await kind('List');
    await page.fill('Title', 'Which dish?');
    await page.fill('Button text', 'See the menu');
    await page.fill('Rows', 'Soup | hot\nSalad');
    await page.fill('Try it through a paired phone (WhatsApp may act against the account)', true);
    await page.press('Send');
    await page.shows('Button: See the menu');
    await kind('Cards');
    await page.fill('Text', 'Two breads');
    await page.fill('Cards', 'Rye | Fresh today | | Order\nWhite | Of yesterday | | Order');
    await page.press('Send');
    await page.shows('Of yesterday');
    await kind('Template');
    await page.shows('Order {{1}} is ready');
    await page.fill('Variable 1', '42');
    await page.press('Send');
    await page.shows('Order 42 is ready');
    await kind('Status');
    await page.fill('Text', 'Open until nine');
    await page.press('Send');
    await sent('choices', { text: 'Open until nine', remoteJid: 'status@broadcast' });
    expect(page.complaints.filter((one) => one.includes('/choices'))).toEqual([]);
  });

  test('what people send is shown as what it is, also when the page is opened later', async () => {
    await openChat('hearing');
    const wrong = await hears('hearing', { kind: 'text', text: 'tpyo' });
    const gone = await hears('hearing', { kind: 'text', text: 'a mistake' });
    for (const message of [
      { kind: 'image', caption: 'a picture' },
      { kind: 'document', fileName: 'menu.pdf' },
      { kind: 'audio' },
      { kind: 'location', latitude: 1, longitude: 2, name: 'Null Island' },
      { kind: 'contact', contacts: [{ fullName: 'Bia', phones: [{ phone: `+${BIA}` }] }] },
      { kind: 'edit', about: wrong, text: '*typo*, see https://shop.test/a.' },
      { kind: 'reaction', about: wrong, text: '🎉' },
      { kind: 'revoke', about: gone },
      { kind: 'text', text: 'an answer', quoted: wrong },
    ])
      await hears('hearing', message);
    const shown = async () => {
      await page.shows('an answer');
      for (const words of ['a picture', 'Null Island', 'Bia', 'This message was deleted.'])
        await page.shows(words);
      expect(await evaluate<string>("document.querySelector('.bubble b').textContent")).toBe(
        'typo',
      );
      expect(await evaluate<string>("document.querySelector('.bubble a[rel]').href")).toBe(
        'https://shop.test/a',
      );
      expect(await evaluate<string>("document.querySelector('.reactions').innerText")).toContain(
        'Ana',
      );
      expect(
        await evaluate<string>("document.querySelector('.log blockquote').innerText"),
      ).toContain('tpyo');
      const facts =
        "[...document.querySelectorAll('.file-card')].map((one) => one.innerText).join()";
      expect(await evaluate<string>(facts)).toContain('menu.pdf\n0.3 kB · application/pdf');
    };
    await shown();
    await page.open(`${app.url}/manager#/hearing/connection`);
    await page.has('[aria-label=History]');
    await page.open(addressOf('hearing', jidOf(ANA)));
    await shown();
    await page.press('Show Voice note');
    await page.has('.bubble audio[src]');
    await page.press('Show a picture');
    await page.has('dialog img');
    await page.press('Close');
    expect(page.complaints.filter((one) => !one.includes('400'))).toEqual([]);
  });

  test('a refusal is shown on the message with its reason, and explained when asked', async () => {
    await openChat('refusals');
    await app.call('POST', '/sandbox/refusals/ack', { code: 479, times: 1 });
    await write('Anybody there?');
    await page.press('Send');
    await page.shows('Not sent: WhatsApp refused the message');
    await page.open(`${app.url}/manager#/refusals/connection`);
    await page.has('[aria-label=History]');
    await page.open(addressOf('refusals', jidOf(ANA)));
    await page.shows('the recipient has other devices by now');
    await act('Anybody there?', 'Explain');
    await page.has('.message-menu [data-kind=done]');
  });

  test('a file goes to the chat it was sent in, and its failure is told, whichever chat is opened while it is read', async () => {
    await openChat('slow');
    const held = `(() => {
      const read = FileReader.prototype.readAsDataURL;
      FileReader.prototype.readAsDataURL = function (file) {
        FileReader.prototype.readAsDataURL = read;
        globalThis.release = () => read.call(this, file);
      };
    })()`;
    const sendHeld = async (name: string, base64: string) => {
      await page.open(addressOf('slow', jidOf(ANA)));
      await kind('Sticker');
      await evaluate(held);
      await withFile(name, 'image/png', base64, INTO_FIELD('.kind-fields [type=file]'));
      await page.press('Send');
      await page.holds('it is read', "'release' in globalThis");
      await page.open(addressOf('slow', jidOf(BIA)));
      await page.shows('No messages yet.');
      await evaluate('release(); delete globalThis.release');
    };
    await sendHeld('door.png', PIXEL);
    await sent('slow', { kind: 'sticker', remoteJid: jidOf(ANA) });
    await sendHeld('text.png', btoa('no picture'));
    await page.shows('Not sent to Ana:');
  });

  test('chats are listed with their last words', async () => {
    await openChat('list');
    await hears('list', { from: BIA, pushName: 'Bia', kind: 'document', fileName: 'order.pdf' });
    const rows = () =>
      evaluate<string>(
        "[...document.querySelectorAll('.chat-list .chat-row')].map((row) => row.innerText.replace(/\\s+/g, ' ')).join('; ')",
      );
    await until('both are listed', async () =>
      /Bia .* Document · order\.pdf .*; .*Ana .* Hello/.test(await rows()),
    );
    await write('Good');
    await page.press('Send');
    await until('it is the last', async () => (await rows()).includes('You: Good'));
  });

  test('messages and chats are found by their words, however far back they are, and a number begins a chat', async () => {
    await app.openInstance('search');
    await hears('search', { kind: 'text', text: 'The purple elephant' });
    for (let part = 0; part < 120; part++)
      await hears('search', { kind: 'text', text: `message ${part}` });
    await hears('search', { from: BIA, pushName: 'Bía', kind: 'text', text: 'Oi' });
    await page.open(addressOf('search'));
    await page.write(SEARCH, 'bia');
    await until('Bia is found', async () =>
      (await evaluate<string>("document.querySelector('.chat-list').innerText")).includes('Bía'),
    );
    await page.write(SEARCH, 'ELEPHANT');
    await page.has('.chat-list .found .chat-row');
    await evaluate("document.querySelector('.chat-list .found .chat-row').click()");
    await page.has('[data-found]');
    await page.shows('The purple elephant');
    await page.press('Go to newest messages ↓');
    await page.press('Search in this chat');
    await page.write('Search in this chat', '"message 7"');
    await page.has('.search-here .found .chat-row');
    await evaluate("document.querySelector('.search-here .found .chat-row').click()");
    const found = "document.querySelector('[data-found] .said')?.textContent";
    await until('it is shown', async () => (await evaluate(found)) === 'message 7');
    await page.write(SEARCH, '+55 11 91111-2222');
    await page.shows('Write to 5511911112222');
    await evaluate("document.querySelector('.chat-list .chat-row').click()");
    await page.shows('No messages yet.');
    await write('First words');
    await page.press('Send');
    await sent('search', { text: 'First words', remoteJid: '5511911112222@s.whatsapp.net' });
  });

  test('a message is planned, listed where it belongs and among all, and taken back', async () => {
    await openChat('plans');
    await write('Come tomorrow');
    await page.press('Send later');
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    await page.fill('Send at', tomorrow);
    await page.press('Send');
    await page.shows('Scheduled · 1');
    expect((await app.call('GET', '/message/scheduled/plans')).body.messages).toMatchObject([
      { remoteJid: jidOf(ANA), kind: 'text', status: 'QUEUED' },
    ]);
    await page.press('Scheduled · 1');
    await until('it is listed', async () =>
      (
        await evaluate<string>("document.querySelector('.chat-list .scheduled').innerText")
      ).includes('Come tomorrow'),
    );
    await page.press('Cancel Come tomorrow');
    await page.shows('No scheduled messages.');
    expect((await app.call('GET', '/message/scheduled/plans')).body.messages).toEqual([]);
  });

  test('a chat that is watched says who writes in it', async () => {
    await openChat('watched');
    await page.press('Actions for this chat');
    await page.press('Show when they are online or typing');
    await page.shows('You will see it here while');
    await app.call('POST', '/instance/setPresence/watched', { presence: 'available' });
    const jid = `${ANA}@s.whatsapp.net`;
    const shown = { event: 'ChatPresence', data: { Chat: jid, Sender: jid } };
    expect((await app.call('POST', '/sandbox/watched/event', shown)).status).toBe(200);
    await page.shows('Ana is typing…');
  });

  test('the phone of a sandbox contact shows what it receives, reads it, reacts and answers', async () => {
    await openChat('phone');
    await write('We are open');
    await page.press('Send');
    const screen = () => evaluate<string>("document.querySelector('.screen').innerText");
    for (const words of ['Hello', 'We are open'])
      await until(`${words} on the phone`, async () => (await screen()).includes(words));
    await page.press('Read all');
    await page.has('.thread [data-status=Read]');
    const isColoured =
      '(read) => getComputedStyle(read).color !== getComputedStyle(read.parentElement).color';
    expect(
      await evaluate<boolean>(
        `(${isColoured})(document.querySelector('.thread [data-status=Read]'))`,
      ),
    ).toBe(true);
    await page.press('React ❤️ to: We are open');
    await page.has('.thread .reactions');
    await page.fill('Message from this phone', 'Then I come by');
    await page.press('Send from phone');
    await page.shows('Then I come by');
    for (let line = 0; line < 25; line++)
      await hears('phone', { kind: 'text', text: `line ${line} of what has happened since` });
    const isAtEnd =
      '({ scrollHeight: all, scrollTop: top, clientHeight: seen }) => all - top - seen < 2';
    await page.holds(
      'the newest is in sight',
      `document.querySelector('.screen li:last-child').innerText.includes('line 24') && (${isAtEnd})(document.querySelector('.screen'))`,
    );
    expect(page.complaints.filter((one) => one.includes('/phone'))).toEqual([]);
  });

  test('by keys alone a chat is opened, written in, and one of its messages answered', async () => {
    await openChat('keys');
    await page.open(addressOf('keys'));
    await page.has('.chat-list .chat-row');
    const focused = () =>
      evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.innerText');
    const tabTo = async (words: string) => {
      for (let pressed = 0; pressed < 30 && !(await focused()).includes(words); pressed++)
        await page.key('Tab');
      expect(await focused()).toContain(words);
    };
    await tabTo('Search chats');
    await tabTo('Hello');
    await page.key('Enter');
    await until('the chat has the focus', async () => (await focused()) === 'Ana');
    await page.has('.message .menu > button');
    await tabTo('Actions for: Hello');
    await page.key('Enter');
    await tabTo('Reply');
    await page.key('Enter');
    await until('one writes', async () => (await focused()) === 'Message');
    await page.shows('Replying to Ana');
    await page.key('Escape');
    await page.lacks('.subject');
    await type('one line');
    await evaluate(`document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', shiftKey: true, bubbles: true }))`);
    expect((await app.call('GET', '/sandbox/keys/sent')).body).toEqual([]);
    await page.key('Enter');
    await sent('keys', { text: 'one line' });
    await page.holds(
      'the field is empty',
      "document.querySelector('.composer textarea').value === ''",
    );
    await page.has('.message[data-side=own]');
    await page.key('ArrowUp');
    await page.shows('Editing');
    await page.key('Escape');
    await evaluate("document.querySelector('.message:last-child .menu > button').focus()");
    await page.key('ArrowUp');
    await until('the message before has the focus', async () =>
      (await focused()).includes('Actions for: Hello'),
    );
  });

  test('at both sizes, light and dark, it fills the window, nothing overflows, and axe finds nothing wrong', async () => {
    await openChat('sizes');
    for (let part = 0; part < 30; part++)
      await hears('sizes', { kind: 'text', text: 'many words '.repeat(part + 1) });
    await hears('sizes', { kind: 'document', fileName: `${'a-very-long-name-'.repeat(8)}.pdf` });
    await page.shows('.pdf');
    const findings: string[] = [];
    for (const view of ['', 'details.scheduled', '.kind-fields']) {
      if (view === 'details.scheduled')
        await app.call('POST', '/message/sendText/sizes', {
          number: ANA,
          text: 'later',
          scheduleAt: new Date(Date.now() + 3_600_000).toISOString(),
        });
      if (view === '.kind-fields') await kind('List');
      if (view !== '') await page.has(view);
      findings.push(...(await axeFindings(page)));
    }
    expect(findings).toEqual([]);
    const composer = "document.querySelector('.composer').getBoundingClientRect().bottom";
    const isWider = 'document.documentElement.scrollWidth > innerWidth';
    for (const [width, height] of [
      [1360, 850],
      [390, 844],
    ] as const) {
      await page.resize(width, height);
      if (width === 390) await page.press('Close');
      await page.has('.composer');
      expect(await evaluate<boolean>(isWider)).toBe(false);
      expect(await evaluate<number>(composer)).toBeLessThanOrEqual(height);
      expect(await evaluate<number>('document.documentElement.scrollHeight')).toBe(height);
    }
    const isShown = (selector: string) =>
      evaluate<boolean>(`document.querySelector('${selector}')?.checkVisibility() ?? false`);
    expect([await isShown('.composer'), await isShown('.chat-list')]).toEqual([true, false]);
    await page.press('Back to chats');
    await page.has('.chat-list');
    expect([await isShown('.composer'), await isShown('.chat-list')]).toEqual([false, true]);
    expect(await evaluate<boolean>(isWider)).toBe(false);
    expect(page.complaints.filter((one) => one.includes('/sizes'))).toEqual([]);
    await page.resize(1360, 850);
  });
});

test.skipIf(isBrowserMissing)(
  'where no messages are stored, the chats are what the latest events tell',
  async () => {
    const other = await startApp({ env: { MESSAGE_STORE_HOURS: '0' } });
    try {
      await other.openInstance('bare');
      const body = { from: ANA, pushName: 'Ana', kind: 'text', text: 'Hello' };
      await other.call('POST', '/sandbox/bare/message', body);
      const bare = await openManager(browser, other);
      await bare.shows('New instance');
      await bare.open(`${other.url}/manager#/bare/conversations/${jidOf(ANA)}`);
      await bare.shows('Messages are not stored');
      await bare.holds(
        'the message is shown',
        "document.querySelector('.log .said')?.textContent === 'Hello'",
      );
      await other.call('POST', '/sandbox/bare/message', { ...body, text: 'Still there?' });
      await bare.shows('Still there?');
    } finally {
      await other.stop();
    }
  },
);
