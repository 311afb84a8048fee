/** The page behind the key: all instances, and the one that is looked at. */
import { allDeliveriesLink, allDeliveriesView } from './all-deliveries.js';
import { at, query } from './api.js';
import { el } from './dom.js';
import { createSearch } from './finder.js';
import { statusLine } from './forms.js';
import { homeView } from './home.js';
import { instanceList } from './instance-list.js';
import { instanceView } from './instance-view.js';
import { keepFresh } from './poll.js';
import { ALL_DELIVERIES, isAllDeliveries, readRoute } from './route.js';

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
  const home = homeView({ api, signal, search, refresh: () => refresh() });
  const side = el('aside.side', list.element, el('p', allDeliveriesLink()));
  const detail = el('div');
  let view = null;
  /** What the address says of the view; undefined before the first. */
  let shown;

  refresh = keepFresh({ signal, status }, async () => {
    const looked = view;
    const [found, instances] = await Promise.all([
      api.get(`/instance/overview${query(search.query())}`, signal),
      looked?.name && api.get(at`/instance/fetchInstances?instanceName=${looked.name}`, signal),
    ]);
    list.update(found);
    home.update(found);
    if (instances) looked.update(instances);
  });

  const viewOf = (name) => {
    if (isAllDeliveries()) return allDeliveriesView({ api, signal });
    return name === null ? null : instanceView({ api, name, signal, refresh });
  };
  const change = (name) => {
    const isFirst = detail.firstElementChild === null;
    view?.close();
    view = viewOf(name);
    side.hidden = view === null;
    for (const one of [list, home]) one.sync();
    detail.replaceChildren((view ?? home).element);
    // The page has just been opened: whoever uses a keyboard begins at its top.
    if (view !== null || !isFirst) (view ?? home).focus();
    refresh();
  };
  const follow = () => {
    const { name, panel, about } = readRoute();
    const key = isAllDeliveries() ? ALL_DELIVERIES : name;
    list.mark(name);
    if (shown !== key) {
      shown = key;
      change(name);
    }
    view?.show(panel, about);
  };
  addEventListener('hashchange', follow, { signal });
  // Once the caller has put the elements on the page: only there they can be focused.
  queueMicrotask(follow);
  return [status.element, side, detail];
}
