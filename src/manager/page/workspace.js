/** The page behind the key: all instances, and the one that is looked at. */
import { at, query } from './api.js';
import { el } from './dom.js';
import { createSearch } from './finder.js';
import { statusLine } from './forms.js';
import { homeView } from './home.js';
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
  let refresh = () => {};
  const search = createSearch(() => refresh());
  const list = instanceList(search);
  const home = homeView({ api, search, refresh: () => refresh() });
  const side = el('aside.side', list.element);
  const detail = el('div');
  let view = null;

  refresh = keepFresh({ signal, status }, async () => {
    const looked = view;
    const [found, instances] = await Promise.all([
      api.get(`/instance/overview${query(search.query())}`, signal),
      looked && api.get(at`/instance/fetchInstances?instanceName=${looked.name}`, signal),
    ]);
    list.update(found);
    home.update(found);
    looked?.update(instances);
  });

  const change = (name) => {
    const isFirst = detail.firstElementChild === null;
    view?.close();
    view = name === null ? null : instanceView({ api, name, signal, refresh });
    side.hidden = view === null;
    for (const one of [list, home]) one.sync();
    detail.replaceChildren((view ?? home).element);
    // The page has just been opened: whoever uses a keyboard begins at its top.
    if (view !== null || !isFirst) (view ?? home).focus();
    refresh();
  };
  const follow = () => {
    const { name, panel } = readRoute();
    list.mark(name);
    if (detail.firstElementChild === null || (view?.name ?? null) !== name) change(name);
    view?.show(panel);
  };
  addEventListener('hashchange', follow, { signal });
  // Once the caller has put the elements on the page: only there they can be focused.
  queueMicrotask(follow);
  return [status.element, side, detail];
}
