/** Posting statuses: what reaches the session, and what is refused. */
import { describe, expect, test } from 'bun:test';
import type { OutgoingMessage } from '../../../../src/core/providers/outgoing.ts';
import { SAMPLES } from '../../../../src/modules/sandbox/invented-values.ts';
import { noteMedia, openGateway } from './setup.ts';

const NUMBER = '5511888880000';
const number = 'status@broadcast';
const statusJidList = [NUMBER];
const TEXT = { type: 'text', content: 'Sale', statusJidList };

async function open() {
  const { g, key } = await openGateway();
  const files = noteMedia(g);
  const texts: OutgoingMessage[] = [];
  const { send } = g.provider.script;
  g.provider.script.send = (session, message) => {
    texts.push(message);
    return send(session, message);
  };
  const post = (body: object, more: object = {}) =>
    g.call('POST', '/message/sendStatus/shop', { body, ...more });
  return { g, key, files, texts, post };
}

describe('POST /message/sendStatus/{instanceName}', () => {
  test('201 a text is posted with its colour and font, for those who are named once', async () => {
    const { texts, post } = await open();
    const look = { backgroundColor: '#ff0000', font: 3, allContacts: false };
    const jid = `${NUMBER}@s.whatsapp.net`;
    const people = [NUMBER, '+55 11 88888-0000', jid, '77@lid'];
    const { status, body } = await post({ ...TEXT, ...look, statusJidList: people });
    expect([status, body.status]).toEqual([201, 'PENDING']);
    await post(TEXT);
    const said = (background: number, font: number) => ({
      content: { kind: 'text' as const, text: 'Sale', look: { background, font } },
    });
    expect(texts).toEqual([
      { number, audience: [NUMBER, jid, '77@lid'], ...said(0xffff0000, 3) },
      { number, audience: [NUMBER], ...said(0xff075e54, 0) },
    ]);
  });

  test.each(['image', 'video'] as const)('201 a %s is posted with its caption', async (type) => {
    const { files, post } = await open();
    const { bytes, mimetype } = SAMPLES[type];
    const content = `data:${mimetype};base64,${Buffer.from(bytes).toString('base64')}`;
    const { status } = await post({ type, content, caption: 'New', statusJidList });
    expect(status).toBe(201);
    expect(files).toEqual([
      { number, audience: [NUMBER], kind: type, bytes, mimetype, caption: 'New' },
    ]);
  });

  test('201 audio is posted as a voice note', async () => {
    const { files, post } = await open();
    const { bytes } = SAMPLES.audio;
    const content = Buffer.from(bytes).toString('base64');
    expect((await post({ type: 'audio', content, caption: 'x', statusJidList })).status).toBe(201);
    expect(files).toMatchObject([{ number, kind: 'voice', mimetype: 'audio/ogg; codecs=opus' }]);
    expect(files[0]).not.toHaveProperty('caption');
  });

  test('201 a repetition with the same Idempotency-Key posts nothing more', async () => {
    const { texts, post } = await open();
    const headers = { 'idempotency-key': 'once' };
    const first = await post(TEXT, { headers });
    const second = await post(TEXT, { headers });
    expect(second.body).toEqual(first.body);
    expect(texts).toHaveLength(1);
  });

  test.each([
    ['no body to speak of', {}, 'type is required; content is required; statusJidList is required'],
    ['a type that is none', { ...TEXT, type: 'poll' }, 'type must be one of text, image, video'],
    ['a text that is none', { ...TEXT, content: ' ' }, 'content must be a text of 1-700'],
    ['a text that is too long', { ...TEXT, content: 'a'.repeat(701) }, 'content must be a text of'],
    ['a file that is none', { ...TEXT, type: 'image', content: '%' }, 'content must be a file in'],
    ['a colour that is none', { ...TEXT, backgroundColor: 'red' }, 'backgroundColor must be a'],
    ['a font that is none', { ...TEXT, font: 6 }, 'font must be a whole number from 0 to 5'],
    ['all contacts', { ...TEXT, allContacts: true }, 'allContacts must be false: the contacts of'],
    ['nobody to see it', { ...TEXT, statusJidList: [] }, 'statusJidList must be a list of 1-500'],
    [
      'a group to see it',
      { ...TEXT, statusJidList: ['1203630000@g.us'] },
      'statusJidList.0 must be a phone number or the JID of a person, not of a group or a channel',
    ],
    ['too many', { ...TEXT, statusJidList: Array(501).fill(NUMBER) }, 'statusJidList must be a'],
    [
      'audio that phones do not play',
      { type: 'audio', content: 'AAAA', statusJidList },
      'audio is of a kind that is not known',
    ],
  ])('400 for %s, and nothing is posted', async (_what, body, text) => {
    const { texts, files, post } = await open();
    const { status, body: answer } = await post(body);
    expect(`${status} ${answer.error?.message}`).toStartWith(`400 ${text}`);
    expect([texts, files]).toEqual([[], []]);
  });

  test('401 without a key, 403 another instance, 404 an unknown one, 409 one that is not connected', async () => {
    const { g, key } = await open();
    await g.call('POST', '/instance/create', { body: { instanceName: 'other' } });
    const post = (name: string, callerKey?: string | null) =>
      g.call('POST', `/message/sendStatus/${name}`, {
        body: TEXT,
        ...(callerKey !== undefined && { key: callerKey }),
      });
    expect((await post('shop', null)).status).toBe(401);
    expect((await post('other', key)).status).toBe(403);
    expect((await post('nobody')).status).toBe(404);
    expect((await post('other')).status).toBe(409);
  });
});
