/** A stage as a column, which can be moved: with its buttons, with the arrow keys on them, and by dragging. */
import { el, setText } from '../dom.js';
import { attempt } from '../forms.js';
import { deleteButton, editButton } from './record-view.js';
import { STAGE_TYPES } from './words.ts';

/** What is dragged, by the id of its stage. */
const DRAGGED = 'application/x-gatehouse-stage';
const KEYS = { ArrowLeft: 'earlier', ArrowUp: 'earlier', ArrowRight: 'later', ArrowDown: 'later' };

/**
 * @param {object} context of the board; `move` puts a stage at an index
 * @param {object} stage with its `index` among the stages and how many there are, `of`
 */
export function stageColumn(context, stage) {
  const { session, status, move } = context;
  const name = el('h2');
  const swatch = el('span.swatch', { 'aria-hidden': 'true' });
  const facts = el('p.hint');
  const mayMove = session.can('pipeline_stages.update');
  let latest = stage;

  const moved = async (control, index) => {
    await attempt(control, status, () => move(latest.id, index));
    // Moving an element takes the focus from it, and the first and the last stage lack a button.
    if (element.isConnected) (control.hidden ? otherOf(control) : control).focus();
  };
  const earlier = moveButton('←', () => moved(earlier, latest.index - 1));
  const later = moveButton('→', () => moved(later, latest.index + 1));
  const otherOf = (control) => (control === earlier ? later : earlier);
  const buttons = el('div.row');
  if (mayMove)
    buttons.append(
      earlier,
      later,
      editButton(context, () => latest),
    );
  if (session.can('pipeline_stages.delete')) buttons.append(deleteButton(context, () => latest));

  const element = el('li.stage', el('div.row', swatch, name), facts, buttons);
  if (mayMove) {
    element.addEventListener('keydown', (event) => {
      const control = { earlier, later }[KEYS[event.key]];
      if (control === undefined || control.hidden || !isMoveButton(event.target)) return;
      event.preventDefault();
      control.click();
    });
    const isMoveButton = (target) => target === earlier || target === later;
    makeDraggable(element, stage.id, (draggedId) =>
      attempt(element, status, () => move(draggedId, latest.index)),
    );
  }
  return {
    element,
    update(now) {
      latest = now;
      setText(name, now.name);
      setText(facts, factsOf(now));
      swatch.style.backgroundColor = now.color;
      earlier.hidden = now.index === 0;
      later.hidden = now.index === now.of - 1;
      earlier.ariaLabel = `Move ${now.name} earlier`;
      later.ariaLabel = `Move ${now.name} later`;
      for (const one of buttons.children)
        if (one !== earlier && one !== later) one.ariaLabel = `${one.textContent} ${now.name}`;
    },
  };
}

function moveButton(sign, run) {
  const element = el('button.move', { type: 'button' }, sign);
  element.addEventListener('click', run);
  return element;
}

/** The stage can be dragged, and others can be dropped on it: `dropped` is given their id. */
function makeDraggable(element, id, dropped) {
  element.draggable = true;
  element.addEventListener('dragstart', ({ dataTransfer }) => {
    dataTransfer.setData(DRAGGED, id);
    dataTransfer.effectAllowed = 'move';
  });
  element.addEventListener('dragover', (event) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    element.dataset.over = 'true';
  });
  element.addEventListener('dragleave', () => delete element.dataset.over);
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    delete element.dataset.over;
    const draggedId = event.dataTransfer.getData(DRAGGED);
    if (draggedId !== '' && draggedId !== id) void dropped(draggedId);
  });
}

const factsOf = ({ stage_type: type, index, of, custom_fields: { attributes } }) =>
  [`${index + 1} of ${of}`, STAGE_TYPES[type], ...attributes].join(' · ');
