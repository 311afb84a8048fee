/** The page of the API. A text in backquotes is shown as code. */
export const api = {
  title: 'API',
  intro:
    'Every operation with its fields and answers, to be tried out here. Programs read the same at `/openapi.json`.',
  keys: 'Keys for trying out',
  apikey: 'Key (`apikey`)',
  token: 'Access token (`api_access_token`), for `/api/v1`',
  keysHint: 'The manager uses the same ones. They stay in this tab unless they are kept there.',
  groups: 'Groups of operations',

  filter: 'Filter operations',
  nothingLeft: 'No operation has these words',
  events: 'Events by webhook',
  eventsText: 'What a webhook receives: the body of every type of event.',
  failed: 'The operations cannot be loaded',
};
