import { expect, test } from 'bun:test';
import {
  connectedEvent,
  loggedOut,
  offlineSyncCompleted,
  pairSuccess,
} from '../../../src/core/providers/session-events.ts';

const ME = '5511900000001@s.whatsapp.net';
const ACCOUNT = { jid: ME, pushName: 'Shop' };

test('pairing, connecting and catching up have exactly the fields they have from every provider', () => {
  const linked = { businessName: 'Bakery', platform: 'android' };
  expect(pairSuccess({ ...ACCOUNT, pushName: '' }, linked)).toEqual({
    type: 'PairSuccess',
    data: {
      ID: ME,
      jid: ME,
      BusinessName: 'Bakery',
      Platform: 'android',
      pushName: '',
      status: 'open',
    },
  });
  expect(connectedEvent(ACCOUNT)).toEqual({
    type: 'Connected',
    data: { status: 'open', jid: ME, pushName: 'Shop' },
  });
  expect(offlineSyncCompleted(7)).toEqual({ type: 'OfflineSyncCompleted', data: { Count: 7 } });
});

test('the end of a pairing says why in words, and when it was a ban with its code', () => {
  expect(loggedOut('removed by the phone')).toEqual({
    type: 'LoggedOut',
    data: { Reason: 'logged_out', reason: 'removed by the phone', OnConnect: false, code: 401 },
  });
  expect(loggedOut('banned', 403, true).data).toMatchObject({
    reason: 'banned',
    OnConnect: true,
    code: 403,
  });
});
