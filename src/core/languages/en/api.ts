/** The page of the API. A text in backquotes is shown as code. */
export const api = {
  title: 'API',
  intro:
    'All operations with their fields and answers. Try them right here. Programs read the same at `/openapi.json`.',
  keys: 'Your keys',
  apikey: 'Key (`apikey`)',
  token: 'Access token (`api_access_token`), for `/api/v1`',
  keysHint:
    'The manager uses the same keys. They stay in this tab unless you save them in the manager.',
  groups: 'Operation groups',

  filter: 'Filter operations',
  nothingLeft: 'No operations match',
  events: 'Webhook events',
  eventsText: 'The request body that a webhook receives for each event type.',
  failed: 'Cannot load the operations',
};
