/** Fields that older clients send at create and that ask for what does not exist here. */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';

const NAMES = new Set([
  ...['sqs', 'kafka', 'pusher', 'syncFullHistory', 'wavoipToken', 'businessId'],
  'advancedSettings.ignoreStatus',
]);
/** Fields of integrations with other products: `chatwootAccountId`, `typebot_url` … */
const INTEGRATION =
  /^(chatwoot|typebot|openai|dify|flowise|n8n|evolutionBot|evoai|sqs|kafka|pusher)(?=[A-Z_]|$)/;

/** The names of those that are switched on or hold something. */
export const ignoredFields = (body: Fields): string[] =>
  Object.entries(body)
    .filter(([name, value]) => (NAMES.has(name) || INTEGRATION.test(name)) && !isOff(value))
    .map(([name]) => name);

function isOff(value: unknown): boolean {
  if (isFields(value)) return value.enabled === false || Object.keys(value).length === 0;
  return [undefined, null, false, ''].some((off) => off === value);
}
