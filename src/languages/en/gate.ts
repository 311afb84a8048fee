/** The manager's question for a key or a token. A text in backquotes is shown as code. */
export const gate = {
  title: 'Manager',
  key: 'Enter the global key, or the key of one instance. The global key was printed at the first start and is kept in `secrets.json` of the data folder.',
  token:
    'For the CRM, enter the access token of a person; the first one is `accessToken` in the same file.',
  open: 'Open',
  either: 'Either will do.',
  keep: 'Keep me in on this browser',
  keepHint:
    'Whoever uses this browser then has the key as well, until it is forgotten here. Otherwise it is kept in this tab alone.',
  nothing: 'Enter a key, or a token, or both',
  notPlain: (credential: string) => `${credential} has neither blanks nor special letters`,
  menu: 'Key and token',
  linkIsOver:
    'The link has been used, or its 15 minutes are over. The keys are in secrets.json of the data folder.',
  linkNotHere:
    'The link works on the machine of the service itself (localhost), or by https. Elsewhere somebody could read the keys on their way.',
  keepHere: 'Keep the key in this browser',
  keepTitle: 'Keep it in this browser?',
  keepWarning: 'Whoever uses this browser then has the key as well, until it is forgotten here.',
  keepAction: 'Keep it',
  forget: 'Forget key',
  forgotten: 'Key forgotten',
  needsScript: 'The manager needs JavaScript. All it does can be done with the API as well.',
};
