import { expect, test } from 'bun:test';
import { withoutPublicPath } from '../../../src/core/http/public-path.ts';

const ROUTES = [{ path: '/' }, { path: '/api/v1/accounts' }, { path: '/manager' }];

const moved = (publicUrl: string | null, path: string): string | null => {
  const move = withoutPublicPath(publicUrl, ROUTES);
  return move?.(new Request(`http://10.0.0.2:8080${path}`)).url.slice(20) ?? null;
};

test.each([
  ['/evolution/docs/start?language=es', '/docs/start?language=es'],
  ['/evolution/', '/'],
  ['/evolution', '/'],
  ['/evolution?language=es', '/?language=es'],
  ['/docs/start', '/docs/start'],
  ['/evolutions/docs', '/evolutions/docs'],
  ['/evolution/evolution/docs', '/evolution/docs'],
  ['/docs/evolution/start', '/docs/evolution/start'],
])('a proxy that leaves the path of PUBLIC_URL on: %s is answered as %s', (path, answered) => {
  expect(moved('https://example.com/evolution', path)).toBe(answered);
});

test.each([
  ['https://example.com/tools/evolution', '/tools/evolution/docs', '/docs'],
  ['https://example.com/tools/evolution', '/tools/docs', '/tools/docs'],
  ['https://example.com/evolution/', '/evolution/docs', '/docs'],
  ['https://example.com/envio%20r%C3%A1pido', '/envio%20r%C3%A1pido/docs', '/docs'],
  ['https://example.com/envio rápido', '/envio%20r%C3%A1pido/docs', '/docs'],
])('below %s, %s is answered as %s', (publicUrl, path, answered) => {
  expect(moved(publicUrl, path)).toBe(answered);
});

test.each([null, 'https://example.com', 'https://example.com/api', 'https://example.com/manager'])(
  'with PUBLIC_URL %s no path is taken off, because there is none, or an operation has it',
  (publicUrl) => {
    expect(moved(publicUrl, '/api/v1/accounts')).toBeNull();
  },
);
