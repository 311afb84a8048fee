/** What is shown below a text with a link, and that a text never depends on it. */
import { afterEach, describe, expect, test } from 'bun:test';
import { PNG } from 'pngjs';
import type { OutgoingMessage } from '../../../../src/core/providers/outgoing.ts';
import { drawPicture } from '../../../../src/core/sending/pictures.ts';
import { pictureSize } from '../../../../src/core/shared/webp.ts';
import { headOf, linkIn } from '../../../../src/modules/gateway/message/link-preview.ts';
import { type Certificate, makeCertificate } from '../../../doubles/certificate.ts';
import { startProxy } from '../../../doubles/proxy.ts';
import { type Answer, endless, hang, respond, startReceiver } from '../../../doubles/receiver.ts';
import { jpegOfScans } from '../../../helpers/many-scans.ts';
import { until } from '../../../helpers/until.ts';
import { FILES, openGateway } from './setup.ts';

const NUMBER = '5511999990000';
const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});

const page = (html: string): Answer =>
  respond(200, { headers: { 'content-type': 'text/html; charset=utf-8' }, body: html });
const PICTURE = PNG.sync.write(new PNG({ width: 600, height: 400 }));
const MANY_SCANS = await jpegOfScans(PICTURE, 101);
const SHOP = `<html><head><title>Menu</title><meta property="og:title" content="Ana &amp; Bob&#39;s">
<meta name="description" content="Soups"><meta property="og:image" content="/soup.png"></head></html>`;

const open = (...answers: Answer[]) => openWith({}, ...answers);

interface ServedPage {
  /** Absent: in the clear. */
  readonly tls?: Certificate;
  /** Whose certificates are trusted. */
  readonly trusts?: string;
}

async function openWith({ tls, trusts }: ServedPage, ...answers: Answer[]) {
  const { g } = await openGateway(trusts === undefined ? {} : { authorities: trusts });
  const server = await startReceiver(tls ? { tls } : {});
  running.push(server);
  server.script(...answers);
  const sent: OutgoingMessage[] = [];
  const { send } = g.provider.script;
  g.provider.script.send = (session, message) => {
    sent.push(message);
    return send(session, message);
  };
  const url = `http://${FILES}:${server.port}/`;
  const say = (text: string, more: object = { linkPreview: true }, name = 'shop') =>
    g.call('POST', `/message/sendText/${name}`, { body: { number: NUMBER, text, ...more } });
  return { g, server, sent, url, say };
}

describe('a text with linkPreview', () => {
  test('201 shows title, description and a small picture of the page', async () => {
    const image = respond(200, { headers: { 'content-type': 'image/png' }, body: PICTURE });
    const { say, sent, url, server } = await open(page(SHOP), image);
    expect((await say(`See ${url}menu, please!`)).status).toBe(201);
    const [{ content }] = sent as [OutgoingMessage];
    expect(content).toEqual({
      kind: 'text',
      text: `See ${url}menu, please!`,
      preview: {
        url: `${url}menu`,
        title: "Ana & Bob's",
        description: 'Soups',
        thumbnail: expect.any(String),
      },
    });
    const { thumbnail = '' } = (content as { preview: { thumbnail?: string } }).preview;
    expect(pictureSize(Buffer.from(thumbnail, 'base64'))).toEqual({ width: 300, height: 200 });
    expect(server.requests.map(({ path }) => path)).toEqual(['/menu', '/soup.png']);
  });

  test.each<[string, Answer[]]>([
    ['is no page', [respond(200, { headers: { 'content-type': 'text/plain' }, body: 'a' })]],
    ['has no title', [page('<html><body><title>an icon</title></body></html>')]],
    ['is not there', [respond(404)]],
    ['leads back to itself for ever', Array(9).fill(respond(302, { headers: { location: '/' } }))],
  ])('201 goes out without one when the page %s', async (_, answers) => {
    const { say, sent, url } = await open(...answers);
    expect((await say(url)).status).toBe(201);
    expect(sent.map(({ content }) => content)).toEqual([{ kind: 'text', text: url }]);
  });

  test.each<[string, Answer]>([
    ['no picture', respond(200, { body: 'no picture' })],
    ['an icon', respond(200, { body: PNG.sync.write(new PNG({ width: 32, height: 32 })) })],
    ['too large', endless(200)],
    ['one that would be open for long', respond(200, { body: MANY_SCANS })],
  ])('201 has no picture where that is %s', async (_, answer) => {
    const { say, sent, url } = await open(page(SHOP), answer);
    expect((await say(url)).status).toBe(201);
    expect(sent[0]!.content).toEqual({
      kind: 'text',
      text: url,
      preview: { url, title: "Ana & Bob's", description: 'Soups' },
    });
  });

  test('201 reads no more than the beginning of a page without an end', async () => {
    const body = SHOP + ' '.repeat(2 * 1024 * 1024);
    const { say, sent, url } = await open(page(body), respond(404));
    await say(url);
    expect(sent[0]!.content).toMatchObject({ preview: { title: "Ana & Bob's" } });
  });

  test('201 waits three seconds for a page, and no longer', async () => {
    const { g, say, sent, url, server } = await open(hang);
    const answer = say(url);
    await until('the page is asked for', () => server.requests.length === 1);
    await g.clock.advance(2_999);
    expect(sent).toEqual([]);
    await g.clock.advance(1);
    expect((await answer).status).toBe(201);
    expect(sent[0]!.content).toEqual({ kind: 'text', text: url });
    await until('the page is let go', () => server.open() === 0);
  });

  test('201 waits three seconds for a picture to be opened, and goes without it', async () => {
    const { g, say, sent, url, server } = await open(page(SHOP), respond(200, { body: PICTURE }));
    const { promise: isDrawn, resolve: end } = Promise.withResolvers<void>();
    const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>();
    const { signal } = new AbortController();
    const source = { instanceId: 'other', field: 'picture', bytes: PICTURE, signal };
    const other = drawPicture({ ...source, clock: g.clock }, () => {
      opened();
      return isDrawn;
    });
    await isOpen;
    const answer = say(url);
    await until('the picture is here', () => server.requests.length === 2 && server.open() === 0);
    await g.clock.advance(3_000);
    expect((await answer).status).toBe(201);
    expect(sent[0]!.content).toEqual({
      kind: 'text',
      text: url,
      preview: { url, title: "Ana & Bob's", description: 'Soups' },
    });
    end();
    await other;
  });

  test('201 has its preview while another instance waits for many pages that never come', async () => {
    const { g, say, sent, url, server } = await open(...Array(4).fill(hang));
    await g.createOpen('greedy');
    const many = Array.from({ length: 20 }, () => say(url, { linkPreview: true }, 'greedy'));
    await until('its pages are asked for', () => server.requests.length === 4);
    server.script(page(SHOP), respond(200, { body: PICTURE }));
    await say(url);
    expect(sent.map(({ content }) => 'preview' in content)).toEqual([true]);
    await g.clock.advance(3_000);
    await Promise.all(many);
  });

  test('201 asks nothing of a page in a network that is forbidden', async () => {
    const { g, say, sent, server } = await open(page(SHOP));
    for (const host of ['127.0.0.2', 'inner.test']) {
      let status: number | undefined;
      void say(`http://${host}:${server.port}/`).then((answer) => {
        status = answer.status;
      });
      // Why a name cannot be reached is said later than most lookups take.
      await until('it is answered', async () => {
        await g.clock.advance(250);
        return status !== undefined;
      });
      expect(status).toBe(201);
    }
    expect(sent.every(({ content }) => !('preview' in content))).toBe(true);
    expect(server.connections()).toBe(0);
  });

  test('201 asks through the proxy of the instance over https, and nobody when that is not possible', async () => {
    const authority = makeCertificate({ name: 'Test authority', isAuthority: true });
    const tls = makeCertificate({ name: 'only-there.test', by: authority });
    const { g, say, sent, server, url } = await openWith(
      { tls, trusts: authority.cert },
      page(SHOP),
    );
    const proxy = await startProxy({ protocol: 'http' });
    running.push(proxy, g.proxies);
    const settings = { enabled: true, protocol: 'http', host: '127.0.0.1' } as const;
    const { id = '' } = g.directory.byName('shop') ?? {};
    await g.proxies.set(id, { ...settings, port: proxy.port, username: '', password: '' });
    // The name is known to the proxy alone.
    const place = `only-there.test:${server.port}`;
    await say(`https://${place}/`);
    expect(sent[0]!.content).toMatchObject({ preview: { title: "Ana & Bob's" } });
    expect(proxy.asked).toEqual([place, place]);
    await say(url);
    await proxy.stop();
    await say(`https://${place}/`);
    for (const { content } of sent.slice(1)) expect(content).not.toHaveProperty('preview');
    expect([sent.length, server.requests.length]).toEqual([3, 2]);
  });

  test('201 nothing is asked for unless it is wanted, nor for texts without a link', async () => {
    const { say, server, sent, url } = await open();
    for (const [text, more] of [
      [url, {}],
      [url, { linkPreview: false }],
      ['see example.test', { linkPreview: true }],
    ] as const)
      expect((await say(text, more)).status).toBe(201);
    expect([server.connections(), sent.length]).toEqual([0, 3]);
  });

  test('400 linkPreview that is neither true nor false', async () => {
    const { say, sent, url } = await open();
    const { status, body } = await say(url, { linkPreview: 'yes' });
    expect(`${status} ${body.error.message}`).toStartWith('400 linkPreview must be');
    expect(sent).toEqual([]);
  });
});

test.each([
  ['see https://a.test/b?c=d#e.', 'https://a.test/b?c=d#e'],
  ['(http://a.test) or https://b.test', 'http://a.test'],
  ['"https://a.test/é"', 'https://a.test/é'],
  ['HTTPS://A.test', 'HTTPS://A.test'],
  ['https://', null],
  ['ftp://a.test, www.b.test', null],
  ['http://[::1', null],
])('the first link in %s is %s', (text, link) => {
  expect(linkIn(text)).toBe(link);
});

describe('what a page says of itself', () => {
  const head = (html: string | Uint8Array, type = 'text/html') =>
    headOf(typeof html === 'string' ? Buffer.from(html) : html, type, 'https://a.test/b/c');

  test('is its own title where it gives no other', () => {
    expect(head('<head><title> A\n <b>page</b> &lt;3 &#x1F600; &#xD800;</title></head>')).toEqual({
      title: 'A <b>page</b> <3 😀 \ufffd',
      description: '',
      picture: null,
    });
  });

  test('is read in the charset that the server or the page names', () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><head><title>caf\xe9</title>', 'latin1');
    expect(head(latin).title).toBe('café');
    expect(head(latin, 'text/html; charset=utf-8').title).toBe('caf\ufffd');
    expect(head(latin, 'text/html; charset=nonsense').title).toBe('caf\ufffd');
  });

  test('has a picture where the page says, as seen from the page', () => {
    const picture = (content: string) =>
      head(`<meta property="og:image" content="${content}">`).picture;
    expect(picture('../d.png?a=1&amp;b=2')).toBe('https://a.test/d.png?a=1&b=2');
    expect(picture('//b.test/d.png')).toBe('https://b.test/d.png');
    expect(picture('http://[')).toBeNull();
  });

  test('is cut to what phones show', () => {
    const { title, description } = head(
      `<meta name="twitter:title" content="${'a'.repeat(999)}"><meta name="description" content="${'é'.repeat(999)}">`,
    );
    expect([title.length, description.length]).toEqual([300, 500]);
  });

  test('is nothing when it is no page', () => {
    for (const bytes of [new Uint8Array(0), new Uint8Array(999).fill(255), Buffer.from('<meta <<')])
      expect(head(bytes)).toEqual({ title: '', description: '', picture: null });
  });
});
