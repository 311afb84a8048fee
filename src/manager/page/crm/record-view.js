/** The records of one kind: listed, made, changed and deleted, as far as the token may. */
import { at } from '../api.ts';
import { confirmed } from '../dialogs.js';
import { el, setText } from '../dom.js';
import { button, statusLine } from '../forms.js';
import { openRecordForm } from './record-form.js';
import { PAGE_SIZE, recordList } from './record-list.js';

/**
 * @typedef {object} Session what every view is given
 * @property {ReturnType<typeof import('./crm-api.js').createCrmApi>} api
 * @property {(permission: string) => boolean} can whether the token permits it
 * @property {{ id: string, name: string } | null} account the acting one, where it is known
 * @property {boolean} mustChoose there are several accounts, and none is worked in yet
 * @property {() => Promise<void>} enter reads again what the token may do, and in which account
 * @property {AbortSignal} signal ends the view
 *
 * @typedef {object} Kind
 * @property {string} title of the list
 * @property {string} one what one of them is called
 * @property {string} resource as permissions call it
 * @property {string} path after /api/v1
 * @property {string} empty what to do while there are none
 * @property {string} [about] a sentence above the list
 * @property {(record: object) => string} [nameOf]
 * @property {(record: object) => string} [link] where its name leads
 * @property {(record: object) => string[]} factsOf
 * @property {(record?: object) => import('./fields.js').Field[] | Promise<import('./fields.js').Field[]>} [fields] of a
 *   form; without a record, of a new one
 * @property {readonly ('create' | 'update' | 'delete')[]} [offers] what there is besides reading; default: all
 * @property {Promise<unknown>} [ready] what the list waits for
 * @property {boolean} [isPart] it is not the first list of its view
 * @property {(body: object) => object} [wrap] the body as it is sent
 * @property {(data: object) => void} [made] shows what only the answer to creating one holds
 * @property {(record: object) => boolean} [mayChange] besides the permission
 * @property {{ word: string, text: string }} [ending] what deleting one is called and what it does
 * @property {(record: object) => Promise<void>} [ended] what follows once one is deleted
 * @property {() => { element: Element, update(record: object): void }} [more] what is shown of one when asked for
 * @property {(record: object, context: object) => Element[]} [actions] more buttons of one of them
 */

/** @param {Kind} kind @returns the kind with what it leaves out */
export const wholeKind = (kind) => ({
  nameOf: ({ name }) => name,
  offers: ['create', 'update', 'delete'],
  wrap: (body) => body,
  actions: () => [],
  mayChange: () => true,
  ending: { word: 'Delete', text: 'It is gone for good.' },
  ended: async () => {},
  ...kind,
});

/** @param {Session} session @param {Kind} given */
export function recordView(session, given) {
  const kind = wholeKind(given);
  const status = statusLine();
  const list = recordList({
    async read(page) {
      await kind.ready;
      return session.api.page(kind.path, { page, pageSize: PAGE_SIZE });
    },
    row: (record) => recordRow({ session, kind, status, reload: () => list.reload() }, record),
    empty: kind.empty,
    signal: session.signal,
  });
  const context = { session, kind, status, reload: list.reload };
  return {
    element: el(
      'section.card',
      headingOf(kind)(kind.title, offers(context, 'create') ? newButton(context) : null),
      kind.about ? el('p.hint', kind.about) : null,
      status.element,
      ...list.elements,
    ),
    reload: list.reload,
  };
}

const offers = ({ session, kind }, action) =>
  kind.offers.includes(action) && session.can(`${kind.resource}.${action}`);

/** The heading of a view, which gets the focus when the view is opened, with what can be done there. */
export const viewHeading = (title, ...actions) =>
  el('div.row.heading', el('h1', { tabIndex: -1 }, title), ...actions);

/** For whoever uses keys, when what had the focus has left the page. */
export function focusHeading() {
  if (document.activeElement === document.body) document.querySelector('.crm h1')?.focus();
}

export function newButton({ session, kind, status, reload }) {
  return button(`New ${kind.one}`, {
    kind: 'primary',
    status,
    async run() {
      openRecordForm({
        title: `New ${kind.one}`,
        action: 'Create',
        fields: await kind.fields(),
        async send(body) {
          const { data, message } = await session.api.post(kind.path, kind.wrap(body));
          status.done(message);
          await reload();
          return () => kind.made?.(data);
        },
      });
    },
  });
}

/** One of a list; of what it shows, the facts follow the record. */
function recordRow(context, record) {
  const { kind } = context;
  const name = el('strong');
  const facts = el('p.hint');
  const actions = el('span.row.actions-of');
  const more = kind.more?.();
  let latest = record;
  const head = kind.link ? el('a', { href: kind.link(record) }, name) : name;
  const may = (action) => offers(context, action) && kind.mayChange(record);
  if (may('update')) actions.append(editButton(context, () => latest));
  actions.append(...kind.actions(record, context));
  if (may('delete')) actions.append(deleteButton(context, () => latest));
  return {
    element: el('li', el('div.row', head, actions), facts, more?.element),
    update(now) {
      latest = now;
      more?.update(now);
      setText(name, kind.nameOf(now));
      setText(facts, kind.factsOf(now).filter(Boolean).join(' · '));
      for (const one of actions.children) one.ariaLabel = `${one.textContent} ${kind.nameOf(now)}`;
    },
  };
}

const partHeading = (title, ...actions) => el('div.row.heading', el('h2', title), ...actions);
const headingOf = ({ isPart }) => (isPart ? partHeading : viewHeading);

const pathOf = ({ path }, { id }) => path + at`/${id}`;

/** Opens the form with the record as it is now, and changes that version alone. */
export function editButton({ session, kind, status, reload }, latest) {
  return button('Edit', {
    status,
    async run() {
      const path = pathOf(kind, latest());
      const { record, etag } = await session.api.record(path);
      openRecordForm({
        title: `Change ${kind.nameOf(record)}`,
        action: 'Save',
        fields: await kind.fields(record),
        stored: record,
        async send(body) {
          const { message } = await session.api.patch(path, kind.wrap(body), etag);
          status.done(message);
          await reload();
        },
      });
    },
  });
}

export function deleteButton({ session, kind, status, reload }, latest) {
  const { ending, nameOf } = kind;
  const { word, text } = ending;
  return button(word, {
    kind: 'danger',
    status,
    isSure: () =>
      confirmed({
        title: `${word} ${nameOf(latest())}?`,
        text,
        action: `${word} ${nameOf(latest())} now`,
      }),
    async run() {
      const record = latest();
      const answer = await session.api.delete(pathOf(kind, record));
      await kind.ended(record);
      await reload();
      focusHeading();
      return answer?.message ?? 'Deleted';
    },
  });
}
