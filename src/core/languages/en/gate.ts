/** The manager's question for a key or a token. A text in backquotes is shown as code. */
export const gate = {
  title: 'Manager',
  key: 'Enter the global key, or the key of one instance. The first start printed the global key; it is also in `secrets.json` in the data folder.',
  token:
    'For the CRM, enter the access token of a person. The first one is `accessToken` in the same file.',
  open: 'Sign in',
  either: 'You can enter either one, or both.',
  keep: 'Keep me signed in on this browser',
  keepHint:
    'Anyone who uses this browser then has the key until you forget it here. Otherwise the key stays in this tab only.',
  nothing: 'Enter a key, a token, or both',
  notPlain: (credential: string) => `${credential} cannot contain spaces or special characters`,
  menu: 'Key and token',
  linkIsOver:
    'The link was already used or has expired after 15 minutes. The keys are in secrets.json in the data folder.',
  linkNotHere:
    'The link works only on the machine that runs the service (localhost) or over https. Otherwise somebody could read the keys on the way.',
  keepHere: 'Save key in this browser',
  keepTitle: 'Save the key in this browser?',
  keepWarning: 'Anyone who uses this browser then has the key until you forget it here.',
  keepAction: 'Save key',
  forget: 'Forget key',
  forgotten: 'Key forgotten',
  needsScript: 'The manager needs JavaScript. You can do the same with the API.',
};
