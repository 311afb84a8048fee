/** Starts the page: asks for a key, opens the workspace with it, and closes it when the key is forgotten. */
import { ApiFailure, createApi } from './api.js';
import { onSubmit, statusLine } from './forms.js';
import { openWorkspace } from './workspace.js';

/** Where the key is stored: in this tab alone, gone when the tab is closed. Never in the address. */
const STORED_KEY = 'gatehouse.apikey';

const gate = document.getElementById('gate');
const place = document.getElementById('workspace');
const forget = document.getElementById('forget');
const status = statusLine();
let closing = new AbortController();

function enter(api) {
  closing = new AbortController();
  gate.hidden = true;
  place.hidden = false;
  forget.hidden = false;
  place.replaceChildren(...openWorkspace(api, closing.signal));
}

function leave() {
  closing.abort();
  sessionStorage.removeItem(STORED_KEY);
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
  sessionStorage.setItem(STORED_KEY, key);
  gate.reset();
  enter(api);
});
forget.addEventListener('click', () => {
  leave();
  status.done('Key forgotten');
});

const storedKey = sessionStorage.getItem(STORED_KEY);
if (storedKey === null) gate.hidden = false;
else enter(apiWith(storedKey));
