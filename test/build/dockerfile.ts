/** The Dockerfile as data, and which files of the checkout a build of it gets. */
import { join } from 'node:path';
import { projectDir } from '../core/process/spawned-process.ts';

interface Step {
  /** In capitals: `COPY`, `ENV`. */
  readonly word: string;
  readonly rest: string;
}

interface Stage {
  readonly base: string;
  readonly name: string | null;
  readonly steps: readonly Step[];
}

export interface Image {
  readonly environment: Readonly<Record<string, string>>;
  /** The value of the last instruction of that name, in this stage or one it is made from. */
  last(word: string): string | null;
  /** The words of an instruction in its JSON form, such as `["gatehouse"]`. */
  words(word: string): string[];
}

export async function readDockerfile() {
  const text = await Bun.file(join(projectDir, 'Dockerfile')).text();
  const steps = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return { word, rest: rest.replaceAll(/\s+/g, ' ') };
    });
  const stages: Stage[] = [];
  let own: Step[] = [];
  for (const step of steps) {
    if (step.word !== 'FROM') {
      own.push(step);
      continue;
    }
    own = [];
    const [base = '', , name = null] = step.rest.replace(/^--platform=\S+ /, '').split(' ');
    stages.push({ base, name, steps: own });
  }
  return { stages, imageOf: (name: string | null) => imageOf(stages, name) };
}

/** Of the last stage, which is what is built when no target is named, with null. */
function imageOf(stages: readonly Stage[], name: string | null): Image {
  const chain: Step[] = [];
  let stage = name === null ? stages.at(-1) : stages.find((one) => one.name === name);
  while (stage !== undefined) {
    chain.unshift(...stage.steps);
    const { base } = stage;
    stage = stages.find((one) => one.name === base);
  }
  const last: Image['last'] = (word) => chain.findLast((step) => step.word === word)?.rest ?? null;
  return {
    last,
    environment: Object.fromEntries(
      chain
        .filter(({ word }) => word === 'ENV')
        .flatMap(({ rest }) => rest.split(' '))
        .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
    words: (word) => JSON.parse(/\[.*\]$/.exec(last(word) ?? '')?.[0] ?? '[]'),
  };
}

/** What a stage copies from the checkout. */
export const copiedBy = (stage: Stage): string[] =>
  stage.steps
    .filter(({ word, rest }) => word === 'COPY' && !rest.includes('--from='))
    .flatMap(({ rest }) =>
      rest
        .split(' ')
        .filter((part) => !part.startsWith('--'))
        .slice(0, -1),
    );

/** Whether `.dockerignore` lets a path at the top of the checkout through: of its lines the last that matches decides. */
export async function contextOf(): Promise<(path: string) => boolean> {
  const text = await Bun.file(join(projectDir, '.dockerignore')).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return (path) =>
    lines.reduce((isIn, line) => {
      const pattern = new Bun.Glob(line.replace(/^!/, ''));
      const [top = ''] = path.split('/');
      return pattern.match(path) || pattern.match(top) ? line.startsWith('!') : isIn;
    }, true);
}
