/** Loaded before the service: it reads the lists of the source with one line more each, which name the additions. */
import { plugin } from 'bun';

interface Addition {
  /** The file with the list. */
  readonly list: string;
  /** Beside which entry of it the line goes. */
  readonly after: string;
  readonly line: string;
  /** Where the addition is declared. */
  readonly from: string;
}

const ADDITIONS: readonly Addition[] = [
  {
    list: 'core/events/contract/catalog.ts',
    after: '  templateUpdate,',
    line: 'weatherChange,',
    from: 'weather-event',
  },
  {
    list: 'modules/gateway/routes.ts',
    after: '  ...WEBHOOK_OPERATIONS,',
    line: 'setWeather,',
    from: 'weather-operations',
  },
  {
    list: 'modules/crm/operations.ts',
    after: 'export const OPERATIONS: Readonly<Record<string, readonly Operation[]>> = {',
    line: 'Weather: [getWeather],',
    from: 'weather-operations',
  },
  {
    list: 'core/channels/brokers.ts',
    after: 'const DECLARED = [AMQP,',
    line: 'PAPER,',
    from: 'paper-broker',
  },
  {
    list: 'modules.ts',
    after: 'export const MODULES: readonly Module[] = [',
    line: 'PAPER_MODULE,',
    from: 'paper-broker',
  },
  {
    list: 'core/providers/all.ts',
    after: 'const DECLARED = [SANDBOX,',
    line: 'PIGEON,',
    from: 'pigeon-provider',
  },
  {
    list: 'modules.ts',
    after: '  SANDBOX,',
    line: 'PIGEON_MODULE,',
    from: 'pigeon-provider',
  },
  {
    list: 'modules.ts',
    after: '  ECHO,',
    line: 'FAIR_MODULE,',
    from: 'fair-family',
  },
];

const nameIn = (line: string): string => /[a-zA-Z_]+(?=\]?,$)/.exec(line)?.[0] ?? '';

function withLine(text: string, { list, after, line, from }: Addition): string {
  if (text.split(after).length !== 2) throw new Error(`${list} has no one place for ${line}`);
  const source = `${import.meta.dir}/${from}.ts`;
  return `import { ${nameIn(line)} } from '${source}';\n${text.replace(after, `${after}\n  ${line}`)}`;
}

plugin({
  name: 'additions',
  setup(build) {
    for (const [list, additions] of Map.groupBy(ADDITIONS, (one) => one.list)) {
      const filter = new RegExp(`src/${list.replaceAll('.', '\\.')}$`);
      build.onLoad({ filter }, async ({ path }) => ({
        contents: additions.reduce(withLine, await Bun.file(path).text()),
        loader: 'ts',
      }));
    }
  },
});
