/** The templates of the folder `deploy` and for Fly: what they say must be true of the service and of the image. */
import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { YAML } from 'bun';
import manifest from '../../package.json';
import { OPERATORS, originOf, renderedPath } from '../../scripts/helm-chart.ts';
import { readSettings } from '../../src/core/config/config.ts';
import type { Environment } from '../../src/core/config/environment.ts';
import { VARIABLES } from '../../src/core/config/variables.ts';
import { STOP_MS_MAX } from '../../src/core/process/lifetime.ts';
import { databasePath } from '../../src/core/shared/database-url.ts';
import { COMMANDS } from '../../src/modules/cli/table.ts';
import { commandOf, wordsOf } from '../../src/modules/cli/words.ts';
import { projectDir } from '../core/process/spawned-process.ts';
import { startApp } from '../helpers/app.ts';
import { DEPLOYMENTS, deployText, KEYS, OPTIONS_OF_RUNTIME, unitOf } from './deployments.ts';
import { readDockerfile } from './dockerfile.ts';

const { imageOf } = await readDockerfile();
const image = imageOf(null);

const files = readdirSync(join(projectDir, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const texts = await Promise.all(files.map((file) => Bun.file(file).text()));

/** Of the image for what it runs, not of the service. */
const OF_RUNTIME = ['PATH', 'TMPDIR', ...OPTIONS_OF_RUNTIME];

const settingsOf = (environment: Environment) => {
  const reading = readSettings(environment, () => null);
  if ('faults' in reading) throw new Error(reading.faults.join('\n'));
  return reading;
};

describe.each(DEPLOYMENTS.map((deployment) => [deployment.name, deployment] as const))(
  '%s',
  (_, { environment, port, keeps, stopSeconds, isOneAtATime }) => {
    test('names variables that there are, with values that a start in production accepts without a warning', () => {
      const known = [...Object.values(VARIABLES).map(({ name }) => name), ...OF_RUNTIME];
      expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
      const { settings, warnings } = settingsOf(environment);
      expect([settings.environment, warnings]).toEqual(['production', []]);
    });

    test('reaches the service where it listens', () => {
      expect(settingsOf(environment).settings.port).toBe(port);
    });

    test('keeps the folder that has database and secrets, or has a database elsewhere and keeps nothing', () => {
      const { dataDir, databaseUrl } = settingsOf(environment).settings;
      const path = databasePath(databaseUrl);
      expect([keeps, keeps === null ? null : `${keeps}/gatehouse.db`]).toEqual([
        path === null ? null : dataDir,
        path,
      ]);
    });

    test('ends the process that owns a database file before it starts the next', () => {
      expect(isOneAtATime).toBe(keeps !== null);
    });

    test('gives a stop the time that it may take', () => {
      expect((stopSeconds ?? Infinity) * 1000).toBeGreaterThan(STOP_MS_MAX);
    });
  },
);

test('one template cannot say how long a stop may take', () => {
  const silent = DEPLOYMENTS.filter(({ stopSeconds }) => stopSeconds === null);
  expect(silent.map(({ name }) => name)).toEqual(['deploy/easypanel.json']);
});

test('paths that are asked for health answer without a key', async () => {
  const paths = new Set(DEPLOYMENTS.flatMap(({ healthPaths }) => healthPaths));
  expect([...paths].sort()).toEqual(['/health', '/ready']);
  const app = await startApp();
  for (const path of paths) expect((await app.call('GET', path, undefined, null)).status).toBe(200);
  await app.stop();
});

test('templates that name the volume name that of the image, and their health check is that of the image', async () => {
  const [, times = '', words = ''] = /^(.*) CMD (.*)$/.exec(image.last('HEALTHCHECK') ?? '') ?? [];
  const wanted = { test: ['CMD', ...JSON.parse(words)], ...optionsOf(times) };
  for (const path of ['compose/compose.yaml', 'stack.yaml', 'coolify.yaml']) {
    const { services } = YAML.parse(await deployText(`deploy/${path}`)) as Composition;
    const { healthcheck, volumes, read_only, cap_drop } = services.gatehouse;
    expect([path, healthcheck, read_only, cap_drop]).toEqual([path, wanted, true, ['ALL']]);
    expect(volumes.map((mount) => mount.split(':')[1])).toEqual([`${image.last('VOLUME')}`]);
  }
});

interface Composition {
  readonly services: {
    readonly gatehouse: {
      readonly healthcheck: object;
      readonly volumes: readonly string[];
      readonly read_only: boolean;
      readonly cap_drop: readonly string[];
    };
  };
}

/** `--start-period=20s` as `start_period: 20s`. */
const optionsOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name = '', value]) => [
      name.replaceAll('-', '_'),
      value,
    ]),
  );

test('a template without the keys is refused rather than deployed with others', async () => {
  for (const path of ['compose/compose.yaml', 'stack.yaml'])
    for (const name of Object.keys(KEYS)) {
      const [, why = ''] =
        new RegExp(`\\$\\{${name}:\\?([^}]*)\\}`).exec(await deployText(`deploy/${path}`)) ?? [];
      // Docker's stacks take what follows a hyphen as the value.
      expect(why).toMatch(/^[\w .]+$/);
    }
  for (const text of texts) expect(text).not.toMatch(/:\?[^}]*-[^}]*\}/);
  const easypanel = JSON.parse(await deployText('deploy/easypanel.json'));
  const { env } = easypanel.services[0].data;
  for (const name of Object.keys(KEYS)) expect(`${env}\n`).toContain(`${name}=\n`);
});

test('the chart was rendered as it is now, by helm (else: bun run scripts/helm-chart.ts)', async () => {
  for (const operator of OPERATORS) {
    const [origin] = (await Bun.file(renderedPath(operator)).text()).split('\n');
    expect(origin).toBe(originOf(operator));
  }
});

test('the Prometheus operator finds the metrics at the service, with the key of the secret', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: documents of any kind.
  const documents = YAML.parse(await Bun.file(renderedPath('several')).text()) as any[];
  const of = (kind: string) => documents.find((document) => document?.kind === kind);
  const { selector, endpoints } = of('ServiceMonitor').spec;
  const service = of('Service');
  expect(service.metadata.labels).toMatchObject(selector.matchLabels);
  const [{ port, path, authorization }] = endpoints;
  expect(service.spec.ports).toContainEqual(expect.objectContaining({ name: port }));
  expect([path, authorization.credentials.key]).toEqual(['/metrics', 'GLOBAL_API_KEY']);
  const [{ envFrom }] = of('Deployment').spec.template.spec.containers;
  expect(envFrom).toEqual([{ secretRef: { name: authorization.credentials.name } }]);
  expect(await Bun.file(renderedPath('one')).text()).not.toContain('ServiceMonitor');
});

test('the templates are of this version', async () => {
  const chart = YAML.parse(await deployText('deploy/helm/gatehouse/Chart.yaml'));
  expect(chart).toMatchObject({ version: manifest.version, appVersion: manifest.version });
  expect(await deployText('deploy/easypanel.json')).toContain(`/gatehouse:${manifest.version}"`);
});

test('the unit of systemd runs a command that there is, in the folder that it keeps, and does not repeat a refused start', async () => {
  const unit = await unitOf('deploy/systemd/gatehouse.service');
  const [program, ...words] = unit('ExecStart').split(' ');
  const { command, rest } = commandOf(COMMANDS, words);
  expect(() => wordsOf(command, rest)).not.toThrow();
  expect([program, unit('RestartPreventExitStatus')]).toEqual(['/opt/gatehouse/gatehouse', '78']);
  expect(`/var/lib/${unit('StateDirectory')}`).toBe(unit('WorkingDirectory'));
});

test('commands and files that the templates name are there', () => {
  const called = texts.flatMap((text) => [
    ...text.matchAll(/(?:gatehouse|GATEHOUSE) ((?:admin token|doctor|start|health))\b/g),
  ]);
  expect(called.length).toBeGreaterThan(5);
  for (const [, words = ''] of called)
    expect(() => commandOf(COMMANDS, words.split(' '))).not.toThrow();
  const named = texts.flatMap((text) => [...text.matchAll(/\b((?:docs|deploy)\/[\w./-]+\w)/g)]);
  expect(named.length).toBeGreaterThan(5);
  for (const [, path = ''] of named)
    expect([path, existsSync(join(projectDir, path))]).toEqual([path, true]);
  const compose = join(projectDir, 'deploy/compose');
  for (const path of ['Caddyfile', '.env.example', '../../Dockerfile'])
    expect(existsSync(join(compose, path))).toBe(true);
});

test('the page about operation leads to each template', async () => {
  const page = await deployText('docs/operations.md');
  for (const file of files) {
    const path = relative(projectDir, file);
    const isNamed = [path, dirname(path), 'deploy/helm/gatehouse'].some(
      (one) => path.startsWith(one) && page.includes(`\`${one}\``),
    );
    expect([path, isNamed]).toEqual([path, true]);
  }
});
