/**
 * A real browser for a test: headless Chromium with an empty profile, used as a person uses it, by what
 * is written on buttons and labels. It takes note of every request and of everything it complains about.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder, whenThisProcessIsGone } from './database.ts';
import { connectDevTools, type DevTools } from './devtools.ts';
import { until } from './until.ts';

const LOOK_AGAIN_MS = 15;
const INSTALL = 'apt-get install chromium';

const binary = Bun.which('chromium') ?? Bun.which('chromium-browser') ?? Bun.which('google-chrome');

/** Whether tests that need a browser are skipped: this machine has none. A build machine must have one. */
export const isBrowserMissing = binary === null && !process.env.CI;
if (isBrowserMissing) console.log(`browser tests are skipped: ${INSTALL}`);

export interface Page {
  /** Addresses that were asked for, pictures inside the page itself left out. */
  readonly requests: readonly string[];
  /** Errors in the console, uncaught exceptions, refusals by a policy. */
  readonly complaints: readonly string[];
  open(url: string): Promise<void>;
  /** The value of a JavaScript expression in the page; a promise is awaited. */
  evaluate<T>(expression: string): Promise<T>;
  /** Presses the visible button, link or summary of that name. */
  press(name: string): Promise<void>;
  /** Gives the focus to the visible button, link or summary of that name. */
  focus(name: string): Promise<void>;
  /** Presses a key, by its name in the DOM: `Enter`, `ArrowLeft`. */
  key(name: string): Promise<void>;
  /** Fills, chooses or ticks the visible field of that label. */
  fill(label: string, value: string | boolean): Promise<void>;
  /** Resolves once the page shows `text`; fails with what it shows instead. */
  shows(text: string): Promise<void>;
  /** Brings it before other pages: one that nobody can see does some things late, such as closing dialogs. */
  front(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Light or dark. */
  scheme(name: 'light' | 'dark'): Promise<void>;
  /** A PNG of the page: all of it, or what fits the window. */
  screenshot(path: string, part?: 'whole' | 'window'): Promise<void>;
}

export interface Browser {
  /** `before` is run in the page before whatever is asked of it: what wakes a page that looks for news now and then. */
  page(before?: string): Promise<Page>;
  /** A page that stays open goes on with what it does by itself. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  // Nothing but this machine has an address.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--remote-debugging-port=0',
];

/** Where the address of this process's browser stands: each test file has variables of its own, the process has one browser. */
const ADDRESS_FILE = join(tmpdir(), `gatehouse-browser-${process.pid}`);

/**
 * An empty profile in the browser of this process, which is started once: a start takes two seconds of CPU. Rejects on a
 * machine that has none.
 */
export async function startBrowser(): Promise<Browser> {
  const devtools = (await running()) ?? (await launch());
  const { browserContextId } = await devtools.send('Target.createBrowserContext');
  const targets: string[] = [];
  return {
    async page(before = '') {
      const wanted = { url: 'about:blank', browserContextId };
      const { targetId } = await devtools.send('Target.createTarget', wanted);
      targets.push(targetId);
      return openPage(devtools, targetId, before);
    },
    async closePages() {
      for (const targetId of targets.splice(0))
        await devtools.send('Target.closeTarget', { targetId });
    },
    async close() {
      await devtools.send('Target.disposeBrowserContext', { browserContextId });
      devtools.close();
    },
  };
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
  whenThisProcessIsGone(`kill -9 "-$1"; rm -f '${ADDRESS_FILE}'`, String(child.pid));
  const address = await addressIn(child.stderr);
  await Bun.write(ADDRESS_FILE, address);
  return connectDevTools(address);
}

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

async function openPage(devtools: DevTools, targetId: string, before: string): Promise<Page> {
  const target = { targetId, flatten: true };
  const { sessionId } = await devtools.send('Target.attachToTarget', target);
  const send = (method: string, parameters?: object) =>
    devtools.send(method, parameters, sessionId);
  const notes = takeNotes(devtools, sessionId);
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await send(`${domain}.enable`);

  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression: `${before}\n${expression}`,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'it threw');
    return result.value;
  };
  /** Waits until `action`, an expression, finds what it acts on. Each look keeps two processes busy: not too many. */
  const act = (what: string, action: string) =>
    until(what, async () => (await evaluate(action)) || Bun.sleep(LOOK_AGAIN_MS).then(() => false));
  return {
    ...notes,
    evaluate,
    async open(url) {
      await send('Page.navigate', { url });
      const loaded = `location.href === ${JSON.stringify(url)} && document.readyState === 'complete'`;
      await act(`${url} is loaded`, loaded);
    },
    press: (name) => act(`a button "${name}"`, `(${named})(${JSON.stringify(name)}, 'click')`),
    focus: (name) => act(`a button "${name}"`, `(${named})(${JSON.stringify(name)}, 'focus')`),
    async key(key) {
      // What a key writes comes with it, as from a keyboard.
      const text = { Enter: '\r', ' ': ' ' }[key];
      const what = {
        key,
        code: key,
        windowsVirtualKeyCode: KEY_CODES[key] ?? 0,
        ...(text && { text }),
      };
      await send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', ...what });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...what });
    },
    fill: (label, value) =>
      act(`a field "${label}"`, `(${fill})(${JSON.stringify(label)}, ${JSON.stringify(value)})`),
    async shows(text) {
      const find = `document.body.innerText.includes(${JSON.stringify(text)})`;
      await act(`"${text}" on the page`, find).catch(async (error) => {
        throw new Error(
          `${error.message}; it shows:\n${await evaluate('document.body.innerText')}`,
        );
      });
    },
    front: () => send('Page.bringToFront'),
    resize: (width, height) =>
      send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      }),
    scheme: (value) =>
      send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] }),
    async screenshot(path, part = 'whole') {
      const captureBeyondViewport = part === 'whole';
      const { data } = await send('Page.captureScreenshot', { captureBeyondViewport });
      await Bun.write(path, Buffer.from(data, 'base64'));
    },
  };
}

function takeNotes(devtools: DevTools, session: string) {
  const requests: string[] = [];
  const complaints: string[] = [];
  devtools.listen(({ method, params, sessionId }) => {
    if (sessionId !== session) return;
    if (method === 'Network.requestWillBeSent' && !params.request.url.startsWith('data:'))
      requests.push(params.request.url);
    if (method === 'Network.webSocketCreated') requests.push(params.url);
    if (method === 'Log.entryAdded' && params.entry.level === 'error')
      complaints.push(`${params.entry.text} ${params.entry.url ?? ''}`);
    if (method === 'Runtime.exceptionThrown')
      complaints.push(params.exceptionDetails.exception?.description ?? 'an exception');
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error')
      complaints.push(JSON.stringify(params.args));
  });
  return { requests, complaints };
}

/** By their names in the DOM. */
const KEY_CODES: Readonly<Record<string, number>> = {
  Tab: 9,
  Enter: 13,
  Escape: 27,
  ' ': 32,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
};

/** Runs in the page, as text: clicks or focuses what is named. */
const named = `(name, action) => {
  const found = [...document.querySelectorAll('button, a, summary')].find(
    (one) => one.checkVisibility() && (one.ariaLabel ?? one.textContent.trim()) === name,
  );
  // A button that is busy takes no press.
  if (found === undefined || found.ariaDisabled === 'true') return false;
  found[action]();
  return true;
}`;

/** Runs in the page, as text. */
const fill = `(name, value) => {
  const label = [...document.querySelectorAll('label')].find(
    (one) => one.checkVisibility() && one.querySelector('span')?.textContent === name,
  );
  const control = label?.control;
  if (!control) return false;
  if (typeof value === 'boolean') control.checked = value;
  else control.value = value;
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}`;
