/** The house rules that a reader relies on: who may import whom, where a vendor lives, how long a file may be. */
import { expect, test } from 'bun:test';
import { basename, dirname, join, normalize } from 'node:path';
import { MODULES } from '../src/modules.ts';

const root = join(import.meta.dir, '..');
const found = (pattern: string): string[] =>
  [...new Bun.Glob(pattern).scanSync(root)].filter((file) => !file.endsWith('.d.ts')).sort();
/** Packages of this repository that the service is made of, and that others may take. */
const PACKAGES = ['packages/audio', 'packages/signal'];
const packageFiles = PACKAGES.flatMap((folder) => found(`${folder}/src/**/*.ts`));
const files = [...found('src/**/*.{ts,tsx}'), ...packageFiles];
const transpilers = {
  ts: new Bun.Transpiler({ loader: 'ts' }),
  tsx: new Bun.Transpiler({
    loader: 'tsx',
    tsconfig: { compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact' } },
  }),
};
const scanImports = (file: string, text: string) =>
  transpilers[file.endsWith('.tsx') ? 'tsx' : 'ts']
    .scanImports(text)
    // The scanner finds this one in every JSX, whatever that becomes.
    .filter(({ path }) => path !== 'react');
const textOf = (file: string) => Bun.file(join(root, file)).text();

interface Import {
  readonly file: string;
  readonly path: string;
}

/** Imports of values, with which packages come in. */
async function importsOf(file: string): Promise<Import[]> {
  return scanImports(file, await textOf(file)).map(({ path }) => ({ file, path }));
}
const imports = (await Promise.all(files.map(importsOf))).flat();

/** The part that a file belongs to: a folder of the core, a module, or a package; '' for what puts them together. */
const partOf = (file: string): string =>
  /^(?:src\/((?:core|modules)\/[^/.]+)|(packages\/[^/]+)\/)/.exec(file)?.slice(1).find(Boolean) ??
  '';
const isModule = (part: string): boolean => part.startsWith('modules/');
/** The name of a module. */
const nameOf = (part: string): string => part.slice('modules/'.length);

/** Each folder of the core, and those that it may import from, a value or a type. */
const CORE_MAY_IMPORT: Record<string, readonly string[]> = {
  shared: [],
  db: ['shared'],
  http: ['shared'],
  outbound: ['shared'],
  languages: ['shared'],
  idempotency: ['shared', 'db', 'http'],
  events: ['shared', 'db'],
  messages: ['shared', 'db', 'events'],
  webhooks: ['shared', 'db', 'http', 'outbound', 'events'],
  channels: ['shared', 'outbound', 'webhooks', 'events'],
  providers: ['shared', 'db', 'outbound', 'events', 'messages'],
  instances: ['shared', 'db', 'outbound', 'events', 'webhooks', 'messages', 'providers'],
  sending: [
    'shared',
    'http',
    'outbound',
    'events',
    'webhooks',
    'messages',
    'providers',
    'instances',
  ],
  shell: ['shared', 'http', 'languages'],
  config: ['shared', 'webhooks', 'channels', 'events', 'providers'],
  process: ['shared', 'config', 'db'],
};

/**
 * The parts that a module may import from, as the file `IMPORTS` of its folder lists them: folders of the core, and
 * other modules if no `module.ts` says which it needs.
 */
const importsAllowed = async (part: string): Promise<readonly string[]> =>
  (await textOf(`src/${part}/IMPORTS`)).trim().split('\n');

/** Packages of this repository that parts of the service use. */
const PACKAGES_OF: Record<string, readonly string[]> = {
  'core/providers': ['packages/audio'],
  'core/sending': ['packages/audio'],
  'modules/whatsapp': ['packages/signal'],
};

/** The files of the product and its packages that a file imports, for a value or a type. */
const filesImportedBy = async (file: string): Promise<string[]> =>
  [...(await textOf(file)).matchAll(/(?: from |import\()'(\.[^']+)'/g)]
    .map(([, path = '']) => normalize(join(dirname(file), path)))
    .filter((target) => /^(src|packages)\//.test(target));

/** The types that the client has of the API. */
const isClientType = (path: string): boolean => path.startsWith('packages/client/');

interface Crossing {
  readonly file: string;
  readonly from: string;
  readonly target: string;
  readonly to: string;
}

/** Every import, types included, that leads from one part into another. */
const crossings: readonly Crossing[] = (
  await Promise.all(
    files.map(async (file) =>
      (
        await filesImportedBy(file)
      )
        .filter((path) => !isClientType(path))
        .map((target) => ({ file, from: partOf(file), target, to: partOf(target) })),
    ),
  )
)
  .flat()
  .filter(({ from, to }) => from !== '' && from !== to);

const shown = ({ file, target }: Crossing): string => `${file} imports ${target}`;

test('folders of the core import only from those they may, types included', () => {
  const wrong = crossings.filter(({ from, to }) => {
    if (!from.startsWith('core/') || isModule(to)) return false;
    const may = (CORE_MAY_IMPORT[from.slice('core/'.length)] ?? []).map((one) => `core/${one}`);
    return ![...may, ...(PACKAGES_OF[from] ?? [])].includes(to);
  });
  expect(wrong.map(shown)).toEqual([]);
});

test('the core imports no module', () => {
  const found = crossings.filter(({ from, to }) => from.startsWith('core/') && isModule(to));
  expect(found.map(shown)).toEqual([]);
});

test('a module lists in IMPORTS the folders of the core that it imports from, types included, and these alone', async () => {
  for (const part of new Set(files.map(partOf).filter(isModule))) {
    const found = crossings
      .filter(
        ({ from, to, target }) =>
          from === part && !isModule(to) && !isPackage(part, to) && !FOR_MODULES.includes(target),
      )
      .map(({ to }) => to);
    const listed = (await importsAllowed(part)).filter((one) => !isModule(one));
    expect({ part, core: [...new Set(found)].sort() }).toEqual({ part, core: listed });
  }
});

/** Returns whether a part uses this package of this repository. */
const isPackage = (part: string, to: string): boolean => (PACKAGES_OF[part] ?? []).includes(to);

/** The modules that a module needs though it imports nothing of them. */
const NEEDED_UNSEEN: Record<string, readonly string[]> = {
  // A customer's page is one of the manager's.
  'modules/portal': ['manager'],
};

test('a module needs the modules that it imports from, types included, and these alone', async () => {
  for (const part of new Set(files.map(partOf).filter(isModule))) {
    const imported = crossings.filter(({ from, to }) => from === part && isModule(to));
    const found = [...imported.map(({ to }) => nameOf(to)), ...(NEEDED_UNSEEN[part] ?? [])];
    expect({ part, needs: [...new Set(found)].sort() }).toEqual({
      part,
      needs: [...(await needsOf(part))].sort(),
    });
  }
});

/** The modules that a module needs: as it declares, if it declares itself. */
const needsOf = async (part: string): Promise<readonly string[]> =>
  MODULES.find(({ name }) => name === nameOf(part))?.needs ??
  (await importsAllowed(part)).filter(isModule).map(nameOf);

/** What is of no part: the types of modules, of what they offer and of what they build on. */
const FOR_MODULES = ['src/module.ts', 'src/offers.ts', 'src/core-parts.ts'];

test('a module opens of other modules only api.ts, which has all that they may import', () => {
  const inner = crossings.filter(
    ({ from, to, target }) => isModule(from) && isModule(to) && target !== `src/${to}/api.ts`,
  );
  expect(inner.map(shown)).toEqual([]);
});

/** The names in braces of an import or export. */
const namesIn = (braces: string): string[] =>
  braces
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split(',')
    .map((one) => one.trim().replace(/^type /, ''))
    .filter((one) => one !== '');

test('the api.ts of a module offers nothing that no other module imports', async () => {
  const unused: string[] = [];
  for (const api of found('src/modules/*/api.ts')) {
    const users = crossings.filter(({ target }) => target === api).map(({ file }) => file);
    const texts = await Promise.all(users.map(textOf));
    const imported = texts
      .flatMap((text) => [...text.matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']+)'/g)])
      .filter(([, , path = '']) => path.endsWith(`${nameOf(partOf(api))}/api.ts`))
      .flatMap(([, names = '']) => namesIn(names));
    for (const [, names = ''] of (await textOf(api)).matchAll(/export (?:type )?\{([^}]*)\}/g))
      unused.push(...namesIn(names).filter((one) => !imported.includes(one)));
  }
  expect(unused).toEqual([]);
});

test('a module is declared under the name of its folder, and loads it late', async () => {
  for (const { name, about } of MODULES) {
    const folder = `src/modules/${name}`;
    const imported = await filesImportedBy(`${folder}/module.ts`);
    expect(imported.filter((file) => file !== `${folder}/checks.ts`)).toEqual([
      'src/module.ts',
      `${folder}/${name}.ts`,
    ]);
    expect(await packagesLoadedWith(`${folder}/module.ts`)).toEqual(new Set());
    expect(about).toMatch(/^[A-Z].*\.$/);
  }
});

test('every module has a page of at most 30 lines that says what it is for and how to leave it out', async () => {
  const names = new Set(files.map(partOf).filter(isModule));
  for (const part of names) {
    const page = await textOf(`src/${part}/README.md`);
    expect(page).toStartWith(`# ${part.slice('modules/'.length)}\n`);
    expect(page.split('\n').length).toBeLessThanOrEqual(31);
    for (const head of ['Open first', 'Must never break', 'Tests', 'Without it'])
      expect(page).toContain(`\n**${head}**: `);
  }
});

test('the page of the architecture answers twenty questions, each with at most two files, which exist', async () => {
  const [, section = ''] = (await textOf('docs/architecture.md')).split('## Where is it decided?');
  const rows = [...section.matchAll(/^- (.+\?) (.+)$/gm)];
  expect(rows).toHaveLength(20);
  for (const [, question = '', answer = ''] of rows) {
    const named = [...answer.matchAll(/`([^`]+)`/g)].map(([, path]) => `src/${path}`);
    const found = await Promise.all(named.map((path) => Bun.file(join(root, path)).exists()));
    expect({ question, found: found.filter(Boolean).length }).toEqual({
      question,
      found: named.length,
    });
    expect(named.length).toBeWithin(1, 3);
  }
});

/** The files of a part that others import, a path a line. */
const publicFilesOf = (part: string): Promise<string> => textOf(`src/${part}/PUBLIC`);

test('each folder of the core lists in PUBLIC the files that others import, and these alone are', async () => {
  const parts = new Set(files.map(partOf).filter((part) => part.startsWith('core/')));
  for (const part of parts) {
    const imported = await Promise.all(
      files.map(async (file) => (partOf(file) === part ? [] : filesImportedBy(file))),
    );
    const opened = new Set(imported.flat().filter((target) => partOf(target) === part));
    const listed = [...opened].map((file) => file.slice(`src/${part}/`.length)).sort();
    expect({ part, files: (await publicFilesOf(part)).trim().split('\n') }).toEqual({
      part,
      files: listed,
    });
  }
});

/** How many files each of the lists has. A number may only become smaller: close one before another is opened. */
const PUBLIC_MAX: Readonly<Record<string, number>> = {
  channels: 5,
  config: 5,
  db: 24,
  events: 33,
  http: 40,
  idempotency: 1,
  instances: 13,
  languages: 4,
  messages: 22,
  outbound: 10,
  process: 8,
  providers: 27,
  sending: 16,
  shared: 44,
  shell: 11,
  webhooks: 26,
};

test('no folder of the core shows more of its files than it did', async () => {
  for (const list of found('src/core/*/PUBLIC')) {
    const folder = basename(dirname(list));
    const shown = (await textOf(list)).trim().split('\n').length;
    expect({ folder, shown }).toEqual({ folder, shown: PUBLIC_MAX[folder] ?? 0 });
  }
});

/** Every table of the database, as the migration makes them. */
const tables = new Set(
  [
    ...(await textOf('drizzle/0000_schema.sql')).matchAll(
      /create (?:virtual )?table (?:if not exists )?[`"]?(\w+)/gi,
    ),
  ].map(([, name = '']) => name),
);

/** Tables by the part that writes them; a module that declares itself names its own in its module.ts. */
const TABLES_OF: Record<string, readonly string[]> = {
  'core/events': [
    'attempts',
    'changes',
    'deliveries',
    'endpoint_health',
    'events',
    'media',
    'processes',
    'replays',
    'restored_events',
    'streams',
  ],
  'core/idempotency': ['idempotency_keys'],
  'core/instances': [
    'instance_key_copies',
    'instance_proxies',
    'instance_settings',
    'instance_transitions',
    'instances',
    'portal_links',
  ],
  'core/messages': [
    'chat_states',
    'chat_windows',
    'chats',
    'contact_addresses',
    'contacts',
    'labelled_chats',
    'labels',
    'messages',
    'new_chat_limits',
    'outgoing_messages',
    'poll_votes',
    'polls',
    'stored_messages',
    'stored_texts',
    'uploaded_files',
    'uploaded_pieces',
    'whatsapp_inbox',
  ],
  'core/webhooks': ['endpoints'],
  ...Object.fromEntries(MODULES.map(({ name, tables = [] }) => [`modules/${name}`, tables])),
};

/** Tables of which every part has rows under names of its own. */
const TABLES_OF_ALL = ['list_totals', 'service_facts'];

/** They name the tables of all: the schema, what is counted for an instance, and what is sealed with the key. */
const NAMES_ALL_TABLES = /^src\/core\/db\/(schema\/[\w-]+|instance-tables|sealed-tables)\.ts$/;

/** Tables that a file of another part names, and why it must. This list may only become shorter. */
const NAMED_ELSEWHERE: readonly {
  readonly why: string;
  readonly tables: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    why: 'conditions by which the core keeps or removes rows of its own, where it may import no module',
    tables: { 'src/core/db/conditions.ts': ['accounts', 'instances', 'nodes'] },
  },
  {
    why: 'a migration waits for older nodes before any module is loaded',
    tables: { 'src/core/db/migrate.ts': ['nodes'] },
  },
  {
    why: 'nodes take streams from each other: owner and term of a stream are of the cluster, which finds those without a row',
    tables: {
      'src/modules/cluster/beat.ts': ['deliveries', 'instances', 'streams'],
      'src/modules/cluster/node-wakeups.ts': ['streams'],
      'src/modules/cluster/node.ts': ['streams'],
      'src/modules/cluster/other-nodes.ts': ['streams'],
      'src/modules/cluster/owners.ts': ['instances', 'streams'],
    },
  },
  {
    why: 'a node reads in one statement what all others have written since it last looked',
    tables: {
      'src/modules/cluster/changes.ts': ['changes', 'events'],
      'src/modules/cluster/other-nodes-events.ts': ['events'],
    },
  },
  {
    why: 'the row of the instance gives its figures their row, so none is added for one that is deleted',
    tables: { 'src/modules/gateway/figures/rows.ts': ['instances'] },
  },
  {
    why: '`gatehouse doctor` reads a database without the parts of the service',
    tables: {
      'src/modules/graph/checks.ts': ['instances'],
      'src/modules/whatsapp/checks.ts': ['instances'],
    },
  },
  {
    why: 'the sandbox is the platform itself, which decides on templates and knows what was sent',
    tables: {
      'src/modules/sandbox/sent-messages.ts': ['messages'],
      'src/modules/sandbox/session-parts.ts': ['templates'],
    },
  },
  {
    why: 'one query finds all messages that a webhook names, by our id or the platform’s, and their content',
    tables: { 'src/modules/whatsapp-cloud/find-messages.ts': ['messages'] },
  },
];

/** What comes after a table in SQL, so that prose is not taken for it: a word of SQL, or a short other name. */
const AFTER_TABLE =
  '(?:where|set|values|on|order|group|limit|join|left|inner|union|indexed|as|returning|not|select|[a-z]{1,2})\\b';

/** The tables that a file names in SQL or imports from the schema. */
async function tablesNamedIn(file: string): Promise<string[]> {
  const code = (await textOf(file)).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const inSql = code.matchAll(
    new RegExp(
      `\\b(?:from|into|update|join)\\s+(\\w+)(?=\\s*(?:$|[)(\`'";,]|${AFTER_TABLE}))`,
      'gim',
    ),
  );
  const imported = code.matchAll(/import \{([^}]*)\} from '[^']*\/db\/schema\//g);
  const names = [
    ...[...inSql].map(([, table = '']) => table),
    ...[...imported].flatMap(([, list = '']) =>
      list
        .split(',')
        .map((one) => one.trim().replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    ),
  ];
  return [...new Set(names)].filter((name) => tables.has(name)).sort();
}

test('each table belongs to one part, and only that part names it, but for those with a reason', async () => {
  const owned = Object.values(TABLES_OF).flat();
  expect([...owned, ...TABLES_OF_ALL].sort()).toEqual([...tables].sort());
  const ofCore = Object.keys(TABLES_OF).filter((part) => part.startsWith('core/'));
  expect(ofCore.flatMap((part) => TABLES_OF[part] ?? [])).toEqual(
    expect.arrayContaining(MODULES.flatMap(({ coreTables = [] }) => coreTables)),
  );
  const wrong: Record<string, readonly string[]> = {};
  for (const file of files.filter((one) => one.endsWith('.ts') && !NAMES_ALL_TABLES.test(one))) {
    const own = [...(TABLES_OF[partOf(file)] ?? []), ...TABLES_OF_ALL];
    const others = (await tablesNamedIn(file)).filter((table) => !own.includes(table));
    if (others.length > 0) wrong[file] = others;
  }
  expect(wrong).toEqual(Object.assign({}, ...NAMED_ELSEWHERE.map((one) => one.tables)));
});

/** The only files that know a package. */
const SHIMS: Record<string, RegExp> = {
  'packages/audio':
    /^src\/core\/(providers\/media-content|sending\/(format\/containers|voice\/voice-(note|worker)))\.ts$/,
  'packages/signal': /^src\/modules\/whatsapp\/engine\/signal\.ts$/,
};

test('a package is imported by its index, and only by the files that fit it to the service', async () => {
  const wrong: string[] = [];
  for (const file of files)
    for (const target of await filesImportedBy(file)) {
      const folder = partOf(target);
      if (folder === partOf(file) || !PACKAGES.includes(folder)) continue;
      if (target !== `${folder}/src/index.ts` || !SHIMS[folder]?.test(file))
        wrong.push(`${file} imports ${target}`);
    }
  expect(wrong).toEqual([]);
});

test('a package, its tests included, knows nothing of the service, and names what it imports in its manifest', async () => {
  const wrong: string[] = [];
  for (const folder of PACKAGES) {
    const { name, license, dependencies = {} } = JSON.parse(await textOf(`${folder}/package.json`));
    expect({ folder, name, license }).toEqual({
      folder,
      name: folder.replace('packages', '@gatehouse'),
      license: 'MIT',
    });
    expect(await textOf(`${folder}/LICENSE`)).toBe(await textOf('LICENSE'));
    const own = JSON.parse(await textOf('package.json'));
    for (const [one, version] of Object.entries(dependencies))
      expect({ one, version }).toEqual({ one, version: own.dependencies[one] });
    for (const file of found(`${folder}/**/*.ts`)) {
      const text = await textOf(file);
      const isTest = file.startsWith(`${folder}/test/`);
      for (const [, path = ''] of text.matchAll(/(?: from |import\()'([^']+)'/g)) {
        const isOwn = path.startsWith('.')
          ? normalize(join(dirname(file), path)).startsWith(`${folder}/`)
          : /^(node|bun):/.test(path) || packageOf(path) in dependencies || isTest;
        if (!isOwn) wrong.push(`${file} imports ${path}`);
      }
      const word = isTest ? null : /\binstances?\b|gatehouse/i.exec(text);
      if (word !== null) wrong.push(`${file} says ${word[0]}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** The folders of events and what each may import from, types included; the engine puts them together. */
const EVENTS_MAY_IMPORT: Record<string, readonly string[]> = {
  types: [],
  contract: ['core/shared', 'types'],
  publish: ['core/shared', 'core/db', 'contract', 'types'],
  log: ['core/shared', 'core/db', 'contract'],
  deliver: ['core/shared', 'core/db', 'contract', 'publish', 'log'],
};
const folderOf = (file: string): string =>
  /^src\/core\/events\/(\w+)\//.exec(file)?.[1] ?? partOf(file);

test('inside events, publishing and the log know only the contract, and delivering knows all three', async () => {
  const wrong: string[] = [];
  for (const file of files) {
    const [from, may] = [folderOf(file), EVENTS_MAY_IMPORT[folderOf(file)]];
    if (may === undefined) continue;
    for (const target of await filesImportedBy(file))
      if (![from, ...may].includes(folderOf(target))) wrong.push(`${file} imports ${target}`);
  }
  expect(wrong).toEqual([]);
});

test('no files import each other in a circle, not even types', async () => {
  const left = new Map<string, string[]>();
  for (const file of files) left.set(file, await filesImportedBy(file));
  // A file that imports none of those left is in no circle: what can never be taken away is, or leads into one.
  for (let size = 0; size !== left.size; ) {
    size = left.size;
    for (const [file, targets] of left)
      if (!targets.some((target) => left.has(target))) left.delete(file);
  }
  expect([...left.keys()]).toEqual([]);
});

test('what puts the service together names no module: the list of modules does, the process its commands, and the types what the gateway offers to all', async () => {
  const named: string[] = [];
  for (const file of files.filter((one) => partOf(one) === ''))
    for (const target of await filesImportedBy(file))
      if (isModule(partOf(target)) && !target.endsWith('/module.ts'))
        named.push(`${file} imports ${target}`);
  expect(named.sort()).toEqual([
    'src/main.ts imports src/modules/cli/command.ts',
    'src/main.ts imports src/modules/cli/run.ts',
    'src/module.ts imports src/modules/gateway/operation.ts',
    'src/module.ts imports src/modules/gateway/parts.ts',
    'src/offers.ts imports src/modules/gateway/operation.ts',
    'src/offers.ts imports src/modules/gateway/parts.ts',
  ]);
});

test('nobody imports the commands but the process', async () => {
  const importers = new Set<string>();
  for (const file of files)
    for (const target of await filesImportedBy(file))
      if (partOf(target) === 'modules/cli' && partOf(file) !== 'modules/cli') importers.add(file);
  expect([...importers]).toEqual(['src/main.ts']);
});

test('nobody imports the composition root but what serves', () => {
  const importers = imports
    .filter(({ file, path }) => normalize(join(dirname(file), path)) === 'src/app.ts')
    .map(({ file }) => file);
  expect(importers).toEqual(['src/serve.ts']);
});

/** Where each package may be imported. Every dependency must be listed. */
const VENDORS: Record<string, RegExp> = {
  '@elysiajs/swagger': /^src\/core\/http\/openapi\.ts$/,
  '@libsql/client': /^src\/core\/db\/libsql\.ts$/,
  '@libsql/hrana-client': /^src\/core\/db\/(kept-stream|libsql|read-streams|transaction)\.ts$/,
  // Loaded when the first agent comes.
  '@modelcontextprotocol/sdk': /^src\/modules\/mcp\/protocol\.ts$/,
  // Loaded when an endpoint for traces is configured.
  '@opentelemetry/api': /^src\/modules\/tracing\/otlp\.ts$/,
  '@opentelemetry/core': /^src\/modules\/tracing\/otlp\.ts$/,
  '@opentelemetry/exporter-trace-otlp-http': /^src\/modules\/tracing\/otlp\.ts$/,
  '@opentelemetry/resources': /^src\/modules\/tracing\/otlp\.ts$/,
  '@opentelemetry/sdk-trace': /^src\/modules\/tracing\/otlp\.ts$/,
  '@sinclair/typebox':
    /^src\/(core\/(http|webhooks|sending|events\/(contract\/catalog|types))|modules)\b/,
  aws4fetch: /^src\/modules\/storage\/store-requests\.ts$/,
  // Its clients of S3, PostgreSQL and Redis.
  bun: /^src\/(modules\/storage\/bucket|modules\/import\/(postgres|redis-keys))\.ts$/,
  '@cloudamqp/amqp-client': /^src\/modules\/amqp\//,
  '@nats-io/jetstream': /^src\/modules\/nats\//,
  '@nats-io/transport-node': /^src\/modules\/nats\//,
  'nats.ws': /^src\/modules\/nats\//,
  '@noble/curves': /^packages\/signal\/src\/signing\.ts$/,
  '@whiskeysockets/baileys': /^src\/modules\/whatsapp\/engine\//,
  'bun:sqlite': /^src\/core\/db\//,
  'drizzle-orm':
    /^src\/(app|core\/(db|events|webhooks|instances|messages)|modules\/(gateway|graph|import|templates|crm|cluster|sandbox|whatsapp|whatsapp-cloud))\//,
  elysia:
    /^src\/(core\/(http|shell)\/|modules\/((manager|docs|crm)\/|gateway\/operation\.ts|[\w-]+\/(.*\/)?(\w+-)?routes\.ts$))/,
  'fastest-levenshtein': /^src\/core\/shared\/nearest\.ts$/,
  'jsonc-parser': /^src\/core\/http\/json-fault\.ts$/,
  'mpg123-decoder': /^src\/core\/sending\/voice\/voice-worker\.ts$/,
  'libopus-wasm': /^packages\/audio\/src\/encode\.ts$/,
  'ipaddr.js': /^src\/core\/shared\/ip-address\.ts$/,
  '@preact/signals': /^src\/modules\/manager\/page\//,
  preact: /^src\/modules\/manager\/page\//,
  pngjs: /^src\/core\/(sending\/pictures|providers\/qr-image)\.ts$/,
  'prom-client': /^src\/modules\/gateway\/metrics\//,
  qrcode: /^src\/core\/providers\/qr-image\.ts$/,
  // In a module whose own types would bring those of browsers along: src/modules/docs/highlight-library.js.
  'highlight.js': /^$/,
  minisearch: /^src\/(core\/shell\/page\/docs-(index|search)|modules\/docs\/search-index)\.ts$/,
  'swagger-ui-dist': /^src\/modules\/docs\/api-page\.ts$/,
};
const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

test('a vendor lives in exactly one place', () => {
  const wrong = imports
    .filter(({ path }) => !path.startsWith('.') && !path.startsWith('node:'))
    .filter(({ file, path }) => !VENDORS[packageOf(path)]?.test(file))
    .map(({ file, path }) => `${file} imports ${path}`);
  expect(wrong).toEqual([]);
});

test('Baileys is known to one folder alone, types included', async () => {
  const wrong: string[] = [];
  for (const file of files) {
    if (file.startsWith('src/modules/whatsapp/engine/')) continue;
    if (/(?: from |import\()'@whiskeysockets\//.test(await textOf(file))) wrong.push(file);
  }
  expect(wrong).toEqual([]);
});

/** The packages, or parts of one, that are loaded together with a file, by itself or by what it imports. */
async function packagesLoadedWith(entry: string): Promise<Set<string>> {
  const packages = new Set<string>();
  const seen = new Set([entry]);
  for (const file of seen) {
    for (const { kind, path } of scanImports(file, await textOf(file))) {
      if (kind !== 'import-statement') continue;
      if (!path.startsWith('.')) packages.add(path);
      else if (path.endsWith('.ts')) seen.add(normalize(join(dirname(file), path)));
    }
  }
  return packages;
}

test('a start loads no client that may not be needed, and nothing by way of a package that few parts are needed of', async () => {
  const late = [
    '@cloudamqp/amqp-client',
    '@libsql/client',
    '@libsql/hrana-client',
    '@modelcontextprotocol/sdk/server/index.js',
    '@nats-io/jetstream',
    '@nats-io/transport-node',
    '@noble/curves/ed25519.js',
    '@opentelemetry/api',
    '@opentelemetry/core',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
    '@whiskeysockets/baileys',
    'aws4fetch',
    'jsonc-parser',
    'libopus-wasm',
    'minisearch',
    'mpg123-decoder',
    'nats.ws',
    // Of the runtime: each is loaded in a few ms and takes some MB.
    'node:dns/promises',
    'node:http',
    'node:https',
    'node:net',
    'node:tls',
    'node:zlib',
    'pngjs',
    'prom-client',
    'qrcode',
  ];
  const loaded = await packagesLoadedWith('src/app.ts');
  expect(loaded).toContain('elysia');
  expect(late.filter((name) => loaded.has(name))).toEqual([]);
});

test('every dependency is pinned and has a place', async () => {
  const manifest = JSON.parse(await textOf('package.json'));
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  for (const version of Object.values(all)) {
    expect(version).toMatch(/^(\d+\.\d+\.\d+(-[\w.]+)?|file:packages\/[\w-]+)$/);
  }
  const used = { ...dependencies, ...optionalDependencies };
  // Never imported here: they take the place of packages that the WhatsApp client asks for.
  const placeless = Object.keys(used).filter((name) => !(name in VENDORS));
  expect(placeless).toEqual(['sharp', 'whatsapp-rust-bridge']);
});

test('the campaign and the client keep to the same form: short files, each saying what it is for', async () => {
  const wrong: string[] = [];
  for (const file of new Bun.Glob('{campaign,packages/client/src}/**/*.ts').scanSync(root)) {
    // Made of the API document by each check.
    if (file.endsWith('/generated.ts')) continue;
    const text = await textOf(file);
    if (!text.startsWith('/**') || text.split('\n').length > 250) wrong.push(file);
  }
  expect(wrong).toEqual([]);
});

test('no file is longer than 300 lines', async () => {
  const lengths = await Promise.all(
    files.map(async (file) => (await textOf(file)).split('\n').length),
  );
  expect(files.filter((_, index) => (lengths[index] ?? 0) > 301)).toEqual([]);
});

test('no function is longer than 50 lines, not even one that is a single expression', async () => {
  const wrong: string[] = [];
  for (const file of files) {
    // The linter sees bodies in braces only. Each part begins at the left edge, with the indented lines below it.
    for (const part of (await textOf(file)).split(/\n(?=\S)/)) {
      const [head = '', ...body] = part.trimEnd().split('\n');
      if (/=> ?[({[]*$/.test(head) && body.length >= 50) wrong.push(`${file}: ${head}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** What only one place may use, mostly so that tests can replace it; what runs in a browser has the clock of that. */
const ONLY_IN: readonly [what: RegExp, where: RegExp][] = [
  [/\b(process\.env|Bun\.env)\b/, /^src\/core\/config\/environment\.ts$/],
  [
    /\b(Date\.now|performance\.now)\(|\b(setTimeout|setInterval)\(|\bBun\.sleep|\bAbortSignal\.timeout/,
    /^src\/(core\/(shared\/clock|process\/\w[\w-]*)\.ts$|\w+\/\w+\/page\/)/,
  ],
  // Besides the one way out: the client of the bucket, of the remote database, and of the platform's media servers.
  [
    /(?<![.\w]|async )fetch\(/,
    /^src\/(core\/(outbound\/(post|request)|db\/libsql|shell\/page\/docs-search)|modules\/(storage\/store-requests|whatsapp\/media\/transport|manager\/page\/api|docs\/page\/viewer))\.ts$/,
  ],
  // Whoever takes the reason of a signal for a value must see that it is none.
  [
    /\.abort\((?!\)|new Error\(|lost\))/,
    /^src\/(core\/shared\/async\/deadline|\w+\/\w+\/page\/.*)\.ts$/,
  ],
  // It returns the reason of a rejected promise, which stays unhandled: the status must be asked first.
  [/\bBun\.peek\(/, /^src\/core\/outbound\/answer\.ts$/],
  // What Baileys listens to is taken over in one place.
  [/\.(removeAllListeners|prependListener)\(/, /^src\/modules\/(whatsapp\/engine|amqp)\//],
  [/\bconsole\./, /^$/],
  // Fields are written one by one. Attributes of JSX may be spread: components take many of the same names.
  [/(?<!\{)\.\.\.\{/, /^$/],
  [/\bas any\b|: any\b|@ts-(ignore|expect-error)/, /^$/],
];

test('time, environment, output and other servers are reached through their ports alone', async () => {
  const wrong: string[] = [];
  for (const file of files) {
    // Comments may speak of what code must not use.
    const code = (await textOf(file)).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    for (const [what, where] of ONLY_IN) {
      if (what.test(code) && !where.test(file)) wrong.push(`${file}: ${what.exec(code)?.[0]}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('whether a module is left out is asked only of modules that there are', async () => {
  const wrong: string[] = [];
  for (const file of files)
    for (const [, name] of (await textOf(file)).matchAll(/\bwithout\.includes\('(.*?)'\)/g))
      if (!files.includes(`src/modules/${name}/module.ts`)) wrong.push(`${file}: ${name}`);
  expect(wrong).toEqual([]);
});

const PARTICIPLE =
  /^[a-z]*[^e]ed$|^(?:said|told|held|kept|sent|given|known|shown|made|found|when|where|elsewhere)$/;
const SOURCES = [...files, ...found('{bench,campaign,scripts}/**/*.ts')];

/** Returns the names that `pattern` finds in files and that are a participle alone, each after its file. */
async function participles(paths: readonly string[], pattern: RegExp): Promise<string[]> {
  const names = paths.map(async (path) =>
    [...(await textOf(path)).matchAll(pattern)]
      .flatMap(([, ...groups]) => groups.filter((name) => name !== undefined))
      .filter((name) => PARTICIPLE.test(name.toLowerCase()))
      .map((name) => `${path}: ${name}`),
  );
  return (await Promise.all(names)).flat();
}

test('a type is called by a noun, and a function that other files import by a verb', async () => {
  const type = /^\s*(?:export )?(?:type|interface|class) ([A-Z][a-z]+)\b/gm;
  const imported =
    /^export (?:async )?function\*? ([a-z]+)\b|^export const ([a-z]+) =\s*(?:async )?(?:<[^>]*>)?\(/gm;
  expect(await participles([...SOURCES, ...found('test/**/*.{ts,tsx}')], type)).toEqual([]);
  expect(await participles(SOURCES, imported)).toEqual([]);
});

test('a file is called by what is in it, and a value by what it is', async () => {
  const nameOfFile = (path: string) => path.replace(/^.*\//, '').replace(/\..*/, '');
  expect(SOURCES.filter((path) => PARTICIPLE.test(nameOfFile(path)))).toEqual([]);
  const value = /\b(?:const|let|function) (given)\b|\((given)\) =>/g;
  expect(await participles([...SOURCES, ...found('test/**/*.{ts,tsx}')], value)).toEqual([]);
});
