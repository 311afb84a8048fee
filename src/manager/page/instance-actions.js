/** Restart, log out, delete. */
import { at } from './api.js';
import { confirmed } from './dialogs.js';
import { el } from './dom.js';
import { button, statusLine } from './forms.js';

/** @param {{ latest: () => { provider: string } | null }} deps `latest`: the instance as it was last listed. */
export function instanceActions({ api, name, refresh, latest }) {
  const status = statusLine();
  const restart = button('Restart', {
    status,
    run: async () => {
      const { instance } = await api.post(at`/instance/restart/${name}`);
      refresh();
      return `Restarted: ${instance.state}`;
    },
  });
  const logOut = button('Log out', {
    status,
    isSure: () =>
      confirmed({
        title: `Log ${name} out?`,
        text:
          latest()?.provider === 'whatsapp-cloud'
            ? 'It keeps its number and its token, and sends nothing until it is connected again.'
            : 'It is unpaired and has to be paired again with its phone.',
        action: `Log ${name} out`,
      }),
    run: async () => {
      const { message } = await api.delete(at`/instance/logout/${name}`);
      refresh();
      return message;
    },
  });
  const remove = button('Delete', {
    kind: 'danger',
    status,
    isSure: () =>
      confirmed({
        title: `Delete ${name}?`,
        text: 'It is unpaired. Its key and its settings are gone for good, and so is what waits to be delivered.',
        action: `Delete ${name}`,
      }),
    run: async () => {
      const { message } = await api.delete(at`/instance/delete/${name}`);
      location.hash = '#/';
      refresh();
      return message;
    },
  });
  return el('div', el('div.row', restart, logOut, remove), status.element);
}
