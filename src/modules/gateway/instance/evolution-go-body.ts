/** The body of create as clients of Evolution Go send it, in the names of our own fields. */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';
import { invalid } from '../../../core/shared/errors.ts';

/** Inside `advancedSettings`, and here. */
export const ADVANCED_SETTINGS = [
  ['alwaysOnline', 'alwaysOnline'],
  ['rejectCall', 'rejectCall'],
  ['msgRejectCall', 'msgCall'],
  ['readMessages', 'readMessages'],
  ['ignoreGroups', 'groupsIgnore'],
] as const;

/** Inside `proxy`, and here. */
const PROXY = [
  ['host', 'proxyHost'],
  ['port', 'proxyPort'],
  ['protocol', 'proxyProtocol'],
  ['username', 'proxyUsername'],
  ['password', 'proxyPassword'],
] as const;

/** Tells whether these are the fields of Evolution Go, which calls the name of an instance `name`. */
export const isOfEvolutionGo = (body: Fields): boolean =>
  (body.instanceName ?? '') === '' && typeof body.name === 'string';

/** Throws 400 for a value that is not an object, so that a proxy is never lost silently. */
function inside(field: string, value: unknown = {}): Fields {
  if (!isFields(value)) throw invalid(`${field} must be an object`);
  return value;
}

/** A field that has our own name wins. Fields of these clients that do not exist here stay unchanged. */
export function fromEvolutionGo({ name, advancedSettings, proxy, ...others }: Fields): Fields {
  const settings = inside('advancedSettings', advancedSettings);
  const { enabled: isProxyOn = true, ...server } = inside('proxy', proxy);
  return {
    ...renamed(settings, ADVANCED_SETTINGS),
    ...(isProxyOn !== false && renamed(server, PROXY)),
    ...others,
    instanceName: name,
    ...(settings.ignoreStatus === true && { 'advancedSettings.ignoreStatus': true }),
  };
}

type Names = readonly (readonly [there: string, here: string])[];

const renamed = (value: Fields, names: Names): Fields =>
  Object.fromEntries(names.map(([there, here]) => [here, value[there]]));

const within = (field: string, names: Names) =>
  names.map(([there, here]) => [here, `${field}.${there}`] as const);

const SENT_AS: ReadonlyMap<string, string> = new Map([
  ['instanceName', 'name'],
  ...within('advancedSettings', ADVANCED_SETTINGS),
  ...within('proxy', PROXY),
]);

/** Returns the name that the field was sent with in `sent`. */
export const evolutionGoName = (name: string, sent: Fields): string =>
  name in sent ? name : (SENT_AS.get(name) ?? name);
