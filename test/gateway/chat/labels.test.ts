import { describe, expect, test } from 'bun:test';
import { conflict, notFound } from '../../../src/shared/errors.ts';
import { CHAT, chatBench } from './setup.ts';

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
