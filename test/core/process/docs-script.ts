/** The shell blocks of a page as one script, and the receiver that they name. */
import { expect } from 'bun:test';
import { join } from 'node:path';
import { projectDir } from './spawned-process.ts';

export const hasCurl = Bun.which('curl') !== null;
if (!hasCurl && process.env.CI) throw new Error('curl is needed: install curl');

/** `path` counts from the project's folder. */
export const pageText = (path: string): Promise<string> => Bun.file(join(projectDir, path)).text();

/** Every block of the page under the comment `marker`, in order, with each place it names replaced by another. */
export async function pageScript(
  page: string,
  marker: string,
  places: Record<string, string>,
): Promise<string> {
  const blocks = (await pageText(page)).matchAll(/<!-- ([^\n]*?) -->\n```sh\n(.*?)```/gs);
  const script = [...blocks]
    .filter(([, comment]) => comment === marker)
    .map(([, , block]) => block)
    .join('');
  return inPlaces(script, places);
}

/** Returns a script with each place that it names replaced by another. */
export function inPlaces(script: string, places: Record<string, string>): string {
  let placed = script;
  for (const [written, used] of Object.entries(places)) {
    expect(placed).toContain(written);
    placed = placed.replaceAll(written, used);
  }
  return placed;
}

/** A receiver that records what it gets. */
export function receiver() {
  const got: { body: string; headers: Record<string, string> }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      got.push({ body: await request.text(), headers: Object.fromEntries(request.headers) });
      return new Response('ok');
    },
  });
  return { got, server, url: `127.0.0.1:${server.port}` };
}
