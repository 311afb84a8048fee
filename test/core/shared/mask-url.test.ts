import { expect, test } from 'bun:test';
import { maskUrl } from '../../../src/core/shared/mask-url.ts';

test('a URL without secrets is shown as it is', () => {
  expect(maskUrl('https://receiver.test:8443/hooks/one')).toBe(
    'https://receiver.test:8443/hooks/one',
  );
});

test('credentials and query values are masked, names and the rest stay', () => {
  const shown = maskUrl('https://user:pass@receiver.test/hook?token=s3cret&b=2&bare#part');
  expect(shown).toBe('https://********@receiver.test/hook?token=********&b=********&********');
});

test('what is no URL is masked whole', () => {
  expect(maskUrl('user:pass@receiver')).not.toContain('pass');
  expect(maskUrl('not a url with s3cret')).toBe('********');
});
