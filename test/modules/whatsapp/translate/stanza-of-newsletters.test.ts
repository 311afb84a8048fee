import { expect, test } from 'bun:test';
import type { BinaryNode } from '@whiskeysockets/baileys';
import {
  eventsOfStanza,
  newsletterJoin,
} from '../../../../src/modules/whatsapp/translate/stanza.ts';
import { ANA, NOW, self } from './samples.ts';

const CHANNEL = '120363000000000001@newsletter';
const notification = (json: string): BinaryNode => ({
  tag: 'notification',
  attrs: { type: 'mex', from: 's.whatsapp.net' },
  content: [
    { tag: 'update', attrs: { op_name: 'NotificationNewsletterJoin' }, content: Buffer.from(json) },
  ],
});
const joining = (channel: object) =>
  notification(JSON.stringify({ data: { xwa2_notify_newsletter_on_join: channel } }));

test('following a channel has exactly the fields it has from every provider', () => {
  const node = joining({
    id: CHANNEL,
    state: { type: 'ACTIVE' },
    thread_metadata: {
      creation_time: '1767607200',
      invite: '0029Va',
      name: { text: 'News', id: '1', update_time: '1' },
      description: { text: 'All of it', id: '2', update_time: '1' },
      subscribers_count: '42',
      verification: 'verified',
      picture: { url: 'https://pps.whatsapp.net/p', id: '3' },
      settings: { reaction_codes: { value: 'ALL' } },
    },
    viewer_metadata: { mute: 'on', role: 'subscriber' },
  });
  const expected = {
    type: 'NewsletterJoin' as const,
    data: {
      id: CHANNEL,
      state: { type: 'ACTIVE' },
      thread_metadata: {
        creation_time: '1767607200',
        invite: '0029Va',
        name: { text: 'News', id: '1' },
        description: { text: 'All of it' },
        subscribers_count: 42,
        verification: 'VERIFIED',
        picture: { url: 'https://pps.whatsapp.net/p' },
      },
      viewer_metadata: { mute: 'ON', role: 'SUBSCRIBER' },
    },
  };
  expect(eventsOfStanza(node, self, NOW)).toEqual({
    events: [expected],
    statuses: [],
    joined: null,
  });
});

test('a channel that says nothing of itself is still followed', () => {
  expect(newsletterJoin(joining({ id: CHANNEL }))?.data).toEqual({
    id: CHANNEL,
    state: { type: 'ACTIVE' },
    thread_metadata: {
      creation_time: '',
      invite: '',
      name: { text: '', id: '' },
      description: { text: '' },
      subscribers_count: 0,
      verification: 'UNVERIFIED',
      picture: null,
    },
    viewer_metadata: { mute: 'OFF', role: 'SUBSCRIBER' },
  });
});

test.each([
  ['no JSON', notification('{')],
  ['no object', notification('[1]')],
  ['another operation', notification('{"data":{"xwa2_notify_newsletter_on_leave":{}}}')],
  ['no channel', joining({ id: ANA })],
  ['nothing', { tag: 'notification', attrs: { type: 'mex' } }],
])('%s is no event', (_, node) => {
  expect(newsletterJoin(node)).toBeNull();
});
