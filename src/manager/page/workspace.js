/** The page behind the key: all instances, and the one that is looked at. */
import { createForm } from './create-form.js';
import { el } from './dom.js';
import { statusLine } from './forms.js';
import { instanceList } from './instance-list.js';
import { instanceView } from './instance-view.js';
import { keepFresh } from './poll.js';
import { readRoute } from './route.js';

/**
 * @param {ReturnType<typeof import('./api.js').createApi>} api
 * @param {AbortSignal} signal ends it
 * @returns {Element[]}
 */
export function openWorkspace(api, signal) {
  const status = statusLine();
  const list = instanceList();
  const detail = el('div');
  /** Null until the first answer. */
  let instances = null;
  let view = null;

  const refresh = keepFresh({ signal, status }, async () => {
    instances = await api.get('/instance/fetchInstances', signal);
    list.update(instances);
    view?.update(instances);
  });

  const follow = () => {
    const { name, panel } = readRoute();
    list.mark(name);
    if (view?.name !== name) {
      view?.close();
      view = name === null ? null : instanceView({ api, name, signal, refresh });
      detail.replaceChildren(view?.element ?? welcome());
      if (instances) view?.update(instances);
      view?.focus();
    }
    view?.show(panel);
  };
  addEventListener('hashchange', follow, { signal });
  // Once the caller has put the elements on the page: only there they can be focused.
  queueMicrotask(follow);
  const side = el('aside.side', list.element, createForm(api, refresh));
  return [status.element, side, detail];
}

const welcome = () =>
  el(
    'section.card.welcome',
    el('h1', 'Choose an instance'),
    el(
      'p',
      'Or create one. An instance of the sandbox needs no phone: this page plays the phone and everybody who writes to it.',
    ),
  );
