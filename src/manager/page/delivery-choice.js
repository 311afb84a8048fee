/** Sending deliveries again: one, those that are ticked, or all that failed since a time. */
import { ApiFailure, at, query } from './api.ts';
import { isoOf, momentInput } from './delivery-filter.js';
import { confirmed } from './dialogs.js';
import { el, setText } from './dom.js';
import { failureText, field, onSubmit, statusLine } from './forms.js';

/**
 * Asks for the deliveries to be sent again.
 * @param {{ id: string, instanceName: string }[]} deliveries of any instances
 * @returns {Promise<number>} how many are on their way
 */
export async function redeliver(api, deliveries) {
  const named = Map.groupBy(deliveries, ({ instanceName }) => instanceName);
  let count = 0;
  for (const [name, some] of named) {
    const ids = some.map(({ id }) => id);
    const { redelivering } = await api.post(at`/delivery/redeliver/${name}`, { ids });
    count += redelivering;
  }
  return count;
}

/** In words. */
export const deliveriesOf = (count) => (count === 1 ? '1 delivery' : `${count} deliveries`);

/** How many are ticked, with what can be done with them. @param {{ redeliverChosen: (control: Element) => void }} does */
export function choiceBar({ redeliverChosen, chooseAll }) {
  const count = el('span');
  const all = el('input', { type: 'checkbox' });
  const again = el('button', { type: 'button' }, 'Redeliver the chosen');
  again.addEventListener('click', () => redeliverChosen(again));
  all.addEventListener('change', () => chooseAll(all.checked));
  const label = el('label.tick', all, el('span', 'Choose all of this page'));
  return {
    element: el('div.row.choice', label, count, again),
    update(chosen, shown) {
      setText(count, chosen === 0 ? '' : `${chosen} chosen`);
      again.hidden = chosen === 0;
      all.checked = shown > 0 && chosen === shown;
      all.indeterminate = chosen > 0 && chosen < shown;
    },
  };
}

/**
 * All that was given up since a time; how many they are is said before anything is done.
 * @param {{ api: object, name: string | null, done: () => void }} deps `name` null: of every instance
 */
export function failedSince({ api, name, done }) {
  const status = statusLine();
  const since = momentInput('since');
  since.required = true;
  const form = el(
    'form.inline',
    field('Failed since', since),
    el('button', { type: 'submit' }, 'Redeliver all failed'),
  );
  onSubmit(form, status, async () => {
    const selection = { state: 'discarded', from: isoOf(since), to: new Date().toISOString() };
    const asked = query({ ...selection, instance: name ?? '' });
    const { count, isMore, instances } = await api.get(`/delivery/count${asked}`);
    if (count === 0) return 'None has failed since then.';
    const isSure = await confirmed(question(count, isMore, instances.length));
    if (!isSure) return 'Nothing was sent again.';
    const { sent, problems } = await redeliverEach(api, instances, selection);
    done();
    const words = `${deliveriesOf(sent)} on the way again`;
    const [first] = problems;
    if (first === undefined) return `${words}.`;
    throw new ApiFailure({
      message: `${words}. Refused by ${problems.length} of ${instances.length} instances, first by ${first}`,
    });
  });
  const hint = el('p.hint', 'Failed are those that were given up: no attempt is left.');
  return el(
    'details.card',
    el('summary', 'Send again what has failed'),
    hint,
    form,
    status.element,
  );
}

/** An instance that refuses holds up none of the others. */
async function redeliverEach(api, instances, selection) {
  let sent = 0;
  const problems = [];
  for (const { instanceName } of instances) {
    try {
      const path = at`/delivery/redeliver/${instanceName}`;
      sent += (await api.post(path, selection)).redelivering;
    } catch (error) {
      problems.push(`${instanceName}: ${failureText(error)}`);
    }
  }
  return { sent, problems };
}

function question(count, isMore, instances) {
  const many = isMore ? `${count} or more deliveries` : deliveriesOf(count);
  const where = instances === 1 ? '' : ` of ${instances} instances`;
  return {
    title: `Redeliver ${many}?`,
    text: `${many}${where} failed since then. Each is sent to its present endpoint, with the same event id.`,
    action: 'Redeliver all',
  };
}
