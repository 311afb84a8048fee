/** The table of Meta's error codes. */
import { expect, test } from 'bun:test';
import { actionOf } from '../../../src/modules/whatsapp-cloud/faults.ts';

test.each([
  [190, 'dead-token'],
  [131031, 'locked'],
  [368, 'locked'],
  [4, 'rate-app'],
  [80007, 'rate-app'],
  [130429, 'rate-number'],
  [131056, 'rate-pair'],
  [131047, 'window'],
  [131026, 'never'],
  [100, 'never'],
  [133010, 'operator'],
  [200, 'operator'],
  [131000, 'temporary'],
])('code %i of Meta is %s, with what a person can do', (code, action) => {
  const rule = actionOf(code);
  expect(rule.action).toBe(action as typeof rule.action);
  expect(rule.advice).toMatch(/^[A-Z].{10,}\.$/);
});

test('a code that Meta adds later is not tried again', () => {
  expect(actionOf(987654).action).toBe('never');
});
