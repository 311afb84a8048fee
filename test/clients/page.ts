/** The tables of docs/evolution-reference.md that say what clients can do, made of what their calls came to. */
import { markdownTable } from '../../scripts/markdown-table.ts';
import type { Client, Outcome } from './call.ts';

const START =
  '<!-- clients: written by `CLIENTS_PAGE=write bun test test/clients/clients.test.ts` -->';
const END = '<!-- /clients -->';

export const PAGE = new URL('../../docs/evolution-reference.md', import.meta.url).pathname;

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
  const tables = [overview(results), refusals(results)];
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

/** What a system of that name does and this service refuses, with the calls of one reason in one row. */
function refusals(results: readonly ClientResult[]): string {
  const rows = new Map<string, { client: string; names: string[]; status: number; why: string }>();
  for (const { client, calls } of results)
    for (const { kind, name, status, why } of calls) {
      if (kind !== 'refused') continue;
      const key = JSON.stringify([client.name, status, why]);
      const row = rows.get(key) ?? { client: client.name, names: [], status, why };
      row.names.push(`\`${name}\``);
      rows.set(key, row);
    }
  const lines = [...rows.values()].map(({ client, names, status, why }) => [
    client,
    names.join(', '),
    String(status),
    why.replaceAll('|', '\\|'),
  ]);
  return markdownTable([['Client', 'Call', 'Answer', 'Why'], ...lines]);
}
