/** Creating an instance. */
import { at } from './api.js';
import { showKey } from './dialogs.js';
import { el } from './dom.js';
import { digitsOf, field, input, onSubmit, select, statusLine } from './forms.js';
import { linkTo } from './route.js';
import { PROVIDERS } from './words.js';

export function createForm(api, refresh) {
  const status = statusLine();
  const form = el(
    'form',
    {},
    field(
      'Name',
      input('instanceName', { required: true, maxLength: 64 }),
      'Letters, digits, - and _',
    ),
    field('Provider', select('provider', PROVIDERS)),
    field('Number', input('number', { inputMode: 'tel' }), 'Optional, country code first'),
    el('button', { type: 'submit', class: 'primary' }, 'Create instance'),
    status.element,
  );
  onSubmit(form, status, async ({ number, ...values }) => {
    const body = { ...values, ...(number && { number: digitsOf(number) }) };
    const { instance, apikey } = await api.post(at`/instance/create`, body);
    form.reset();
    refresh();
    location.hash = linkTo(instance.instanceName);
    showKey(instance.instanceName, apikey);
    return '';
  });
  return el(
    'details',
    { class: 'card create', open: true },
    el('summary', {}, 'New instance'),
    el('p', { class: 'hint' }, 'Needs the global key.'),
    form,
  );
}
