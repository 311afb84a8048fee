/** Calls that ring are ended at the address they came from. */
import { afterEach, expect, test } from 'bun:test';
import { until } from '../../helpers/until.ts';
import { ANA, BOB, endAll, opened } from './opened-stage.ts';

afterEach(endAll);

const refusal = (acting: Promise<unknown>): Promise<string> =>
  acting.then(
    () => '',
    (error) => `${error.reason}: ${error.message}`,
  );

test('a call is rejected where it came from, a LID too, under the name its event gave', async () => {
  const { session, phone, ana, recorded } = await opened();
  for (const addressing of ['pn', 'lid'] as const) {
    const call = ana.calls(phone, { addressing });
    const { data } = await recorded('CallOffer', (event) => event.data.CallID === call.id);
    expect(data.From).toBe(ANA);
    await session.phoneCalls().reject(call.id, data.From);
    const { attrs, content } = await call.rejected();
    const address = ana.person[addressing];
    expect(attrs.to).toBe(address);
    expect(content).toMatchObject([{ attrs: { 'call-id': call.id, 'call-creator': address } }]);
  }
});

test('a call that ended, that somebody else makes, or that nobody made is not found', async () => {
  const { session, phone, ana, recorded } = await opened();
  const reject = (id: string, from?: string) => refusal(session.phoneCalls().reject(id, from));
  const call = ana.calls(phone);
  await recorded('CallOffer');
  expect(await reject(call.id, BOB)).toBe(`not_found: call ${call.id} not found`);
  expect(await reject('NONE')).toBe('not_found: call NONE not found');
  call.ends();
  await recorded('CallTerminate');
  expect(await reject(call.id)).toBe(`not_found: call ${call.id} not found`);
});

test('a call is known by the digits of its caller', async () => {
  const { session, phone, ana } = await opened();
  const { id } = ana.calls(phone, { addressing: 'lid' });
  await until(
    'it rings',
    async () => (await refusal(session.phoneCalls().reject(id, ana.person.number))) === '',
  );
});
