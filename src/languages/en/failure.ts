/** The page that a browser gets instead of an answer, by its status. A text in backquotes is shown as code. */
export const failure = {
  notFound: 'There is nothing here',
  unauthorized: 'This address needs a key',
  unauthorizedText:
    'It is part of the API: programs send a key in the header `apikey`, or a token in `api_access_token` below `/api/v1`. A browser sends neither. The manager asks for the key and shows the same.',
  forbidden: 'This is not allowed',
  wrongMethod: 'A browser cannot open this address',
  wrongMethodText:
    'It is part of the API, for programs. The page of the API shows what it takes, and lets you try it out.',
  unavailable: 'The service cannot answer now',
  other: 'This did not work',
  from: 'The service says',
  home: 'To the front page',
  manager: 'Open the manager',
  api: 'All operations',
  docs: 'Read the docs',
  requestId: 'Request',
};
