import { describe, expect, test } from 'bun:test';
import { LABEL_OPERATIONS } from '../../../../src/modules/gateway/label/operations.ts';
import { memoryLabels } from '../../../doubles/label-store.ts';
import { conflict, notFound } from '../../../helpers/failures.ts';
import { gateway } from '../../../helpers/gateway.ts';
import { CHAT, chatBench } from '../chat/setup.ts';

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

const NUMBER = '5511988887777';

describe('POST /label/handleLabel', () => {
  const HANDLE = '/label/handleLabel';

  test('200 the label is put on the chat, and taken off', async () => {
    const { post, calls, script } = await chatBench();
    script.label = async () => CHAT;
    const add = await post(HANDLE, { number: NUMBER, labelId: '7', action: 'add' });
    expect([add.status, add.body]).toEqual([200, { numberJid: CHAT, labelId: '7', add: true }]);
    const remove = await post(HANDLE, { number: NUMBER, labelId: '7', action: 'remove' });
    expect(remove.body).toEqual({ numberJid: CHAT, labelId: '7', remove: true });
    expect(calls).toEqual([
      ['label', NUMBER, '7', true],
      ['label', NUMBER, '7', false],
    ]);
  });

  test('200 with messageId the message is labelled; 404 for one that is not stored or elsewhere', async () => {
    const { post, calls, script, store } = await chatBench();
    script.labelMessage = async () => CHAT;
    await store({ id: 'M1' });
    const body = { number: NUMBER, labelId: '7', action: 'remove', messageId: 'M1' };
    const { status, body: answer } = await post(HANDLE, body);
    expect([status, answer]).toEqual([
      200,
      { numberJid: CHAT, labelId: '7', messageId: 'M1', remove: true },
    ]);
    expect(calls).toMatchObject([['labelMessage', { id: 'M1', chat: CHAT }, '7', false]]);
    const wrong = [{ messageId: 'M2' }, { number: '5511777770000' }];
    for (const one of wrong) expect((await post(HANDLE, { ...body, ...one })).status).toBe(404);
    for (const messageId of ['', 7])
      expect((await post(HANDLE, { ...body, messageId })).status).toBe(400);
    expect(calls).toHaveLength(1);
  });

  test('400 another action, no label, or a number that is none', async () => {
    const { post, calls } = await chatBench();
    for (const wrong of [{ action: 'toggle' }, { labelId: '' }, { labelId: 7 }, { number: 'Ana' }])
      expect(
        (await post(HANDLE, { number: NUMBER, labelId: '7', action: 'add', ...wrong })).status,
      ).toBe(400);
    expect(calls).toEqual([]);
  });

  test('404 a label that the account does not have, 409 while the phone keeps its keys', async () => {
    const { post, script } = await chatBench();
    const status = async (error: Error) => {
      script.label = async () => {
        throw error;
      };
      return (await post(HANDLE, { number: NUMBER, labelId: '7', action: 'add' })).status;
    };
    expect(await status(notFound('label'))).toBe(404);
    expect(await status(conflict('no keys'))).toBe(409);
  });
});

describe('POST /label/edit', () => {
  const EDIT = '/label/edit';
  const LABEL = { id: '7', name: 'Paid', color: 3, predefinedId: null };

  test('200 a label is made, changed and deleted; what is absent is left to the platform', async () => {
    const { post, calls, script } = await chatBench();
    script.editLabel = async () => LABEL;
    const made = await post(EDIT, { name: ' Paid ', color: 3 });
    expect([made.status, made.body]).toEqual([200, { ...LABEL, deleted: false }]);
    expect((await post(EDIT, { labelId: '7', deleted: true })).body.deleted).toBe(true);
    expect(calls).toEqual([
      ['editLabel', { id: null, name: 'Paid', color: 3, isDeleted: false }],
      ['editLabel', { id: '7', name: null, color: null, isDeleted: true }],
    ]);
  });

  test('400 every wrong field by its name, and nothing is asked of the platform', async () => {
    const { post, calls } = await chatBench();
    const wrong: [object, string][] = [
      [{ labelId: 'x' }, 'labelId must be 1-10 digits'],
      [{ labelId: '7', name: '' }, 'name must be a text of 1-100 characters'],
      [{ name: 'x'.repeat(101), color: 20 }, 'color must be a whole number from 0 to 19'],
      [{ labelId: '7', deleted: 'yes' }, 'deleted must be true or false'],
    ];
    for (const [body, said] of wrong) {
      const { status, body: answer } = await post(EDIT, body);
      expect([status, answer.error.message]).toEqual([400, expect.stringContaining(said)]);
    }
    expect(calls).toEqual([]);
  });

  test('404 where there is none to delete, 409 where the account has too many', async () => {
    const { post, script } = await chatBench();
    for (const [error, status] of [
      [notFound('label'), 404],
      [conflict('the account has 1000 labels already'), 409],
    ] as const) {
      script.editLabel = async () => {
        throw error;
      };
      expect((await post(EDIT, { labelId: '7', deleted: true })).status).toBe(status);
    }
  });
});
