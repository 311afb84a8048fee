import { expect, test } from 'bun:test';
import { caughtUp, eventsOfStanza } from '../../../../src/modules/whatsapp/translate/stanza.ts';
import { ANA, MY_LID, NOW, self } from './samples.ts';

test('catching up is over when WhatsApp says how much had waited', () => {
  const ib = (tag: string) => ({ tag: 'ib', attrs: {}, content: [{ tag, attrs: { count: '7' } }] });
  expect(caughtUp(ib('offline'))).toEqual({ type: 'OfflineSyncCompleted', data: { Count: 7 } });
  expect(caughtUp(ib('dirty'))).toBeNull();
});

test('a stanza without news gives no event', () => {
  const nothing = { events: [], statuses: [], joined: null };
  expect(eventsOfStanza({ tag: 'ib', attrs: {} }, { ...self, lid: MY_LID }, NOW)).toEqual(nothing);
  const picture = { tag: 'notification', attrs: { type: 'picture', from: ANA } };
  expect(eventsOfStanza(picture, self, NOW)).toEqual(nothing);
});
