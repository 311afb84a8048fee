/** What opens a number of WhatsApp's official API: asked for when an instance is made, and replaced later. */
import { at } from './api.js';
import { card, el } from './dom.js';
import { field, input, submitForm } from './forms.js';

export const CLOUD = 'whatsapp-cloud';

const secret = (name, props = {}) => input(name, { type: 'password', maxLength: 1024, ...props });
const token = () => field('Access token', secret('accessToken', { required: true }));
const appSecret = () =>
  field('App secret', secret('appSecret'), 'Optional: the one of the service is used without it');

/** Asked for, and sent, while `show(true)` is the last that was said. */
export function cloudFields() {
  const element = el(
    'fieldset.plain',
    field('Phone number ID', input('phoneNumberId', { required: true, inputMode: 'numeric' })),
    field(
      'Business account ID',
      input('businessAccountId', { required: true, inputMode: 'numeric' }),
      'Both stand under API setup of your Meta app',
    ),
    token(),
    appSecret(),
  );
  const show = (isShown) => {
    element.hidden = !isShown;
    element.disabled = !isShown;
  };
  show(false);
  return { element, show };
}

export function credentialsCard({ api, name, refresh }) {
  const path = at`/instance/credentials/${name}`;
  const form = submitForm(
    [token(), el('button', { type: 'submit' }, 'Replace token')],
    async (filled) => {
      const { instance, webhookSubscribed, reason } = await api.patch(path, filled);
      form.reset();
      refresh();
      const inbound = webhookSubscribed ? '' : ` Meta sends nothing that comes in: ${reason}`;
      return `The token is good; the instance is ${instance.phase}.${inbound}`;
    },
  );
  return card('Credentials', form);
}
