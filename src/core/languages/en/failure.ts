/** The page that a browser gets instead of an answer, by its status. A text in backquotes is shown as code. */
export const failure = {
  notFound: 'Page not found',
  unauthorized: 'This address needs a key',
  unauthorizedText:
    'This address is part of the API. Programs send a key in the header `apikey`, or a token in `api_access_token` below `/api/v1`. A browser sends neither. Open the manager instead: it asks for the key and shows the same data.',
  forbidden: 'This is not allowed',
  wrongMethod: 'A browser cannot open this address',
  wrongMethodText:
    'This address is part of the API, for programs. The API page shows what it takes and lets you try it out.',
  unavailable: 'The service cannot answer now',
  other: 'Something went wrong',
  from: 'The service says',
  home: 'Go to the home page',
  manager: 'Open the manager',
  api: 'All operations',
  docs: 'Read the docs',
  requestId: 'Request ID',
};
