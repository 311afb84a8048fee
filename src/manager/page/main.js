/** Starts the page: asks for a key, opens the workspace with it, and closes it when the key is forgotten. */
import { ApiFailure, createApi } from './api.js';
import { onSubmit, statusLine } from './forms.js';
import { forgetKey, keepKey, keptKey } from './session.js';
import { openWorkspace } from './workspace.js';

const gate = document.getElementById('gate');
const place = document.getElementById('workspace');
const forget = document.getElementById('forget');
const status = statusLine();
let life = new AbortController();

function enter(api) {
  life = new AbortController();
  gate.hidden = true;
  place.hidden = false;
  forget.hidden = false;
  place.replaceChildren(...openWorkspace(api, life.signal));
}

function leave() {
  life.abort();
  forgetKey();
  place.replaceChildren();
  place.hidden = true;
  forget.hidden = true;
  gate.hidden = false;
  gate.elements.key.focus();
}

const apiWith = (key) =>
  createApi(key, (failure) => {
    leave();
    status.failed(failure);
  });

gate.append(status.element);
onSubmit(gate, status, async ({ key = '' }) => {
  // Anything else cannot be sent in a header.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ApiFailure({ message: 'A key has neither blanks nor special letters' });
  const api = apiWith(key);
  await api.get('/instance/fetchInstances');
  keepKey(key);
  gate.reset();
  enter(api);
});
forget.addEventListener('click', () => {
  leave();
  status.done('Key forgotten');
});

const kept = keptKey();
if (kept === null) gate.hidden = false;
else enter(apiWith(kept));
