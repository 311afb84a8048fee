/** What is set for an account holds in the thread of its session, too. */
import { afterEach, expect, test } from 'bun:test';
import { NO_SETTINGS } from '../../../../src/core/providers/chats.ts';
import { CONTACT } from '../../../conformance/provider-stage.ts';
import { until } from '../../../helpers/until.ts';
import { texts } from '../setup.ts';
import { endAll, threadStage } from './stage.ts';

afterEach(endAll);

test('groups are ignored from the moment at which that is set', async () => {
  const stage = await threadStage(1);
  const id = '01900000-0000-7000-8000-00000000b001';
  const { host, session, phone } = await stage.open(id, '5511999990001');
  const contact = stage.whatsapp.contact({ number: CONTACT, name: 'Ana' });
  const group = contact.creates({ subject: 'Crew', members: [phone] });
  await contact.writes(group, { text: 'before' });
  await until('it came', () => texts(host).length === 1);
  host.settings = () => ({ ...NO_SETTINGS, groupsIgnore: true });
  session.settingsChanged?.();
  await contact.writes(group, { text: 'ignored' });
  await contact.writes(phone, { text: 'to the account itself' });
  await until('the last word came', () => texts(host).length === 2);
  expect(texts(host)).toEqual(['before', 'to the account itself']);
});
