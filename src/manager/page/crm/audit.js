/** The audit log of the account: who changed what and when, the newest first. */
import { el, shownTime } from '../dom.js';
import { attempt, statusLine } from '../forms.js';
import { choiceField, textField, timeField } from './fields.js';
import { personField, readPeople } from './people-list.js';
import { PAGE_SIZE, recordList } from './record-list.js';
import { viewHeading } from './record-view.js';
import { AUDITED_RESOURCES } from './words.ts';

/** @param {import('./record-view.js').Session} session */
export function auditView(session) {
  const { api, signal } = session;
  const status = statusLine();
  const element = el('section.card', viewHeading('Audit log'), status.element);
  void attempt(element, status, async () => {
    const people = await readPeople(session);
    if (signal.aborted) return;
    const filters = filterForm(people);
    const list = recordList({
      read: (page) => api.page('/audit_logs', { page, pageSize: PAGE_SIZE, ...filters.values() }),
      row: (entry) => entryRow(entry, people),
      empty: 'Nothing that was looked for has happened.',
      signal,
    });
    filters.element.addEventListener('change', () => void list.restart());
    element.append(filters.element, ...list.elements);
  });
  return { element };
}

function filterForm(people) {
  const fields = [
    choiceField('resource', 'Of what', [['', 'anything'], ...AUDITED_RESOURCES]),
    personField('actor', 'By whom', people, { nobody: 'anybody' }),
    timeField('since', 'Since'),
    textField('resource_id', 'Id of the record'),
  ];
  const form = el('form.inline.spread', ...fields.map((field) => field.element));
  // Every change is looked for at once.
  form.addEventListener('submit', (event) => event.preventDefault());
  return {
    element: form,
    values: () =>
      Object.fromEntries(fields.map((field) => [field.name, field.read() ?? undefined])),
  };
}

function entryRow(entry, { nameOf }) {
  const { action, resource, resource_id: id, before, after, created_at: time } = entry;
  const subject = (after ?? before)?.name;
  const head = el(
    'div.row',
    el('strong', `${action} ${resource}`),
    subject === undefined ? null : el('span', subject),
    el('time.hint', { dateTime: time }, shownTime(time)),
  );
  const ids = [`Record ${id}`, `Token ${entry.token_id}`, `Request ${entry.request_id}`];
  const details = el(
    'details',
    el('summary', 'What changed'),
    el('pre', { tabIndex: 0 }, changesBetween(before ?? {}, after ?? {})),
    ...ids.map((text) => el('p.hint', text)),
  );
  return { element: el('li', head, el('p', `by ${nameOf(entry.actor_user_id)}`), details) };
}

/** A line for each field that was changed. */
function changesBetween(before, after) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const shown = (value) => (value === undefined ? 'nothing' : JSON.stringify(value));
  return names
    .map((name) => [name, shown(before[name]), shown(after[name])])
    .filter(([, former, latter]) => former !== latter)
    .map(([name, former, latter]) => `${name}: ${former} → ${latter}`)
    .join('\n');
}
