/** Swagger UI, which shows one group of operations at a time. */
import { urlOf } from '../../../core/shell/page/root.ts';
import { createResolver, type FullDocument, groupOf, inWordsOf } from './document.ts';
import { LAYOUT, swaggerParts } from './swagger-parts.ts';

interface Viewer {
  /** Shows a group with its operations, one of them open if it is named; '' shows all groups. */
  show(group: string, operation: string | undefined): Promise<void>;
  /** Sends the credential with every request that is tried out after this call; '' sends no credential. */
  authorize(name: string, credential: string): void;
}

export function createViewer(): Viewer {
  const overview = document.querySelector<HTMLElement>('.overview');
  const operations = document.querySelector<HTMLElement>('.operations');
  const credentials = new Map<string, string>();
  let whole: Promise<FullDocument> | undefined;
  let ui: Promise<SwaggerUI> | undefined;
  let shown = '';
  let latest: symbol;
  return {
    async show(group, operation) {
      const call = Symbol();
      latest = call;
      overview?.toggleAttribute('hidden', group !== '');
      operations?.toggleAttribute('hidden', group === '');
      if (group === '') return;
      askForKeys(credentials);
      whole ??= loadDocument();
      const document = await whole.catch(sayFailed);
      if (document === null) {
        whole = undefined;
        return;
      }
      if (ui === undefined) {
        shown = group;
        ui = start(document, () => shown, credentials);
      }
      const drawn = await ui;
      // The reader has opened another group since, and stays there.
      if (call !== latest) return;
      if (group !== shown) {
        shown = group;
        drawn.getSystem().specActions.updateJsonSpec(groupOf(document, group));
      }
      if (operation !== undefined) open(drawn, group, operation);
    },
    authorize(name, credential) {
      const former = credentials.get(name) ?? '';
      credentials.set(name, credential);
      if (credential !== former) void ui?.then((drawn) => apply(drawn, name, credential));
    },
  };
}

async function loadDocument(): Promise<FullDocument> {
  const answer = await fetch(urlOf('/swagger/json'));
  if (!answer.ok) throw new Error(`the API document is ${answer.status}`);
  const summaries = listedSummaries();
  const worded = inWordsOf(await answer.json(), (operationId) => summaries.get(operationId));
  // Its server is the origin that served it, whatever address it names.
  return { ...worded, servers: [{ url: urlOf('/') }] };
}

/** Reads the summaries in the reader's language from the list of operations, by the ids in its addresses. */
function listedSummaries(): ReadonlyMap<string, string> {
  const links = document.querySelectorAll<HTMLAnchorElement>('.pages a[title]');
  return new Map(
    [...links].map(({ hash, title }) => [
      decodeURIComponent(hash.split('/')[2] ?? ''),
      title.slice(0, title.lastIndexOf(': ')),
    ]),
  );
}

/** The next group that is asked for tries again. */
function sayFailed(): null {
  const place = document.getElementById('swagger-ui');
  if (place) place.textContent = place.dataset.failed ?? '';
  return null;
}

function askForKeys(credentials: ReadonlyMap<string, string>): void {
  const keys = document.querySelector<HTMLDetailsElement>('.keys');
  if (keys && [...credentials.values()].every((one) => one === '')) keys.open = true;
}

function apply(ui: SwaggerUI, name: string, credential: string): void {
  if (credential === '') ui.getSystem().authActions.logout([name]);
  else ui.preauthorizeApiKey(name, credential);
}

/**
 * Resolves once the first group is drawn: one that was asked for before would be drawn over by it.
 * `validatorUrl: null` stops the page from sending the address of the document to a public validator.
 */
function start(
  whole: FullDocument,
  shown: () => string,
  credentials: ReadonlyMap<string, string>,
): Promise<SwaggerUI> {
  const resolve = createResolver(whole);
  const { promise, resolve: finish } = Promise.withResolvers<SwaggerUI>();
  const ui = SwaggerUIBundle({
    dom_id: '#swagger-ui',
    spec: groupOf(whole, shown()),
    validatorUrl: null,
    docExpansion: 'list',
    displayRequestDuration: true,
    defaultModelsExpandDepth: -1,
    layout: LAYOUT,
    plugins: [
      swaggerParts(shown),
      () => ({
        statePlugins: { layout: { wrapActions: { show: naming } } },
        fn: {
          resolveSubtree: async (_: object, path: readonly string[]) => ({
            spec: resolve(path),
            errors: [],
          }),
        },
      }),
    ],
    onComplete: () => {
      for (const [name, credential] of credentials)
        if (credential !== '') ui.preauthorizeApiKey(name, credential);
      finish(ui);
    },
  });
  return promise;
}

type Show = (path: readonly string[], isShown: boolean) => unknown;

/**
 * Puts an opened operation into the address, so that it can be linked to. An address of another group stays: the reader
 * has gone there since.
 */
const naming =
  (show: Show): Show =>
  (path, isShown) => {
    const [, ...address] = path;
    const [group, operation] = address.map(encodeURIComponent);
    if (isShown && operation !== undefined && location.hash.split('/')[1] === group)
      history.replaceState(null, '', `#/${group}/${operation}`);
    return show(path, isShown);
  };

function open(ui: SwaggerUI, group: string, operation: string): void {
  ui.getSystem().layoutActions.show(['operations', group, operation], true);
  requestAnimationFrame(() =>
    document
      .getElementById(`operations-${group.replaceAll(' ', '_')}-${operation}`)
      ?.scrollIntoView(),
  );
}
