/** The body of create as clients of Evolution Go send it, in the names of our own fields. */
import { type Fields, isFields } from '../../http/read-fields.ts';

/** Inside `advancedSettings`, and here. */
const SETTINGS = [
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

/** Whether these are the fields of Evolution Go, which calls the name of an instance `name`. */
export const isOfEvolutionGo = (body: Fields): boolean =>
  (body.instanceName ?? '') === '' && typeof body.name === 'string';

/** A field that has our own name goes first. What these clients ask for and is not here stays as it is. */
export function fromEvolutionGo({ name, advancedSettings, proxy, ...others }: Fields): Fields {
  const { ignoreStatus } = isFields(advancedSettings) ? advancedSettings : {};
  return {
    ...renamed(advancedSettings, SETTINGS),
    ...renamed(proxy, PROXY),
    ...others,
    instanceName: name,
    ...(ignoreStatus === true && { 'advancedSettings.ignoreStatus': true }),
  };
}

const renamed = (
  value: unknown,
  names: readonly (readonly [there: string, here: string])[],
): Fields =>
  isFields(value) ? Object.fromEntries(names.map(([there, here]) => [here, value[there]])) : {};
