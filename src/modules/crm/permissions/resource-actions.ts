/** GET /api/v1/resource_actions */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { operation } from '../operation.ts';
import { ACTIONS, PERMISSIONS, RESOURCES } from './catalogue.ts';
import { OF_ANY_TOKEN } from './get.ts';

const ResourceAction = NamedObject('ResourceAction', {
  name: Type.String({ description: 'The action in a word, for people' }),
  description: Type.String({ description: 'Explanation of what the permission allows' }),
});

const ResourceActions = NamedObject('ResourceActions', {
  resources: Type.Record(
    Type.String(),
    Type.Object({
      name: Type.String(),
      description: Type.String(),
      actions: Type.Record(Type.String(), ResourceAction),
    }),
    {
      description: 'Resources by the first part of the permissions, with the actions by the second',
    },
  ),
  all_permissions: Type.Array(
    Type.Object({
      key: Type.String({ description: 'The permission, such as `pipelines.read`' }),
      display_name: Type.String(),
      resource: Type.String(),
      action: Type.String(),
      resource_name: Type.String(),
      action_name: Type.String(),
      description: Type.String(),
    }),
    { description: 'All permissions as a list, sorted by key' },
  ),
});

export const getResourceActions = operation('GET /api/v1/resource_actions', {
  ...OF_ANY_TOKEN,
  summary: 'List all permissions',
  description: 'Returns all permissions, with texts for people who put roles together.',
  answer: ResourceActions,
  message: 'Resource actions retrieved successfully',
  run: async () => CATALOGUE,
});

/** Makes `Mcp servers` of `mcp_servers`. */
const spelled = (key: string): string => {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const CATALOGUE: Static<typeof ResourceActions> = {
  resources: Object.fromEntries(
    RESOURCES.map((resource) => [
      resource,
      {
        name: spelled(resource),
        description: `Permissions of a role for ${resource.replaceAll('_', ' ')}`,
        actions: Object.fromEntries(
          ACTIONS.filter((action) => isKnown(resource, action)).map((action) => [
            action,
            worded(resource, action),
          ]),
        ),
      },
    ]),
  ),
  all_permissions: PERMISSIONS.map((key) => {
    const [resource = '', action = ''] = key.split('.');
    const { name, description } = worded(resource, action);
    return {
      key,
      display_name: `${spelled(resource)} - ${name}`,
      resource,
      action,
      resource_name: spelled(resource),
      action_name: name,
      description,
    };
  }),
};

function worded(resource: string, action: string): Static<typeof ResourceAction> {
  return {
    name: spelled(action),
    description: `${spelled(action)} ${resource.replaceAll('_', ' ')}`,
  };
}

function isKnown(resource: string, action: string): boolean {
  return PERMISSIONS.some((permission) => permission === `${resource}.${action}`);
}
