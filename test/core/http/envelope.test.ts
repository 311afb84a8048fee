import { expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import 'elysia';
import {
  DoneEnvelope,
  ok,
  okPage,
  PageEnvelope,
  SuccessEnvelope,
  successMessage,
} from '../../../src/core/http/envelope.ts';

const NOW = Date.UTC(2026, 0, 5, 10, 0, 0, 7);
const timestamp = '2026-01-05T10:00:00.007Z';

test('success carries data, the time in milliseconds and a message', () => {
  const answer = ok(NOW, { id: 1 }, 'Done');
  expect(answer).toEqual({ success: true, data: { id: 1 }, meta: { timestamp }, message: 'Done' });
  expect(Value.Check(SuccessEnvelope(Type.Object({ id: Type.Integer() })), answer)).toBe(true);
});

test('success without data', () => {
  const answer = successMessage(NOW, 'Done');
  expect(answer).toEqual({ success: true, meta: { timestamp }, message: 'Done' });
  expect(Value.Check(DoneEnvelope, answer)).toBe(true);
});

const pages: [number, number, number, boolean, boolean][] = [
  [1, 0, 0, false, false],
  [1, 2, 1, false, false],
  [1, 5, 3, true, false],
  [2, 5, 3, true, true],
  [3, 5, 3, false, true],
];
for (const [page, total, total_pages, has_next_page, has_previous_page] of pages) {
  test(`page ${page} of ${total} records by two`, () => {
    const answer = okPage(NOW, ['a'], { page, pageSize: 2, offset: (page - 1) * 2, total }, 'Done');
    expect(answer.meta).toEqual({
      timestamp,
      pagination: { page, page_size: 2, total, total_pages, has_next_page, has_previous_page },
    });
    expect(Value.Check(PageEnvelope(Type.String()), answer)).toBe(true);
  });
}
