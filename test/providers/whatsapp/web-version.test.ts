import { afterEach, expect, test } from 'bun:test';
import { createNetworkGuard } from '../../../src/outbound/network-guard.ts';
import { createOutbound, type Outbound } from '../../../src/outbound/outbound.ts';
import type { ProxyRoute } from '../../../src/outbound/proxy/local-proxy.ts';
import {
  createWebVersions,
  latestWebVersion,
  type WebVersion,
} from '../../../src/providers/whatsapp/web-version.ts';
import { messageOf } from '../../../src/shared/errors.ts';
import { createLog } from '../../../src/shared/log.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { endAll, phaseIs, qrOf, bench as sessionBench } from './setup.ts';

afterEach(endAll);

const BUNDLED: WebVersion = [2, 3000, 1];
const SERVED: WebVersion = [2, 3000, 2];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function bench(options: Partial<Parameters<typeof createWebVersions>[0]> = {}) {
  const clock = manualClock();
  const lines: string[] = [];
  const asked: AbortSignal[] = [];
  let answer: () => Promise<WebVersion> = async () => SERVED;
  const versions = createWebVersions({
    clock,
    log: createLog('debug', clock.now, (line) => lines.push(line)),
    fixed: null,
    bundled: BUNDLED,
    fetchLatest: (signal) => {
      asked.push(signal);
      return answer();
    },
    ...options,
  });
  return {
    clock,
    lines,
    asked,
    versions,
    answers(next: () => Promise<WebVersion>) {
      answer = next;
    },
  };
}

const refuse = () => Promise.reject(new Error('no route'));

test('the version that the operator has set wins, and nobody is asked', async () => {
  const { versions, asked } = bench({ fixed: [1, 2, 3] });
  versions.distrust();
  expect(await versions.current()).toEqual([1, 2, 3]);
  expect(asked).toEqual([]);
});

test('what WhatsApp serves is believed for a day', async () => {
  const { versions, asked, clock } = bench();
  expect(await versions.current()).toEqual(SERVED);
  await clock.advance(24 * HOUR - 1);
  await versions.current();
  expect(asked).toHaveLength(1);
  await clock.advance(1);
  await versions.current();
  expect(asked).toHaveLength(2);
});

test('without an answer the bundled one serves for ten minutes, and the log says why', async () => {
  const { versions, asked, clock, lines, answers } = bench();
  answers(refuse);
  expect(await versions.current()).toEqual(BUNDLED);
  expect(lines.join()).toContain('no route');
  answers(async () => SERVED);
  await clock.advance(10 * MINUTE - 1);
  expect(await versions.current()).toEqual(BUNDLED);
  expect(asked).toHaveLength(1);
  await clock.advance(1);
  expect(await versions.current()).toEqual(SERVED);
});

test('once WhatsApp has refused it, it is asked for anew', async () => {
  const { versions, asked, answers } = bench();
  await versions.current();
  answers(async () => [2, 3000, 3]);
  versions.distrust();
  expect(await versions.current()).toEqual([2, 3000, 3]);
  expect(asked).toHaveLength(2);
});

test('an answer that does not come is waited for five seconds and no longer', async () => {
  const { versions, asked, clock, answers } = bench();
  answers(() => new Promise(() => {}));
  let version: WebVersion | null = null;
  const asking = versions.current().then((found) => {
    version = found;
  });
  await clock.advance(4_999);
  expect(version).toBeNull();
  expect(asked[0]!.aborted).toBe(false);
  await clock.advance(1);
  await asking;
  expect(version!).toEqual(BUNDLED);
  expect(asked[0]!.aborted).toBe(true);
  expect(clock.pending()).toBe(0);
});

test('an answer in time leaves no timer behind', async () => {
  const { versions, clock } = bench();
  await versions.current();
  expect(clock.pending()).toBe(0);
});

test('many who ask at once are one question', async () => {
  const { versions, asked, answers } = bench();
  const { promise, resolve } = Promise.withResolvers<WebVersion>();
  answers(() => promise);
  const all = Promise.all(Array.from({ length: 30 }, () => versions.current()));
  resolve(SERVED);
  expect(await all).toEqual(Array.from({ length: 30 }, () => SERVED));
  expect(asked).toHaveLength(1);
});

/** Never used: whoever is given it only passes it on. */
const PROXY: ProxyRoute = { url: 'http://127.0.0.1:1', noProxy: '' };

test('an instance with a proxy asks through it, and what it learns is good for all', async () => {
  const routes: (ProxyRoute | null)[] = [];
  const { versions, asked } = bench({
    fetchLatest: async (signal, proxy) => {
      asked.push(signal);
      routes.push(proxy);
      return SERVED;
    },
  });
  expect(await versions.current(PROXY)).toEqual(SERVED);
  expect(await versions.current()).toEqual(SERVED);
  expect(routes).toEqual([PROXY]);
});

test('a proxy that does not work keeps no other instance from learning the version', async () => {
  const { versions, asked, answers } = bench();
  answers(refuse);
  expect(await versions.current(PROXY)).toEqual(BUNDLED);
  answers(async () => SERVED);
  expect(await versions.current()).toEqual(SERVED);
  expect(asked).toHaveLength(2);
});

test('an instance with a proxy does not wait for the question of one without', async () => {
  const { versions, asked, answers } = bench();
  const { promise, resolve } = Promise.withResolvers<WebVersion>();
  answers(() => promise);
  const direct = versions.current();
  answers(async () => SERVED);
  expect(await versions.current(PROXY)).toEqual(SERVED);
  resolve(SERVED);
  await direct;
  expect(asked).toHaveLength(2);
});

const SERVICE_WORKER = 'self.__config = {"client_revision":1043857760};';

type FetchedFile = Awaited<ReturnType<Outbound['fetchFile']>>;

/** What is asked of WhatsApp's page, each answered with `answer`. */
function page(
  answer: FetchedFile = {
    bytes: Buffer.from(SERVICE_WORKER),
    contentType: null,
    fileName: null,
    url: '',
  },
) {
  const asked: string[] = [];
  return {
    asked,
    fetchFile: async (url: string) => {
      asked.push(url);
      return answer;
    },
  };
}

const latest = (outbound: Pick<Outbound, 'fetchFile'>) =>
  latestWebVersion(outbound, BUNDLED, new AbortController().signal).catch(messageOf);

test('the version is read where browsers get theirs, and belongs to the generation that was bundled', async () => {
  const outbound = page();
  expect(await latest(outbound)).toEqual([2, 3000, 1043857760]);
  expect(outbound.asked).toEqual(['https://web.whatsapp.com/sw.js']);
});

test('an answer without a version, too long a one, or none at all says so', async () => {
  const bytes = Buffer.from('<html>sign in</html>');
  expect(await latest(page({ bytes, contentType: null, fileName: null, url: '' }))).toContain(
    'names no revision',
  );
  expect(await latest(page({ isTooLarge: true }))).toContain('more than 4194304 bytes');
  expect(await latest(page({ problem: 'dns_error: no' }))).toBe('dns_error: no');
});

test('the version is asked of nobody when the name leads into a private network', async () => {
  const clock = manualClock();
  const lookup = async () => ['10.1.2.3'];
  const guard = createNetworkGuard({ allow: [], clock, lookup });
  const outbound = createOutbound({ clock, guard, userAgent: 'gatehouse/test' });
  const version = latest(outbound);
  await clock.advance(500);
  expect(await version).toBe(
    'dns_error: web.whatsapp.com has no address that may be reached: the name does not resolve, or only into networks that are not allowed',
  );
});

test('a session asks when it first connects, and again after WhatsApp has refused its version', async () => {
  const outbound = page();
  const made = await sessionBench({ webVersion: null, outbound });
  made.whatsapp.refuseLogins(405);
  await made.session.connect({});
  await phaseIs(made.host, 'failed');
  expect(outbound.asked).toHaveLength(1);
  made.whatsapp.refuseLogins(null);
  await made.session.connect({});
  await qrOf(made);
  expect(outbound.asked).toHaveLength(2);
  await made.session.restart();
  await qrOf(made);
  expect(outbound.asked).toHaveLength(2);
});

test('a session connects with the bundled version where nobody answers', async () => {
  const made = await sessionBench({ webVersion: null, outbound: page({ problem: 'no route' }) });
  await made.session.connect({});
  await qrOf(made);
  expect(made.lines.join()).toContain('no route');
});
