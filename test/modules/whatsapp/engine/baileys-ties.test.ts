/** What an upgrade of Baileys may break without an error: see CONTRIBUTING, "Upgrading Baileys". */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadBaileys } from '../../../../src/modules/whatsapp/engine/baileys.ts';
import { USED_REPORTING, USED_VALUES } from '../../../../src/modules/whatsapp/engine/surface.ts';
import { brokenTies, type ReadLibrary, TIES } from './ties.ts';

const root = join(import.meta.dir, '../../../..');
const MODULES = join(root, 'node_modules');
const FOLDER = '@whiskeysockets/baileys/lib/';
const own = [...new Bun.Glob('**/*.js').scanSync(join(MODULES, FOLDER))].map((at) => FOLDER + at);
const read: ReadLibrary = (path) => Bun.file(join(MODULES, path)).text();

test('each place in Baileys that our code replaces, listens before, matches or relies on is as it was', async () => {
  expect(await brokenTies(read, own)).toEqual([]);
});

test('each of these places has a name of its own, and a file of ours that is there', () => {
  expect(TIES.length).toBeGreaterThanOrEqual(24);
  expect(new Set(TIES.map(({ name }) => name)).size).toBe(TIES.length);
  const missing = TIES.filter(({ ours }) => !existsSync(join(root, 'src/modules/whatsapp', ours)));
  expect(missing.map(({ name, ours }) => `${ours}: ${name}`)).toEqual([]);
});

/** A copy of Baileys in which one place is otherwise. */
const changed =
  (file: string, change: (text: string) => string): ReadLibrary =>
  async (path) =>
    path === file ? change(await read(path)) : read(path);

/** The words of a text with whatever blanks and line ends between them. */
const asWritten = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\s+/)
      .map((word) => RegExp.escape(word))
      .join('\\s+'),
    'g',
  );

test.each(TIES.map((tie) => [tie.name, tie] as const))(
  'a Baileys in which it is otherwise that %s is noticed by this name',
  async (name, { file, texts }) => {
    for (const text of texts) {
      const moved = changed(file, (whole) => whole.replaceAll(asWritten(text), '/* moved */'));
      expect(await brokenTies(moved, own)).toContain(name);
    }
    const gone: ReadLibrary = (path) =>
      path === file ? Promise.reject(new Error('no such file')) : read(path);
    expect(await brokenTies(gone, own)).toContain(name);
  },
);

test.each([
  [
    'a second place that decodes a share of a history',
    'Utils/process-message.js',
    'proto.HistorySync.decode(bytes);',
    'shares of a history are decoded by `HistorySync.decode` alone',
  ],
  [
    'a second listener of messages',
    'Socket/chats.js',
    "ws.on('CB:message', later);",
    'messages are read by one listener of "CB:message"',
  ],
  [
    'a second way to the socket',
    'Socket/socket.js',
    'ws.socket?.send(frame);',
    'what is sent goes through the property `socket` of the WebSocket client',
  ],
  [
    'messages that are deciphered elsewhere, too',
    'Socket/messages-recv.js',
    'await decrypt();',
    'messages are deciphered one after another, in the order they came',
  ],
])('%s is noticed, which no error would tell', async (_, file, added, name) => {
  const more = changed(FOLDER + file, (whole) => `${whole}\n${added}`);
  expect(await brokenTies(more, own)).toEqual([name]);
});

test('a text that is only written otherwise, with other line ends, breaks nothing', async () => {
  const reformatted: ReadLibrary = async (path) =>
    (await read(path)).replaceAll('\n    ', '\r\n\t');
  expect(await brokenTies(reformatted, own)).toEqual([]);
});

test('Baileys has each value that is used', async () => {
  const baileys: object = await loadBaileys();
  const missing = [...USED_VALUES, ...USED_REPORTING].filter((name) => !(name in baileys));
  expect(missing).toEqual([]);
});
