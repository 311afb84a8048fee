/** The tables of docs/from-evolution.md that say what clients can do, made of what their calls came to. */
import { markdownTable } from '../../scripts/markdown-table.ts';
import type { Client, Outcome } from './call.ts';

const START =
  '<!-- clients: written by `CLIENTS_PAGE=write bun test test/clients/clients.test.ts` -->';
const END = '<!-- /clients -->';

export const PAGE = new URL('../../docs/from-evolution.md', import.meta.url).pathname;

export interface CallResult extends Outcome {
  readonly name: string;
}

export interface ClientResult {
  readonly client: Client;
  readonly calls: readonly CallResult[];
}

/** The page with its tables renewed; throws when the markers are gone. */
export function withClients(page: string, results: readonly ClientResult[]): string {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the page needs "${START}" and "${END}"`);
  const tables = [overview(results), ...results.map(refusalsOf)].filter((one) => one !== '');
  return `${page.slice(0, start + START.length)}\n\n${tables.join('\n\n')}\n\n${page.slice(end)}`;
}

const count = (calls: readonly CallResult[], kind: Outcome['kind']): number =>
  calls.filter((call) => call.kind === kind).length;

/** Of the calls that are right in themselves and about something that is here. */
export function shareThatWorks(results: readonly ClientResult[]): number {
  const calls = results.flatMap((one) => one.calls);
  const works = count(calls, 'works');
  return works / (works + count(calls, 'refused'));
}

function overview(results: readonly ClientResult[]): string {
  const rows = results.map(({ client, calls }) => [
    client.name,
    client.version,
    client.by,
    ...[calls.length, count(calls, 'works'), count(calls, 'refused')].map(String),
    ...[count(calls, 'absent'), count(calls, 'wrong')].map(String),
  ]);
  const head = ['Client', 'Version', 'Run by', 'Calls', 'Work', 'Refused'];
  return markdownTable([[...head, 'Of other products', 'Wrong in themselves'], ...rows]);
}

/** More names than this are only counted. */
const NAMES_MAX = 8;

/** A table for each client of what does not work, with the calls of one reason in one row. */
function refusalsOf({ client, calls }: ClientResult): string {
  const rows = new Map<string, { names: string[]; status: number; why: string }>();
  for (const { kind, name, status, why } of calls) {
    if (kind === 'works') continue;
    const said = kind === 'absent' ? OTHER_PRODUCTS : why;
    const row = rows.get(`${status} ${said}`) ?? { names: [], status, why: said };
    row.names.push(name);
    rows.set(`${status} ${said}`, row);
  }
  if (rows.size === 0) return '';
  const lines = [...rows.values()].map(({ names, status, why }) => [
    names.length > NAMES_MAX
      ? `${names.length} calls`
      : names.map((one) => `\`${one}\``).join(', '),
    String(status),
    why.replaceAll('|', '\\|'),
  ]);
  return `### ${client.name}\n\n${markdownTable([['Call', 'Answer', 'Why'], ...lines])}`;
}

const OTHER_PRODUCTS = 'another product, which is not here: the answer says what to use instead';
