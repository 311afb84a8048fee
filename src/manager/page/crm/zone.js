/** The part of the page that works with a token of the CRM. What it is made of is loaded when it is opened. */
import { el } from '../dom.js';
import { statusLine } from '../forms.js';
import { forgetAccount } from './account.js';
import { createCrmApi } from './crm-api.js';

const STORED = 'gatehouse.token';

export const CRM_ZONE = {
  name: 'crm',
  credential: 'token',
  /** Its field at the gate. */
  field: 'token',
  stored: STORED,
  home: '#crm',
  api: createCrmApi,
  check: (api) => api.get('/permissions'),
  open,
  forget() {
    sessionStorage.removeItem(STORED);
    forgetAccount();
  },
};

/** @param {AbortSignal} signal ends it */
function open(api, signal) {
  const status = statusLine();
  const place = el('div.crm', status.element);
  status.working();
  import('./workspace.js')
    .then(({ openCrm }) => signal.aborted || place.replaceChildren(...openCrm(api, signal)))
    .catch((error) => status.failed(error));
  return [place];
}
