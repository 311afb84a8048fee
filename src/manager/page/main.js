/** Starts the page: asks for a key or a token, opens the zone that the address names, and closes it when they are forgotten. */
import { ApiFailure } from './api.js';
import { CRM_ZONE } from './crm/zone.js';
import { closeDialogs } from './dialogs.js';
import { onSubmit, statusLine } from './forms.js';
import { GATEWAY_ZONE } from './gateway-zone.js';
import { isCrmRoute } from './route.js';

/** Each knows its field at the gate, and where its credential is stored: in this tab alone. Never in the address. */
const ZONES = [GATEWAY_ZONE, CRM_ZONE];

const gate = document.getElementById('gate');
const place = document.getElementById('workspace');
const forget = document.getElementById('forget');
const links = document.getElementById('zones');
const status = statusLine();
/** The zone that is on the page; null: the gate. */
let open = null;
let closing = new AbortController();

const storedOf = ({ stored }) => sessionStorage.getItem(stored);
const zoneOfAddress = () => (isCrmRoute() ? CRM_ZONE : GATEWAY_ZONE);

/** The zone of the address, or the question for its credential. */
function show() {
  const zone = zoneOfAddress();
  const credential = storedOf(zone);
  for (const link of links.querySelectorAll('a'))
    link.ariaCurrent = link.dataset.zone === zone.name ? 'page' : null;
  if (credential === null) return ask();
  if (open === zone) return;
  close();
  open = zone;
  gate.hidden = true;
  place.hidden = false;
  place.replaceChildren(...zone.open(zone.api(credential, refused(zone)), closing.signal));
  showBar();
}

function ask() {
  close();
  status.clear();
  gate.hidden = false;
  for (const zone of ZONES) fieldOf(zone).hidden = storedOf(zone) !== null;
  showBar();
  gate.elements[zoneOfAddress().field].focus();
}

function close() {
  closing.abort();
  closeDialogs();
  closing = new AbortController();
  open = null;
  place.replaceChildren();
  place.hidden = true;
}

function showBar() {
  const isKnown = ZONES.some((zone) => storedOf(zone) !== null);
  forget.hidden = !isKnown;
  links.hidden = !isKnown;
}

const fieldOf = ({ field }) => gate.elements[field].closest('label');

/** What to do when a credential is no longer valid. */
const refused = (zone) => (failure) => {
  zone.forget();
  ask();
  status.failed(failure);
};

/** Checks what was entered before any of it is stored. */
async function enter(zone, credential) {
  // Anything else cannot be sent in a header.
  if (!/^[\x21-\x7e]+$/.test(credential))
    throw new ApiFailure({
      message: `A ${zone.credential} has neither blanks nor special letters`,
    });
  await zone.check(zone.api(credential, () => {}));
}

gate.append(status.element);
onSubmit(gate, status, async (values) => {
  const given = ZONES.filter(({ field }) => values[field] !== undefined);
  if (given.length === 0) throw new ApiFailure({ message: 'Enter a key, or a token, or both' });
  for (const zone of given) await enter(zone, values[zone.field]);
  for (const zone of given) sessionStorage.setItem(zone.stored, values[zone.field]);
  gate.reset();
  if (storedOf(zoneOfAddress()) === null) location.hash = given[0].home;
  show();
});
forget.addEventListener('click', () => {
  for (const zone of ZONES) zone.forget();
  ask();
  status.done('Key forgotten');
});
addEventListener('hashchange', show);
show();
