/** Creating an instance. */
import { at } from './api.js';
import { CLOUD, cloudFields } from './cloud-fields.js';
import { showKey } from './dialogs.js';
import { el } from './dom.js';
import { digitsOf, field, input, select, submitForm } from './forms.js';
import { linkTo } from './route.js';
import { PROVIDERS } from './words.js';

export function createForm(api, refresh) {
  const provider = select('provider', PROVIDERS);
  const number = field(
    'Number',
    input('number', { inputMode: 'tel' }),
    'Optional, country code first',
  );
  const cloud = cloudFields();
  const choose = () => {
    const isCloud = provider.value === CLOUD;
    cloud.show(isCloud);
    number.hidden = isCloud;
  };
  provider.addEventListener('change', choose);
  const fields = [
    field(
      'Name',
      input('instanceName', { required: true, maxLength: 64 }),
      'Up to 64 characters, no slash',
    ),
    field('Provider', provider),
    number,
    cloud.element,
    el('button.primary', { type: 'submit' }, 'Create instance'),
  ];
  const form = submitForm(fields, async ({ number, ...values }) => {
    const hasNumber = number && values.provider !== CLOUD;
    const body = { ...values, ...(hasNumber && { number: digitsOf(number) }) };
    const { instance, apikey } = await api.post(at`/instance/create`, body);
    form.reset();
    choose();
    refresh();
    location.hash = linkTo(instance.instanceName);
    showKey(instance.instanceName, apikey);
  });
  const hint = el('p.hint', 'Needs the global key.');
  return el('details.card', { open: true }, el('summary', 'New instance'), hint, form);
}
