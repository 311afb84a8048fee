/** What sessions do when WhatsApp refuses the version of the web client that they claim. */
import { afterEach, expect, test } from 'bun:test';
import { systemClock } from '../../../src/core/shared/clock.ts';
import type { RecordingHost } from '../../core/providers/recording-host.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { fixedVersion, VersionPage, versionsAt } from '../../doubles/whatsapp/version-page.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { bench, endAll, openBench, phaseIs, qrOf, reasonOf } from './setup.ts';

afterEach(endAll);

const FIRST = 1_050_000_000;
const SECOND = 1_060_000_000;

async function versionStage() {
  const page = new VersionPage();
  page.serve(FIRST);
  const versions = versionsAt(page, await testDatabase(), systemClock());
  return { page, versions };
}

const reasons = ({ phases }: RecordingHost) => phases.map(({ reason }) => reason ?? '').join();

test('a paired instance whose version is refused connects with the next one by itself', async () => {
  const { page, versions } = await versionStage();
  const made = await openBench({ versions });
  page.serve(SECOND);
  made.whatsapp.oldestVersion = [2, 3000, SECOND];
  await made.session.restart();
  await phaseIs(made.host, 'open');
  expect(reasons(made.host)).toContain('as outdated: connecting as the current one (405)');
  expect(page.asked).toHaveLength(2);
});

test('instances that are refused together have one version fetched, and all of them come back', async () => {
  const { page, versions } = await versionStage();
  const first = await openBench({ versions });
  const others = [];
  for (let other = 1; other < 4; other++) {
    const made = await bench({ versions }, first.whatsapp);
    const phone = first.whatsapp.phone({ number: `551199990000${other}`, name: 'Shop' });
    await made.session.connect({});
    await phone.scan(() => qrOf(made));
    await phaseIs(made.host, 'open');
    others.push(made);
  }
  const all = [first, ...others];
  page.serve(SECOND);
  first.whatsapp.oldestVersion = [2, 3000, SECOND];
  await Promise.all(all.map(({ session }) => session.restart()));
  await Promise.all(all.map(({ host }) => phaseIs(host, 'open')));
  expect(page.asked).toHaveLength(2);
});

test('a code is offered although the first version was refused', async () => {
  const { page, versions } = await versionStage();
  const made = await bench({ versions });
  await versions.current(null);
  page.serve(SECOND);
  made.whatsapp.oldestVersion = [2, 3000, SECOND];
  await made.session.connect({});
  await qrOf(made);
  expect(page.asked).toHaveLength(2);
});

test('an instance has failed when WhatsApp refuses the version that it serves', async () => {
  const { page, versions } = await versionStage();
  const made = await openBench({ versions });
  made.whatsapp.oldestVersion = [2, 3000, SECOND];
  await made.session.restart();
  await phaseIs(made.host, 'failed');
  expect(reasonOf(made.host)).toContain('set WHATSAPP_WEB_VERSION');
  await made.session.connect({});
  await phaseIs(made.host, 'failed');
  expect(page.asked).toHaveLength(2);
});

test('an instance has failed when the version that the operator set is refused', async () => {
  const made = await bench({ versions: fixedVersion([2, 3000, FIRST]) });
  made.whatsapp.oldestVersion = [2, 3000, SECOND];
  await made.session.connect({});
  await phaseIs(made.host, 'failed');
  expect(reasonOf(made.host)).toContain('refuses this client as outdated');
});

test('without a page a new instance says at once that no version can be fetched', async () => {
  const { page, versions } = await versionStage();
  page.fail({ problem: 'no route' });
  const made = await bench({ versions });
  made.whatsapp.oldestVersion = [2, 3000, SECOND];
  await made.session.connect({});
  await phaseIs(made.host, 'failed');
  expect(reasonOf(made.host)).toContain('let the service reach web.whatsapp.com');
});

test('a paired instance waits for the page when it is down, and connects once it is back', async () => {
  const clock = manualClock(Date.now());
  const page = new VersionPage();
  page.serve(FIRST);
  const versions = versionsAt(page, await testDatabase(), clock);
  const made = await openBench({ versions, clock });
  page.fail({ problem: 'no route' });
  made.whatsapp.oldestVersion = [2, 3000, SECOND];
  await made.session.restart();
  await until('it waits', () => reasonOf(made.host).includes('tried again in 10 minutes'));
  page.serve(SECOND);
  await until('it is open again', async () => {
    await clock.advance(10_000);
    return made.host.phases.at(-1)?.phase === 'open';
  });
});

test('an instance gives up when WhatsApp refuses one version after the other', async () => {
  let revision = FIRST;
  const clock = manualClock(Date.now());
  const versions = {
    current: async (): Promise<[number, number, number]> => [2, 3000, revision],
    renew: async () => {
      revision++;
      return 'another' as const;
    },
  };
  const made = await openBench({ versions, clock });
  const before = revision;
  made.whatsapp.oldestVersion = [3, 0, 0];
  await made.session.restart();
  await until('it has failed', async () => {
    await clock.advance(10_000);
    return made.host.phases.at(-1)?.phase === 'failed';
  });
  expect(revision - before).toBe(7);
});
