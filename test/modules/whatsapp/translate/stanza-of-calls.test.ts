import { expect, test } from 'bun:test';
import type { BinaryNode } from '@whiskeysockets/baileys';
import { callOfNode } from '../../../../src/modules/whatsapp/translate/stanza.ts';
import { ANA, ANA_LID, AT, BOB, BOB_LID, knowing, SECONDS } from './samples.ts';

const call = (step: string, from: string, attrs: Record<string, string> = {}): BinaryNode => ({
  tag: 'call',
  attrs: { from, id: 'S1', t: String(SECONDS), platform: 'iphone', version: '2.26.1' },
  content: [{ tag: step, attrs: { 'call-id': 'C1', 'call-creator': from, ...attrs } }],
});
const eventOf = (...values: Parameters<typeof call>) => callOfNode(call(...values), knowing, 0);
const data = { From: ANA, Timestamp: AT, CallCreator: ANA, CallID: 'C1' };

test('offer, relay latency and end have exactly the fields they have from every provider', () => {
  expect(eventOf('offer', ANA)).toEqual({
    type: 'CallOffer',
    data: { ...data, RemotePlatform: 'iphone', RemoteVersion: '2.26.1' },
  });
  expect(eventOf('relaylatency', ANA)).toEqual({ type: 'CallRelayLatency', data });
  expect(eventOf('terminate', ANA, { reason: 'timeout' })).toEqual({
    type: 'CallTerminate',
    data: { ...data, Reason: 'timeout' },
  });
});

test.each(['busy', 'timeout', 'accepted_elsewhere', ''])(
  'an end keeps its reason: %p',
  (reason) => {
    expect(eventOf('terminate', ANA, { reason })?.data).toMatchObject({ Reason: reason });
  },
);

test('a call that was declined has ended', () => {
  const end = { type: 'CallTerminate', data: { Reason: 'reject' } };
  expect(eventOf('reject', ANA)).toMatchObject(end);
});

test('a group call is offered too', () => {
  expect(eventOf('offer_notice', ANA)).toMatchObject({ type: 'CallOffer', data });
});

test('a caller addressed by LID is named by phone number, given or learnt', () => {
  expect(eventOf('offer', ANA_LID, { caller_pn: ANA })?.data).toMatchObject(data);
  expect(eventOf('terminate', BOB_LID)?.data).toMatchObject({ From: BOB, CallCreator: BOB });
  expect(eventOf('terminate', ANA_LID)?.data).toMatchObject({
    From: ANA_LID,
    CallCreator: ANA_LID,
  });
});

test('who answers is not taken for who called', () => {
  const answered = eventOf('reject', BOB, { 'call-creator': ANA });
  expect(answered?.data).toMatchObject({ From: BOB, CallCreator: ANA });
});

test.each(['preaccept', 'transport', 'accept', 'ringing'])('%s is no news', (step) => {
  expect(eventOf(step, ANA)).toBeNull();
});

test('a call without a step, an id or a caller is no event', () => {
  expect(callOfNode({ tag: 'call', attrs: { from: ANA } }, knowing, 0)).toBeNull();
  expect(eventOf('offer', ANA, { 'call-id': '' })).toBeNull();
  expect(eventOf('offer', '')).toBeNull();
});
