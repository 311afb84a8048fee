/** The request of a delivery as a command, run by a shell. */
import { expect, test } from 'bun:test';
import { curlOf } from '../../../../../src/modules/manager/page/traffic/curl.ts';

test('a shell gets every argument as it is, whatever quotes, dollars and lines it has', async () => {
  const body = `{"text":"it's $HOME \`date\` \\\\ \n !"}`;
  const command = curlOf({
    url: 'https://example.com/hook?a=1&b=$(id)',
    headers: { 'x-name': "O'Neil; rm -rf" },
    body,
  });
  const shell = Bun.spawn(['sh', '-c', `curl() { printf '%s\\0' "$@"; }; ${command}`]);
  const text = await new Response(shell.stdout).text();
  expect(text.split('\0').slice(0, -1)).toEqual([
    '-X',
    'POST',
    'https://example.com/hook?a=1&b=$(id)',
    '-H',
    "x-name: O'Neil; rm -rf",
    '--data-raw',
    body,
  ]);
});
