/** Chromium for the tests of this process: started by the first that needs it, gone with the process. */
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { temporaryFolder, whenThisProcessIsGone } from './database.ts';
import { connectDevTools, type DevTools } from './devtools.ts';

const INSTALL = 'apt-get install chromium-headless-shell';

/** The best comes first: without windows of its own, Chromium takes less than half the CPU to turn to a page. */
const BINARIES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const binary = BINARIES.map((name) => Bun.which(name)).find((path) => path !== null) ?? null;

/** Whether tests that need a browser are skipped: this machine has none. A build machine must have one. */
export const isBrowserMissing = binary === null && !process.env.CI;
if (isBrowserMissing) console.log(`browser tests are skipped: ${INSTALL}`);

/** Parts of a browser that no test needs. */
const WITHOUT = [
  // Processes for pages that may come, and for each site.
  'SpareRendererForSitePerProcess',
  'IsolateOrigins',
  'site-per-process',
  // What opens below the address bar are pages too: half a second of CPU for each window.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  // One process draws all pages: each that is started costs half a second of CPU.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  `--disable-features=${WITHOUT}`,
  // A page that was left does not wait to be gone back to.
  '--disable-back-forward-cache',
  // Nothing but this machine has an address.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--remote-debugging-port=0',
];

/** Where the address of this process's browser stands: each test file has variables of its own, the process has one browser. */
const ADDRESS_FILE = join(tmpdir(), `gatehouse-browser-${process.pid}`);

/** A connection of its own to the browser of this process. Rejects on a machine that has none. */
export async function connectChromium(): Promise<DevTools> {
  return (await running()) ?? (await launch());
}

/** A connection to the browser that an earlier test file has started; null when none has, or it has ended. */
async function running(): Promise<DevTools | null> {
  const address = await Bun.file(ADDRESS_FILE)
    .text()
    .catch(() => null);
  return address === null ? null : connectDevTools(address).catch(() => null);
}

async function launch(): Promise<DevTools> {
  if (binary === null) throw new Error(`there is no Chromium here: ${INSTALL}`);
  const folder = temporaryFolder();
  const child = Bun.spawn([binary, ...FLAGS, `--user-data-dir=${folder}`, 'about:blank'], {
    env: { ...process.env, TMPDIR: folder },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
    // A process group of its own: it starts many processes, and none may stay.
    detached: true,
  });
  child.unref();
  whenThisProcessIsGone(ended(folder), String(child.pid));
  const address = await addressIn(child.stderr);
  await Bun.write(ADDRESS_FILE, address);
  return connectDevTools(address);
}

/** A process that is about to die still writes into the profile: the folder goes after the last of them, 5 s later at most. */
const ended = (folder: string): string =>
  `kill -9 "-$1"; rm -f '${ADDRESS_FILE}'
  for look in $(seq 50); do kill -0 "-$1" || break; sleep 0.1; done
  rm -rf '${folder}'; rmdir '${dirname(folder)}'`;

async function addressIn(stderr: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let said = '';
  // Not cancelled after the match: a browser that cannot write to stderr ends.
  const reader = stderr.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the browser did not start:\n${said}`);
    said += decoder.decode(value, { stream: true });
    const [, url] = /DevTools listening on (ws:\/\/\S+)/.exec(said) ?? [];
    if (url === undefined) continue;
    void drain(reader);
    return url;
  }
}

async function drain(reader: { read(): Promise<{ done: boolean }> }): Promise<void> {
  while (!(await reader.read()).done);
}
