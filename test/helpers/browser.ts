/**
 * A real browser for a test: headless Chromium with an empty profile, used as a person uses it, by what
 * is written on buttons and labels. It takes note of every request and of everything it complains about.
 */
import { connectChromium } from './chromium.ts';
import type { DevTools } from './devtools.ts';
import { until } from './until.ts';

const LOOK_AGAIN_MS = 15;
/** A page is many files, and a machine that is busy with other tests takes its time. */
const LOADED_MS = 30_000;

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
  /** Turns the wheel over the middle of what `selector` finds; resolves once the page has scrolled as far as it does. */
  wheel(selector: string, deltaY: number): Promise<void>;
  /** Presses the mouse on the middle of what `from` finds, moves it to that of `to` and lets it go there. */
  drag(from: string, to: string): Promise<void>;
  /** Presses a key, by its name in the DOM: `Enter`, `ArrowLeft`. */
  key(name: string): Promise<void>;
  /** Fills, chooses or ticks the visible field of that label. */
  fill(label: string, value: string | boolean): Promise<void>;
  /** Types in place of what stands in the visible field that is called so. */
  write(name: string, text: string): Promise<void>;
  /** Resolves once the page shows `text`; fails with what it shows instead. */
  shows(text: string): Promise<void>;
  /** Resolves once a JavaScript expression is true in the page, also in one that replaces it. */
  holds(what: string, expression: string): Promise<void>;
  /** Resolves once the page has an element of the selector that can be seen. */
  has(selector: string): Promise<void>;
  /** Resolves once the page has no element of the selector. */
  lacks(selector: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** From now on everything is asked of the service, as by a browser that was never there. */
  forgetFiles(): Promise<void>;
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

/** A tab that nobody uses stands at this address. */
const EMPTY = 'about:blank';

/**
 * The browser of this process, which is started once: that takes a second of CPU, and the process behind a new tab half of
 * one. So tabs are used again, without anything they stored. Rejects on a machine that has none.
 */
export async function startBrowser(): Promise<Browser> {
  const devtools = await connectChromium();
  const used: Tab[] = [];
  const closePages = async () => {
    for (const tab of used.splice(0)) await tab.clear();
  };
  return {
    async page(before = '') {
      const tab = await openTab(devtools);
      used.push(tab);
      return pageIn(tab, before);
    },
    closePages,
    async close() {
      await closePages();
      devtools.close();
    },
  };
}

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
  readonly attached: boolean;
}

type Send = (method: string, parameters?: object) => ReturnType<DevTools['send']>;

interface Tab extends Pick<Page, 'requests' | 'complaints'> {
  readonly send: Send;
  /** Leaves it empty for whoever comes next. */
  clear(): Promise<void>;
}

/** A free tab, or a new one, in a window of its own: what cannot be seen is slow. */
async function openTab(devtools: DevTools): Promise<Tab> {
  const { targetInfos } = await devtools.send('Target.getTargets');
  const free = targetInfos.find(
    ({ type, url, attached }: TargetInfo) => type === 'page' && url === EMPTY && !attached,
  );
  const wanted = { url: EMPTY, newWindow: true };
  const { targetId } = free ?? (await devtools.send('Target.createTarget', wanted));
  const target = { targetId, flatten: true };
  const { sessionId } = await devtools.send('Target.attachToTarget', target);
  const send: Send = (method, parameters) => devtools.send(method, parameters, sessionId);
  const notes = takeNotes(devtools, sessionId);
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await send(`${domain}.enable`);
  await send('Page.addScriptToEvaluateOnNewDocument', { source: NOTE_CLICKS });
  // Whichever window is before the others: without the focus a page may not write to the clipboard.
  await send('Emulation.setFocusEmulationEnabled', { enabled: true });
  // Without windows there is nobody who could be asked.
  await devtools.send('Browser.grantPermissions', { permissions: ['clipboardSanitizedWrite'] });
  return {
    ...notes,
    send,
    async clear() {
      // What an empty page refuses does no harm.
      await send('Runtime.evaluate', {
        expression: 'sessionStorage.clear(); localStorage.clear()',
      });
      // The language that was chosen; cookies are those of the machine, whatever the port.
      await send('Network.clearBrowserCookies');
      await send('Page.navigate', { url: EMPTY });
      // The size of the window and the colours go with the session.
      await devtools.send('Target.detachFromTarget', { sessionId });
      notes.end();
    },
  };
}

function pageIn({ send, requests, complaints }: Tab, before: string): Page {
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
  /** Each look keeps two processes busy: not too many. */
  const slowly = (look: () => Promise<boolean>) => async () =>
    (await look()) || Bun.sleep(LOOK_AGAIN_MS).then(() => false);
  /** Waits until `action`, an expression, finds what it acts on. */
  const act = (what: string, action: string, limitMs?: number) =>
    until(
      what,
      slowly(() => evaluate(action)),
      limitMs,
    );
  /** False too while the page is being left, which then answers nothing. */
  const look = (expression: string) => evaluate(expression).catch(() => false);
  const holds = (what: string, expression: string) =>
    until(what, () => look(expression)).catch(async (error) => {
      // An expression that is wrong says why.
      await evaluate(expression);
      throw error;
    });
  return {
    requests,
    complaints,
    evaluate,
    holds,
    has: (selector) =>
      holds(selector, `document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`),
    lacks: (selector) =>
      holds(`no ${selector}`, `document.querySelector(${JSON.stringify(selector)}) === null`),
    async open(url) {
      await send('Page.navigate', { url });
      const loaded = `location.href === ${JSON.stringify(url)} && document.readyState === 'complete'`;
      await act(`${url} is loaded`, loaded, LOADED_MS);
    },
    press: (name) => act(`a button "${name}"`, `(${named})(${JSON.stringify(name)}, 'click')`),
    focus: (name) => act(`a button "${name}"`, `(${named})(${JSON.stringify(name)}, 'focus')`),
    async wheel(selector, deltaY) {
      const { x, y } = await evaluate(`(${middleOf})(${JSON.stringify(selector)})`);
      await send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY });
      // What the wheel scrolls is scrolled in the frame after it.
      await evaluate(`(${frames})()`);
    },
    async drag(from, to) {
      const begin = await evaluate(`(${middleOf})(${JSON.stringify(from)})`);
      const end = await evaluate(`(${middleOf})(${JSON.stringify(to)})`);
      const mouse = (type: string, at: object, buttons: number) =>
        send('Input.dispatchMouseEvent', { type, ...at, button: 'left', buttons, clickCount: 1 });
      await mouse('mousePressed', begin, 1);
      await mouse('mouseMoved', end, 1);
      await mouse('mouseReleased', end, 0);
    },
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
    write: (name, text) =>
      act(`a field "${name}"`, `(${write})(${JSON.stringify(name)}, ${JSON.stringify(text)})`),
    async shows(text) {
      // A page that is being loaded has no body yet.
      const find = `document.body?.innerText.includes(${JSON.stringify(text)}) === true`;
      const isShown = slowly(() => look(find));
      await until(`"${text}" on the page`, isShown).catch(async (error) => {
        throw new Error(
          `${error.message}; it shows:\n${await evaluate('document.body.innerText')}`,
        );
      });
    },
    resize: (width, height) =>
      send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      }),
    forgetFiles: () => send('Network.setCacheDisabled', { cacheDisabled: true }),
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
  const end = devtools.listen(({ method, params, sessionId }) => {
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
  return { requests, complaints, end };
}

/** Runs in the page, as text, before its own scripts: `takesClicks` has every element that listens for them. */
const NOTE_CLICKS = `{
  globalThis.takesClicks = new WeakSet();
  const { addEventListener } = Element.prototype;
  Element.prototype.addEventListener = function (type, ...rest) {
    if (type === 'click') takesClicks.add(this);
    return addEventListener.call(this, type, ...rest);
  };
}`;

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
    (one) => (one.ariaLabel ?? one.textContent.trim()) === name && one.checkVisibility(),
  );
  // A button that is busy takes no press.
  if (found === undefined || found.ariaDisabled === 'true') return false;
  found[action]();
  return true;
}`;

/** Runs in the page, as text. */
const middleOf = `(selector) => {
  const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}`;

/** Runs in the page, as text: resolves after two frames. */
const frames = `() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`;

/** Runs in the page, as text. */
const write = `(name, text) => {
  const field = [...document.querySelectorAll('input, textarea')].find(
    (one) => one.ariaLabel === name && one.checkVisibility(),
  );
  if (field === undefined) return false;
  field.focus();
  field.select();
  return document.execCommand('insertText', false, text);
}`;

/** Runs in the page, as text. */
const fill = `(name, value) => {
  const label = [...document.querySelectorAll('label')].find(
    (one) => one.querySelector('span')?.textContent === name && one.checkVisibility(),
  );
  const control = label?.control;
  if (!control) return false;
  if (typeof value === 'boolean') control.checked = value;
  else control.value = value;
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}`;
