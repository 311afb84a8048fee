/** What each template of the folder `deploy` sets up, in one form, with its inputs filled in as an operator would. */
import { join } from 'node:path';
import { TOML, YAML } from 'bun';
import { renderedPath } from '../../scripts/helm-chart.ts';
import { projectDir } from '../core/process/spawned-process.ts';
import { readDockerfile } from './dockerfile.ts';

type Variables = Readonly<Record<string, string>>;

export interface Deployment {
  readonly name: string;
  readonly environment: Variables;
  /** Where the proxy in front, or a probe, reaches the service. */
  readonly port: number;
  /** The folder that outlives the process; null if there is none. */
  readonly keeps: string | null;
  /** How long a stop may take; null where a template cannot say it. */
  readonly stopSeconds: number | null;
  /** Whether a process has ended before the next one starts. */
  readonly isOneAtATime: boolean;
  /** Paths of the service that are asked for its health. */
  readonly healthPaths: readonly string[];
}

export const KEYS = {
  GLOBAL_API_KEY: 'the-global-key-of-this-test-of-templates',
  ENCRYPTION_KEY: btoa('x'.repeat(32)),
};
/** What an operator fills in, or the system that a template is for. */
const INPUTS: Variables = {
  ...KEYS,
  DOMAIN: 'gate.example.com',
  GATEHOUSE_IMAGE: 'registry.example.com/gatehouse:0.1.0',
  SERVICE_URL_GATEHOUSE: 'https://gate.example.com',
  SERVICE_PASSWORD_64_GLOBALKEY: KEYS.GLOBAL_API_KEY,
  SERVICE_PASSWORD_64_ACCESSTOKEN: 'x'.repeat(64),
  SERVICE_REALBASE64_32_ENCRYPTION: KEYS.ENCRYPTION_KEY,
  PRIMARY_DOMAIN: 'gate.example.com',
  POD_IP: '10.1.2.3',
};
/** In the environment of the service, for the use of the platform or the template alone. */
const FOREIGN = ['DOMAIN', 'SERVICE_URL_GATEHOUSE_8080', 'POD_IP'];

const { imageOf } = await readDockerfile();
const image = imageOf(null);

export const deployText = (path: string) => Bun.file(join(projectDir, path)).text();
// biome-ignore lint/suspicious/noExplicitAny: what a file says is what the tests are about.
const readYaml = async (path: string): Promise<any> => YAML.parse(await deployText(path));
// biome-ignore lint/suspicious/noExplicitAny: what a file says is what the tests are about.
const readToml = async (path: string): Promise<any> => TOML.parse(await deployText(path));

/** Fills in `${NAME}`, `${NAME:-unset}`, `${NAME:?why}` and `$(NAME)`. Throws for a name that nobody fills in. */
const filled = (text: string): string =>
  text.replaceAll(/\$[{(](\w+)(?::-([^}]*)|:\?[^}]*)?[})]/g, (whole, name, unset) => {
    const value = INPUTS[name] ?? unset;
    if (value === undefined) throw new Error(`nobody fills in ${whole}`);
    return value;
  });

/** `NAME=VALUE`, or `NAME` alone. */
const variablesOf = (lines: readonly string[]): Variables =>
  Object.fromEntries(
    lines
      .map((line) => [line.replace(/=.*/s, ''), filled(line.replace(/^[^=]*=?/, ''))] as const)
      .filter(([name]) => !FOREIGN.includes(name)),
  );

const linesOf = async (path: string): Promise<string[]> =>
  (await deployText(path)).split('\n').filter((line) => /^[^#\s]/.test(line));

const secondsOf = (text: string): number => Number(/^(\d+)s?$/.exec(text)?.[1]);

async function composed(path: string, port: RegExp, more: readonly string[] = []) {
  const { gatehouse } = (await readYaml(path)).services;
  const { environment, deploy, volumes } = gatehouse;
  const own: string[] = Array.isArray(environment)
    ? environment
    : Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const proxy = path.replace('compose.yaml', 'Caddyfile');
  return {
    name: path,
    environment: { ...image.environment, ...variablesOf([...more, ...own]) },
    port: Number(port.exec(await deployText(proxy))?.[1]),
    keeps: volumes[0].split(':')[1],
    stopSeconds: secondsOf(gatehouse.stop_grace_period),
    isOneAtATime:
      deploy === undefined ||
      (deploy.replicas === 1 && deploy.update_config.order === 'stop-first'),
    healthPaths: deploy ? [deploy.labels[`${BALANCER}.healthcheck.path`]] : [],
  };
}
const BALANCER = 'traefik.http.services.gatehouse.loadbalancer';

async function easypanel(path: string): Promise<Deployment> {
  const { env, domains, mounts, deploy } = JSON.parse(await deployText(path)).services[0].data;
  return {
    name: path,
    environment: { ...image.environment, ...variablesOf(env.split('\n')), ...KEYS },
    port: domains[0].port,
    keeps: mounts[0].mountPath,
    stopSeconds: null,
    isOneAtATime: deploy.replicas === 1 && deploy.zeroDowntime === false,
    healthPaths: [],
  };
}

/** Reads the last value that a unit gives each name. */
/** What templates set for Bun and its allocator. */
export const OPTIONS_OF_RUNTIME = [
  'BUN_RUNTIME_TRANSPILER_CACHE_PATH',
  'BUN_CONFIG_MAX_HTTP_REQUESTS',
  'MIMALLOC_PURGE_DELAY',
];

export async function unitOf(path: string): Promise<(name: string) => string> {
  const lines = await linesOf(path);
  const read = (name: string) => lines.findLast((line) => line.startsWith(`${name}=`));
  return (name) => read(name)?.slice(name.length + 1) ?? '';
}

async function systemd(folder: string): Promise<Deployment> {
  const unit = await unitOf(`${folder}/gatehouse.service`);
  const lines = [...unit('Environment').split(' '), ...(await linesOf(`${folder}/gatehouse.env`))];
  const environment = { ...variablesOf(lines), ...KEYS };
  return {
    name: folder,
    environment,
    port: Number(variablesOf(lines).PORT),
    keeps: `/var/lib/${unit('StateDirectory')}`,
    stopSeconds: secondsOf(unit('TimeoutStopSec')),
    isOneAtATime: true,
    healthPaths: [],
  };
}

async function fly(path: string): Promise<Deployment> {
  const { env, mounts, http_service: http, kill_timeout } = await readToml(path);
  const database = mounts ? {} : { DATABASE_URL: 'libsql://gatehouse.example.com' };
  return {
    name: path,
    environment: { ...imageOf('fly').environment, ...env, ...database, ...KEYS },
    port: http.internal_port,
    keeps: mounts?.[0].destination ?? null,
    stopSeconds: secondsOf(kill_timeout),
    isOneAtATime: mounts !== undefined,
    healthPaths: http.checks.map((check: { path: string }) => check.path),
  };
}

interface Pod {
  readonly containers: readonly Container[];
  readonly terminationGracePeriodSeconds: number;
  readonly volumes: readonly { readonly persistentVolumeClaim?: object }[];
}
interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports: readonly { readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly mountPath: string }[];
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: string[] } } };
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string } };
}

async function helm(operator: 'one' | 'several'): Promise<Deployment> {
  const documents = YAML.parse(await Bun.file(renderedPath(operator)).text()) as {
    kind: string;
    spec: { strategy: { type: string }; template: { spec: Pod } };
    stringData?: Variables;
  }[];
  const of = (kind: string) => documents.find((document) => document?.kind === kind);
  const { strategy, template } = of('Deployment')!.spec;
  const { containers, volumes, terminationGracePeriodSeconds } = template.spec;
  const { env, ports, volumeMounts, lifecycle, ...more } = containers[0]!;
  const probes = Object.entries(more).filter(([name]) => name.endsWith('Probe'));
  const delay = Number(lifecycle?.preStop.exec.command[1] ?? 0);
  return {
    name: `deploy/helm/gatehouse, ${operator}`,
    environment: {
      ...image.environment,
      ...(of('Secret')?.stringData ?? KEYS),
      ...variablesOf(env.map(({ name, value }) => `${name}=${value}`)),
    },
    port: ports[0]!.containerPort,
    keeps: volumes[0]?.persistentVolumeClaim ? volumeMounts[0]!.mountPath : null,
    stopSeconds: terminationGracePeriodSeconds - delay,
    isOneAtATime: strategy.type === 'Recreate',
    healthPaths: probes.map(([, probe]) => (probe as Container['xProbe']).httpGet.path),
  };
}

export const DEPLOYMENTS: readonly Deployment[] = await Promise.all([
  composed(
    'deploy/compose/compose.yaml',
    /reverse_proxy gatehouse:(\d+)/,
    await linesOf('deploy/compose/.env.example'),
  ),
  composed('deploy/stack.yaml', /loadbalancer\.server\.port: '(\d+)'/),
  composed('deploy/coolify.yaml', /- SERVICE_URL_GATEHOUSE_(\d+)$/m),
  easypanel('deploy/easypanel.json'),
  systemd('deploy/systemd'),
  fly('fly.toml'),
  fly('fly.cluster.toml'),
  helm('one'),
  helm('several'),
]);
