/** The webhook of an instance in the manager. */
import { createFormats } from '../formats.ts';

const { count } = createFormats('en');

export const webhook = {
  urlHint: 'http or https',
  enabled: 'Enabled',
  allEvents: 'All events',
  onlyThese: 'Only these',
  tickOne: 'Select at least one event',
  headers: 'Extra headers',
  headersHint: 'One per line: Name: value',
  badHeader: (line: string) => `"${line}" is not a header: write Name: value`,
  format: 'Format',
  formatHint: 'whatsapp-cloud has the shape of Meta’s webhooks',
  verifyToken: 'Verify token',
  verifyTokenHint:
    'For receivers of Meta’s webhooks: Gatehouse checks it with them before it saves the URL. Leave empty to skip this check',
  asService: 'service default',
  files: 'Files',
  inBody: 'in the body (base64)',
  notInBody: 'not in the body',
  byEvents: 'One path per event (evolution-api only)',
  autoDisable: 'Disable automatically after long failure',
  secret: 'Signing secret',
  secretHint:
    'It signs every delivery (Standard Webhooks). In the format whatsapp-cloud it is also the app secret.',
  showSecret: 'Show secret',
  copySecret: 'Copy secret',
  hide: 'Hide',
  replace: 'Replace secret',
  replaceTitle: 'Replace the signing secret?',
  replaceText:
    'Deliveries are signed with both secrets for 24 hours, so that you can update your application. Then the old secret stops working.',
  replaceAction: 'Replace',
  replacedOf: (name: string) =>
    `${name} has a new secret. The old secret stays valid for 24 hours.`,
  owner: 'Owner',
  owners: { operator: 'operator', customer: 'customer' },
  ownerHint:
    'Customers can see and edit their endpoints on the customer page. These endpoints never get the instance key',
  whereTheyGo: 'Endpoints',
  target: 'Target',
  everyEvent: 'every event',
  add: 'Add endpoint',
  added: (name: string) => `${name} added`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: 'It gets no more events, and its waiting deliveries are discarded.',
  deleteAction: (name: string) => `Delete ${name} now`,
  nameHint: 'For example orders',
  ordering: 'Order',
  orderedByChat: 'in order within each chat',
  unordered: 'in any order',
  attemptsHint: '1 to 20, including the first',
  delays: 'Retry delays in ms',
  delaysHint:
    'Pause after each failed attempt, for example 5000, 60000. The last one repeats. Leave both fields empty for the service default',
  healthWords: { healthy: 'healthy', failing: 'failing', disabled: 'disabled' },
  enableAgain: 'Enable',
  enabledAgain: (name: string) => `Waiting deliveries of ${name} are sent now`,
  filter: 'Filter',
  filterHint: 'JSON that selects which of these events are sent. Leave empty to send all',
  tryFilter: 'Test filter',
  wouldSend: (matched: number, lookedAt: number) =>
    `${matched} of the last ${count(lookedAt, { one: '# event', other: '# events' })} would be sent`,
  transform: 'Transform',
  transformHint: 'JSON for the body, such as {"template": "slack"}. Leave empty to send everything',
  tryTransform: 'Test transform',
  madeOf: (event: string) => `Result for the last ${event}`,
  madeOfSample: (event: string) => `Result for a sample ${event}`,
  filtered: (events: string) => `${events} (filtered)`,
};
