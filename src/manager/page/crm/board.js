/** One pipeline: its stages as columns in their order, which is changed by dragging and by keys. */
import { at } from '../api.ts';
import { el, keyedList, setText } from '../dom.js';
import { attempt, statusLine } from '../forms.js';
import { crmLink } from '../links.ts';
import { newButton, viewHeading, wholeKind } from './record-view.js';
import { stageColumn } from './stage-column.js';
import { stageFields } from './stage-fields.js';

/** A pipeline can have thousands; those that are shown can be moved among each other. */
const SHOWN_MAX = 200;

const EMPTY = 'It has no stages yet. Create the first one.';

/** @param {import('./record-view.js').Session} session @param {string} id of the pipeline */
export function boardView(session, id) {
  const { api, can, signal } = session;
  const path = at`/pipelines/${id}`;
  const kind = wholeKind({
    one: 'stage',
    resource: 'pipeline_stages',
    path: `${path}/pipeline_stages`,
    fields: stageFields,
    wrap: (stage) => ({ pipeline_stage: stage }),
    ending: { word: 'Delete', text: 'Those after it move up.' },
  });
  const status = statusLine();
  const columns = stageColumns(session, kind, status);
  const back = el('a', { href: crmLink('pipelines') }, '← All pipelines');
  const create = can('pipeline_stages.create')
    ? newButton({ session, kind, status, reload: columns.reload })
    : null;
  const heading = viewHeading('Pipeline', create);
  const element = el('section', back, heading, status.element, ...columns.elements);
  const mayRead = can('pipeline_stages.read');
  void attempt(element, status, async () => {
    const { name } = await api.get(path);
    setText(heading.querySelector('h1'), name);
    if (mayRead) await columns.reload();
    else columns.show([], 'This token may not read its stages (pipeline_stages.read).');
  });
  // What others have changed is there when the page is looked at again.
  const again = () => mayRead && !document.hidden && void attempt(back, status, columns.reload);
  document.addEventListener('visibilitychange', again, { signal });
  return { element };
}

/** The stages of a pipeline, read whole. */
function stageColumns(session, kind, status) {
  const { api, can, signal } = session;
  const more = el('p.hint');
  const list = keyedList(
    'board',
    ({ id }) => id,
    (stage) => stageColumn(context, stage),
  );
  let stages = [];

  const show = (latest, empty = can('pipeline_stages.create') ? EMPTY : 'It has no stages.') => {
    stages = latest;
    const shown = stages.slice(0, SHOWN_MAX);
    const places = shown.map((stage, index) => ({ ...stage, index, of: stages.length }));
    list.show(places, empty);
    const left = stages.length - shown.length;
    setText(more, left > 0 ? `${left} more are not shown.` : '');
  };
  const reload = async () => {
    const latest = await api.get(kind.path);
    if (!signal.aborted) show(latest);
  };
  /** Gives a stage the place at an index, and resolves to words that say so. */
  const move = async (stageId, index) => {
    const ids = stages.map(({ id }) => id).filter((one) => one !== stageId);
    ids.splice(index, 0, stageId);
    try {
      show((await api.patch(`${kind.path}/reorder`, { stage_ids: ids })).data);
    } catch (error) {
      await reload();
      throw error;
    }
    return `${stages[index].name} is now ${index + 1} of ${stages.length}`;
  };
  const context = { session, kind, status, reload, move };
  return { elements: [...list.elements, more], show, reload };
}
