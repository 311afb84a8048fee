/** The figures that a customer's page gets. */
import { expect, test } from 'bun:test';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { startReceiver } from '../../../doubles/receiver.ts';
import { startApp } from '../../../helpers/app.ts';
import { openCustomerPage } from '../../../helpers/portal.ts';
import { until } from '../../../helpers/until.ts';

test("a customer's page gets the figures of the customer's endpoints, and neither messages nor those of the operator", async () => {
  const clock = manualClock();
  const receiver = await startReceiver();
  const app = await startApp({ clock });
  const key = await app.openInstance('shop');
  const { credential } = await openCustomerPage(app, 'shop');
  const add = async (name: string, by: string) => {
    const endpoint = { name, url: `${receiver.url}/${name}`, events: ['MESSAGE'] };
    return (await app.call('POST', '/webhook/endpoints/shop', endpoint, by)).body.id;
  };
  const [theirs, own] = [await add('theirs', credential), await add('own', key)];
  await app.call('POST', '/sandbox/shop/message', {
    ...{ kind: 'text', from: '5511988887777', text: 'Hello' },
  });
  await until('both were posted', () => receiver.requests.length === 2);
  const figures = async (by: string) =>
    (await app.call('GET', '/instance/figures/shop?hours=1', undefined, by)).body;
  await until('both are counted', async () => {
    await clock.advance(10_000);
    return (await figures(key)).destinations.length === 2;
  });
  const shown = await figures(credential);
  expect(shown).toMatchObject({ messagesReceived: 0, messagesSent: 0 });
  expect(shown.destinations).toMatchObject([{ endpoint: theirs, delivered: 1 }]);
  expect(JSON.stringify(shown)).not.toContain(own);
  await app.stop();
  await receiver.stop();
});
