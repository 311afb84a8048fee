/** The list of docs/evolution-reference.md that says what clients can do, made of what their calls came to. */
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

/** The page with its list renewed; throws when the markers are gone. */
export function withClients(page: string, results: readonly ClientResult[]): string {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the page needs "${START}" and "${END}"`);
  return `${page.slice(0, start + START.length)}\n\n${overview(results)}\n\n${page.slice(end)}`;
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
  const lines = results.map(({ client: { name, version }, calls }) => {
    const absent = count(calls, 'absent');
    const others = absent === 0 ? '' : `; of other products: ${absent}`;
    const names = refused(calls);
    const ends = names === '' ? '' : `; refused: ${names}`;
    return `- **${name} ${version}**: ${count(calls, 'works')} of ${calls.length} work${others}${ends}`;
  });
  return lines.join('\n');
}

/** Names the calls that the system of that name does and this service refuses. */
const refused = (calls: readonly CallResult[]): string =>
  calls
    .filter(({ kind }) => kind === 'refused')
    .map(({ name }) => `\`${name}\``)
    .join(', ');
