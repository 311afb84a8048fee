/** Creating an instance. Owns: that its key is shown once and kept nowhere. */
import { at } from './api.js';
import { showKey } from './dialogs.js';
import { el } from './dom.js';
import { field, input, onSubmit, select, statusLine } from './forms.js';
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
    field('Number', input('number', { inputMode: 'numeric' }), 'Optional: 7-15 digits'),
    el('button', { type: 'submit', class: 'primary' }, 'Create instance'),
    status.element,
  );
  onSubmit(form, status, async (values) => {
    const { instance, apikey } = await api.post(at`/instance/create`, values);
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
