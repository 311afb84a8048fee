import { describe, expect, test } from 'bun:test';
import { LABEL_OPERATIONS } from '../../../../src/modules/gateway/label/operations.ts';
import { memoryLabels } from '../../../doubles/label-store.ts';
import { gateway } from '../../../helpers/gateway.ts';

const CHAT = '5511988887777@s.whatsapp.net';

async function bench() {
  const store = memoryLabels();
  const g = await gateway({
    operations: LABEL_OPERATIONS,
    with: () => ({ labelsOf: () => store }),
  });
  const { key } = await g.createOpen('shop');
  await store.put({ id: '1', name: 'New', color: 0, predefinedId: '1' });
  await store.put({ id: '2', name: 'Paid', color: 3, predefinedId: null });
  await store.mark('2', CHAT, true);
  const get = (query = '') => g.call('GET', `/label/findLabels/shop${query}`, { key });
  return { g, get };
}

describe('GET /label/findLabels', () => {
  test('200 every label of the account', async () => {
    const { get } = await bench();
    const { status, body } = await get();
    expect([status, body]).toEqual([
      200,
      [
        { id: '1', name: 'New', color: 0, predefinedId: '1' },
        { id: '2', name: 'Paid', color: 3, predefinedId: null },
      ],
    ]);
  });

  test('200 the labels of one chat, by its number or its JID', async () => {
    const { get } = await bench();
    for (const number of ['5511988887777', CHAT]) {
      const { body } = await get(`?number=${encodeURIComponent(number)}`);
      expect(body).toMatchObject([{ id: '2' }]);
    }
    expect((await get('?number=5511977776666')).body).toEqual([]);
  });

  test('400 a number that is none', async () => {
    const { get } = await bench();
    expect((await get('?number=Ana')).status).toBe(400);
  });

  test('404 an instance that is not there', async () => {
    const { g } = await bench();
    expect((await g.call('GET', '/label/findLabels/nobody', {})).status).toBe(404);
  });
});
