/** The records of one kind: listed, made, changed and deleted, as far as the token may. */
import { at } from '../api.js';
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
 * @property {(record?: object) => import('./fields.js').Field[]} fields of a form; without a record, of a new one
 * @property {(body: object) => object} [wrap] the body as it is sent
 * @property {(data: object) => void} [made] shows what only the answer to creating one holds
 * @property {(record: object) => boolean} [mayChange] besides the permission
 * @property {{ word: string, text: string }} [ending] what deleting one is called and what it does
 * @property {(record: object, context: object) => Element[]} [actions] more buttons of one of them
 */

/** @param {Kind} kind @returns the kind with what it leaves out */
export const wholeKind = (kind) => ({
  nameOf: ({ name }) => name,
  wrap: (body) => body,
  actions: () => [],
  mayChange: () => true,
  ending: { word: 'Delete', text: 'It is gone for good.' },
  ...kind,
});

/** @param {Session} session @param {Kind} given */
export function recordView(session, given) {
  const kind = wholeKind(given);
  const status = statusLine();
  const list = recordList({
    read: (page) => session.api.page(kind.path, { page, pageSize: PAGE_SIZE }),
    row: (record) => recordRow({ session, kind, status, reload: () => list.reload() }, record),
    empty: kind.empty,
  });
  const context = { session, kind, status, reload: list.reload };
  return {
    element: el(
      'section.card',
      viewHeading(kind.title, session.can(`${kind.resource}.create`) ? newButton(context) : null),
      kind.about ? el('p.hint', kind.about) : null,
      status.element,
      ...list.elements,
    ),
    reload: list.reload,
  };
}

/** The heading of a view, which gets the focus when the view is opened, with what can be done there. */
export const viewHeading = (title, ...actions) =>
  el('div.row.heading', el('h1', { tabIndex: -1 }, title), ...actions);

export function newButton({ session, kind, status, reload }) {
  const element = el('button.primary', { type: 'button' }, `New ${kind.one}`);
  element.addEventListener('click', () =>
    openRecordForm({
      title: `New ${kind.one}`,
      action: 'Create',
      fields: kind.fields(),
      async send(body) {
        const { data, message } = await session.api.post(kind.path, kind.wrap(body));
        status.done(message);
        await reload();
        kind.made?.(data);
      },
    }),
  );
  return element;
}

/** One of a list; of what it shows, the facts follow the record. */
function recordRow(context, record) {
  const { session, kind } = context;
  const name = el('strong');
  const facts = el('p.hint');
  const actions = el('span.row.actions-of');
  let latest = record;
  const head = kind.link ? el('a', { href: kind.link(record) }, name) : name;
  const may = (action) => session.can(`${kind.resource}.${action}`) && kind.mayChange(record);
  if (may('update')) actions.append(editButton(context, () => latest));
  actions.append(...kind.actions(record, context));
  if (may('delete')) actions.append(deleteButton(context, () => latest));
  return {
    element: el('li', el('div.row', head, actions), facts),
    update(now) {
      latest = now;
      setText(name, kind.nameOf(now));
      setText(facts, kind.factsOf(now).filter(Boolean).join(' · '));
      for (const one of actions.children) one.ariaLabel = `${one.textContent} ${kind.nameOf(now)}`;
    },
  };
}

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
        fields: kind.fields(record),
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
      const answer = await session.api.delete(pathOf(kind, latest()));
      await reload();
      return answer?.message ?? 'Deleted';
    },
  });
}
