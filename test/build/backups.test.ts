/** The templates that make backups by themselves: their commands are run, with other folders in the place of theirs. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { YAML } from 'bun';
import { renderedPath } from '../../scripts/helm-chart.ts';
import {
  bun,
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnProcess,
  spawnService,
} from '../core/process/spawned-process.ts';
import { bundledService } from '../helpers/bundle.ts';
import { temporaryFolder } from '../helpers/database.ts';
import { until } from '../helpers/until.ts';
import { deployText, unitOf } from './deployments.ts';
import { readDockerfile } from './dockerfile.ts';

let dataDir: string;
/** A folder with `gatehouse`, and a `sleep` that says for how long, without an end. */
let programs: string;

beforeAll(async () => {
  dataDir = await freshDataDir();
  await listening(spawnService(isolated(dataDir)));
  programs = temporaryFolder();
  program('gatehouse', `exec ${bun} run ${bundledService()} "$@"`);
  program('sleep', `echo "$1" > ${join(programs, 'slept')}; exec tail -f /dev/null`);
});
afterAll(cleanUp);

function program(name: string, body: string): void {
  writeFileSync(join(programs, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(programs, name), 0o755);
}

const run = (words: string[], data = dataDir) =>
  spawnProcess(words, { ...isolated(data), PATH: `${programs}:${process.env.PATH}` });
const isBackup = (name: string): boolean => name.endsWith('Z.db');

interface Composition {
  readonly services: {
    readonly [name: string]: {
      readonly image: string;
      readonly build: string;
      readonly entrypoint: string[];
      readonly command: string[];
      readonly volumes: readonly string[];
      readonly healthcheck: { readonly test: readonly string[] };
    };
  };
  readonly volumes: object;
}
const { services, volumes } = YAML.parse(
  await deployText('deploy/compose/compose.yaml'),
) as Composition;
const sidecar = services.backup!;

interface CronJob {
  readonly kind: string;
  readonly spec: {
    readonly schedule: string;
    readonly jobTemplate: { readonly spec: { readonly template: { readonly spec: JobPod } } };
  };
}
interface JobPod {
  readonly affinity: { readonly podAffinity: Record<string, { labelSelector: object }[]> };
  readonly containers: readonly {
    readonly args: string[];
    readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  }[];
  readonly volumes: readonly {
    readonly name: string;
    readonly persistentVolumeClaim: { readonly claimName: string };
  }[];
}
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly selector: { readonly matchLabels: object } };
}
const rendered = YAML.parse(await Bun.file(renderedPath('one')).text()) as (CronJob & Resource)[];
const cronJob = rendered.find((document) => document?.kind === 'CronJob')!;
const pod = cronJob.spec.jobTemplate.spec.template.spec;

test('the commands of timer and CronJob make a backup while the service runs, and keep the newest 14', async () => {
  const unit = await unitOf('deploy/systemd/gatehouse-backup.service');
  const [program = '', ...words] = unit('ExecStart').split(' ');
  const service = await unitOf('deploy/systemd/gatehouse.service');
  expect(program).toBe(service('ExecStart').split(' ')[0]!);
  for (const args of [words, pod.containers[0]!.args]) {
    const place = temporaryFolder();
    const old = (day: number) => `gatehouse-202501${10 + day}T090000000Z.db`;
    for (let day = 0; day < 15; day += 1) writeFileSync(join(place, old(day)), 'old');
    expect([args[0], ...args.slice(2)]).toEqual(['backup', '--keep', '14']);
    const backup = run(['gatehouse', 'backup', place, ...args.slice(2)]);
    expect([await backup.ended(), backup.stderr()]).toEqual([
      0,
      expect.stringContaining('removed'),
    ]);
    const kept = readdirSync(place).filter(isBackup);
    expect([kept.length, kept.includes(old(1)), kept.includes(old(2))]).toEqual([14, false, true]);
  }
});

test('the unit of the timer reads the settings of the service, and may write where its backups go', async () => {
  const unit = await unitOf('deploy/systemd/gatehouse-backup.service');
  const service = await unitOf('deploy/systemd/gatehouse.service');
  for (const name of ['User', 'Environment', 'EnvironmentFile'])
    expect([name, unit(name)]).toEqual([name, service(name)]);
  const folders = unit('StateDirectory').split(' ');
  expect(folders[0]).toBe(service('StateDirectory'));
  expect(folders.map((name) => `/var/lib/${name}`)).toContain(unit('ExecStart').split(' ')[2]!);
});

const analyze = Bun.which('systemd-analyze');
test.skipIf(analyze === null)('systemd understands when the timer is due', async () => {
  const timer = await unitOf('deploy/systemd/gatehouse-backup.timer');
  const { exitCode } = Bun.spawnSync([analyze!, 'calendar', timer('OnCalendar')]);
  expect([exitCode, timer('Persistent')]).toEqual([0, 'true']);
});

/** The shell command of the sidecar, or of its health check, with `place` for its folder. */
const inPlace = (command: string | undefined, place: string): string =>
  (command ?? '').replaceAll('$$', '$').replaceAll('/backups', place);

async function sleepOfSidecar(place: string, data: string): Promise<string> {
  const slept = join(programs, 'slept');
  writeFileSync(slept, '');
  const words = [...sidecar.entrypoint, inPlace(sidecar.command[0], place)];
  const loop = run(words, data);
  await until('it sleeps', () => readFileSync(slept, 'utf8').endsWith('\n'));
  process.kill(-loop.pid, 'SIGTERM');
  await loop.ended();
  return readFileSync(slept, 'utf8').trim();
}

test('the sidecar makes a backup, waits a day, and is healthy', async () => {
  const place = temporaryFolder();
  expect(await sleepOfSidecar(place, dataDir)).toBe('86400');
  expect(readdirSync(place).filter(isBackup)).toHaveLength(1);
  const [, check] = sidecar.healthcheck.test;
  const health = () => run(['sh', '-c', inPlace(check, place)]).ended();
  expect(await health()).toBe(0);
  const over = Date.now() / 1000 - 27 * 3600;
  utimesSync(join(place, 'last'), over, over);
  expect(await health()).toBe(1);
});

test('the sidecar tries again soon when a backup fails, and is not healthy', async () => {
  const place = temporaryFolder();
  expect(await sleepOfSidecar(place, join(temporaryFolder(), 'nothing'))).toBe('600');
  expect(existsSync(join(place, 'last'))).toBe(false);
});

test('sidecar and CronJob use the image and the data of the service, and folders that its user owns', async () => {
  const { gatehouse } = services;
  expect([sidecar.image, sidecar.build]).toEqual([gatehouse!.image, gatehouse!.build]);
  expect(sidecar.volumes).toEqual([gatehouse!.volumes[0]!, 'backups:/backups']);
  expect(Object.keys(volumes)).toContain('backups');
  const { imageOf } = await readDockerfile();
  const folders = imageOf(null)
    .last('RUN')
    ?.match(/(?<= )\/\w+/g);
  expect(folders).toEqual(['/data', '/backups']);

  const paths = pod.containers[0]!.volumeMounts.map(({ mountPath }) => mountPath);
  expect([paths, pod.containers[0]!.args[1]]).toEqual([['/data', '/backups'], '/backups']);
  const claims = pod.volumes.map(({ persistentVolumeClaim: claim }) => claim.claimName);
  const named = rendered
    .filter((one) => one?.kind === 'PersistentVolumeClaim')
    .map(({ metadata }) => metadata.name);
  expect(named.sort()).toEqual(claims.sort());
  // A volume that one node may mount: the job runs where the pod of the service does.
  const [beside] = Object.values(pod.affinity.podAffinity)[0]!;
  const deployment = rendered.find((one) => one?.kind === 'Deployment')!;
  expect(beside!.labelSelector).toEqual(deployment.spec.selector);
});
