/** The part of the page that works with a key of the gateway: instances. */
import { createApi } from './api.js';
import { openWorkspace } from './workspace.js';

const STORED = 'gatehouse.apikey';

export const GATEWAY_ZONE = {
  name: 'gateway',
  credential: 'key',
  /** Its field at the gate. */
  field: 'key',
  stored: STORED,
  home: '#/',
  api: createApi,
  check: (api) => api.get('/instance/fetchInstances'),
  open: openWorkspace,
  forget: () => sessionStorage.removeItem(STORED),
};
